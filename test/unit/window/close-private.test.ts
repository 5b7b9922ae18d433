import { expect, it } from "vitest";
import type { ChangedRun } from "../../../src-preload/contract/changes.ts";
import { runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { createClosing } from "../../../src-renderer/state/close-private.ts";
import { createOverlay } from "../../../src-renderer/state/overlay.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { rowOf } from "../../support/window-facts.ts";

const key = sessionKeySchema.parse("desktop:private-a");

const changedRun: ChangedRun = {
  runId: runIdSchema.parse("r_1"),
  at: 1,
  files: [],
  more: 0,
  foreign: [],
  hasUntracked: false,
};

async function close(state: SessionSummary["state"], runs: readonly ChangedRun[]) {
  const played = createFakeAgent();
  const overlay = createOverlay();
  await startClient(played, { events: () => undefined });
  const closing = createClosing({ client: played.client, overlay })(rowOf(state, { key }));
  await (await played.asked("changes.list")).answer({ runs, next: null });
  return { overlay, closing };
}

it("with nothing but words in it is closed without a question", async () => {
  const { overlay, closing } = await close("idle", []);
  expect(await closing).toBe(true);
  expect(overlay.store.getState().kind).toBe("none");
});

it.each<[string, SessionSummary["state"], readonly ChangedRun[], "running" | "changes"]>([
  ["a run that goes on", "running", [], "running"],
  ["a run that waits", "waiting", [], "running"],
  ["files that were changed", "idle", [changedRun], "changes"],
])("for %s the person is asked, and their answer counts", async (_, state, runs, reason) => {
  for (const isClosed of [true, false]) {
    const { overlay, closing } = await close(state, runs);
    await Promise.resolve();
    const asked = overlay.store.getState();
    if (asked.kind !== "close-private") throw new Error("nobody was asked");
    expect(asked.reason).toBe(reason);
    asked.answer(isClosed);
    expect(await closing).toBe(isClosed);
  }
});
