import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { FolderStarters } from "../../../src-preload/contract/window.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createStarters } from "../../../src-renderer/state/starters.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* What a new chat can begin with, and the samples in its work folder. */

const key = sessionKeySchema.parse("desktop:new");
const other = sessionKeySchema.parse("desktop:other");
const folder = (samples: number): FolderStarters => ({
  starters: [{ kind: "plan", target: "plan.md" }],
  isEmpty: samples === 0,
  samples,
});

async function setUp() {
  const played = createFakeAgent();
  const chat = createOpenChat(played.client);
  const told: string[] = [];
  const began: string[] = [];
  const starters = createStarters({
    client: played.client,
    chat,
    composer: { begin: (of, words) => void began.push(`${of} ${words}`) },
    files: { choose: (path) => void began.push(`open ${path}`) },
    preferences: { setState: () => undefined },
    notify: (words) => void told.push(words),
  });
  await startClient(played, { events: chat.apply });
  return { played, chat, starters, told, began, now: starters.store.getState };
}

it("looks at the folder of each new chat once, and of no other", async () => {
  const { played, chat, starters, now } = await setUp();
  const end = starters.show();
  expect(played.count("folder.starters")).toBe(0);
  chat.startNew(key);
  const first = await played.asked("folder.starters");
  chat.startNew(other);
  await (await played.asked("folder.starters")).answer(folder(2));
  await first.answer(folder(7));
  expect(now()).toEqual({ key: other, found: { kind: "ready", folder: folder(2) } });
  end();
  chat.startNew(key);
  expect(played.count("folder.starters")).toBe(0);
});

it("puts samples into the first work folder where it is empty, and says nothing where it is not", async () => {
  const { played, starters, told, now } = await setUp();
  void starters.addFirst(key);
  await (await played.asked("folder.addSamples")).answer(folder(7));
  expect(now().found).toEqual({ kind: "ready", folder: folder(7) });
  void starters.addFirst(other);
  await (await played.asked("folder.addSamples")).refuse(contractError("conflict", "There are files."));
  await (await played.asked("folder.starters")).answer(folder(0));
  expect([now().found, told]).toEqual([{ kind: "ready", folder: folder(0) }, []]);
});

it("believes what a change answers rather than a look that was asked for later and answered before it", async () => {
  const { played, starters, now } = await setUp();
  void starters.addFirst(key);
  void starters.load(key);
  await (await played.asked("folder.starters")).answer(folder(0));
  await (await played.asked("folder.addSamples")).answer(folder(7));
  expect(now().found).toEqual({ kind: "ready", folder: folder(7) });
});

it("says so where samples were asked for and could not come, and when they are gone", async () => {
  const { played, starters, told, now } = await setUp();
  void starters.addSamples(key);
  await (await played.asked("folder.addSamples")).refuse(contractError("conflict", "There are files."));
  await (await played.asked("folder.starters")).answer(folder(0));
  void starters.removeSamples(key);
  await (await played.asked("folder.removeSamples")).answer(folder(0));
  expect(now().found).toEqual({ kind: "ready", folder: folder(0) });
  expect(told).toEqual(["There are files.", expect.stringContaining("samples are gone")]);
});
