import { expect, it, vi } from "vitest";
import type { BackupRow, RestorePreview } from "../../../src-preload/contract/backups.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createBackups } from "../../../src-renderer/state/backups.ts";
import { createCrash } from "../../../src-renderer/state/crash.ts";
import { createDiagnosis } from "../../../src-renderer/state/diagnosis.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";

/* What the settings know of backups and diagnostics, and the window of a crash. */

const counts = { chats: 1, messages: 2, facts: 0, skills: 0, jobs: 0 };
const backup: BackupRow = { id: "a", at: 1, bytes: 9, reason: "manual", version: "1", counts };
const preview: RestorePreview = { backup, now: counts, lost: counts, runs: 0, obstacle: null };
it("a restore is looked at, asked for once, and loads the window anew once Perch is back", async () => {
  const agent = createFakeAgent();
  await startClient(agent, {});
  const reload = vi.fn();
  const backups = createBackups(agent.client, { reload });
  const restoring = () => backups.store.getState().restoring.kind;
  void backups.look(backup);
  expect(restoring()).toBe("looking");
  await (await agent.asked("backups.preview")).answer(preview);
  expect(restoring()).toBe("asked");
  void backups.restore();
  void backups.restore();
  const asked = await agent.asked("backups.restore");
  expect(agent.count("backups.restore")).toBe(0);
  await asked.answer({ kept: backup });
  expect(restoring()).toBe("starting");
  backups.leave();
  expect(restoring()).toBe("starting");
  await backups.reset();
  expect(reload).toHaveBeenCalledOnce();
});

it("a restore that fails says why and can be tried again; a preview that comes too late opens nothing", async () => {
  const agent = createFakeAgent();
  await startClient(agent, {});
  const backups = createBackups(agent.client, { reload: () => undefined });
  void backups.look(backup);
  const late = await agent.asked("backups.preview");
  backups.leave();
  await late.answer(preview);
  expect(backups.store.getState().restoring).toEqual({ kind: "none" });
  void backups.look(backup);
  await (await agent.asked("backups.preview")).answer(preview);
  void backups.restore();
  await (await agent.asked("backups.restore")).refuse(contractError("disk-full", "The disk is full."));
  expect(backups.store.getState().restoring).toMatchObject({ kind: "asked", problem: "The disk is full." });
});

it("a backup that the person stopped is no failure", async () => {
  const agent = createFakeAgent();
  await startClient(agent, {});
  const backups = createBackups(agent.client, { reload: () => undefined });
  void backups.make();
  await (await agent.asked("backups.make")).refuse(contractError("cancelled", "It was stopped."));
  expect(backups.store.getState().problem).toBeNull();
  void backups.make();
  await (await agent.asked("backups.make")).refuse(contractError("disk-full", "The disk is full."));
  expect(backups.store.getState().problem).toBe("The disk is full.");
});

it("the diagnostics are made of what was not left out", async () => {
  const agent = createFakeAgent();
  await startClient(agent, {});
  const diagnosis = createDiagnosis(agent.client);
  void diagnosis.load();
  const files = (["versions", "log"] as const).map((name) => ({ name, file: name, holds: "" }));
  await (await agent.asked("diagnosis.list")).answer({ files });
  diagnosis.include("versions", false);
  const made = diagnosis.make();
  const asked = await agent.asked("diagnosis.make");
  expect(asked.input).toEqual({ names: ["log"] });
  await asked.answer({ name: "a.zip", base64: btoa("zip") });
  expect(await (await made)?.content.text()).toBe("zip");
});

it("a chat leaves the notice of a crash when its run goes on", async () => {
  const agent = createFakeAgent();
  const crash = createCrash(agent.client);
  await startClient(agent, { events: crash.apply });
  void crash.reset();
  const chats = ["cli:a", "cli:b"].map((key) => ({ sessionKey: sessionKeySchema.parse(key), title: key }));
  await (await agent.asked("crash.describe")).answer({ chats });
  agent.tell({
    topic: "agent",
    type: "run-start",
    sessionKey: sessionKeySchema.parse("cli:a"),
    runId: runIdSchema.parse("r_1"),
    model: "m",
    resumed: true,
  });
  await settled();
  expect(crash.store.getState().chats).toEqual(chats.slice(1));
  void crash.close();
  await agent.asked("crash.close");
  expect(crash.store.getState().chats).toEqual([]);
});
