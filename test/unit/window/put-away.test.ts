import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createPutAway } from "../../../src-renderer/state/put-away.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { key, rowOf } from "../../support/window-facts.ts";

/* Chats that are put away, and the way back. */

const other = sessionKeySchema.parse("desktop:b");

async function setUp(mayClose = true) {
  const played = createFakeAgent();
  const told: { words: string; undo: (() => void) | undefined }[] = [];
  const away = createPutAway({
    client: played.client,
    mayClose: async () => mayClose,
    notify: (words, _tone, act) => void told.push({ words, undo: act?.run }),
  });
  await startClient(played, { events: () => undefined });
  return { played, away, told };
}

it("moves several into the trash, tells so once, and brings each back by its own file", async () => {
  const { played, away, told } = await setUp();
  const removed = away.removeAll([rowOf("idle"), rowOf("idle", { key: other })]);
  await (await played.asked("session.remove")).answer({ trashId: "one" });
  await (await played.asked("session.remove")).answer({ trashId: "two" });
  expect(await removed).toEqual([key, other]);
  expect(told.map(({ words }) => words)).toEqual(["2 chats are in the trash."]);
  away.undo();
  const first = await played.asked("session.restore");
  expect(first.input).toEqual({ sessionKey: key, trashId: "one" });
  await first.answer(rowOf("idle"));
  const second = await played.asked("session.restore");
  expect(second.input).toEqual({ sessionKey: other, trashId: "two" });
  await second.answer(rowOf("idle"));
  // Taken back once is taken back.
  away.undo();
  expect(played.count("session.restore")).toBe(0);
});

it("brings back the others where one cannot be, and tells of each that is", async () => {
  const { played, away, told } = await setUp();
  const back: string[] = [];
  const removed = away.removeAll([rowOf("idle"), rowOf("idle", { key: other })], (each) => void back.push(each));
  await (await played.asked("session.remove")).answer({ trashId: "one" });
  await (await played.asked("session.remove")).answer({ trashId: "two" });
  await removed;
  away.undo();
  await (await played.asked("session.restore")).refuse(contractError("internal", "It is broken."));
  await (await played.asked("session.restore")).answer(rowOf("idle"));
  await expect.poll(() => back).toEqual([other]);
  expect(told.at(-1)?.words).toBe("It is broken.");
});

it("offers no way back for a chat that left no file, and tells why one stayed", async () => {
  const { played, away, told } = await setUp();
  const removed = away.removeAll([rowOf("idle"), rowOf("idle", { key: other })]);
  await (await played.asked("session.remove")).answer({ trashId: "" });
  await (await played.asked("session.remove")).refuse(contractError("internal", "It is broken."));
  expect(await removed).toEqual([key]);
  expect(told).toEqual([
    { words: "It is broken.", undo: undefined },
    { words: "“A” is in the trash.", undo: undefined },
  ]);
});

it("takes a chat out of the archive again", async () => {
  const { played, away, told } = await setUp();
  void away.archiveAll([rowOf("idle")], true);
  await (await played.asked("session.update")).answer(rowOf("idle", { archived: true }));
  told[0]?.undo?.();
  expect((await played.asked("session.update")).input).toEqual({ sessionKey: key, patch: { archived: false } });
});

const privateKey = sessionKeySchema.parse("desktop:private-a");

it("a private chat is closed and not in the trash: nothing brings it back", async () => {
  const { played, away, told } = await setUp();
  const removed = away.removeAll([rowOf("idle", { key: privateKey })]);
  await (await played.asked("session.remove")).answer({ trashId: "" });
  expect(await removed).toEqual([privateKey]);
  expect(told).toEqual([{ words: "The private chat is closed. Nothing of it was kept.", undo: undefined }]);
  expect(away.canUndo()).toBe(false);
});

it("a private chat that the person keeps open stays, and what is chosen with it goes", async () => {
  const { played, away } = await setUp(false);
  const removed = away.removeAll([rowOf("idle", { key: privateKey }), rowOf("idle")]);
  const asked = await played.asked("session.remove");
  expect(asked.input).toEqual({ sessionKey: key });
  await asked.answer({ trashId: "one" });
  expect(await removed).toEqual([key]);
});
