import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { KnowledgeFile, KnowledgeText } from "../../../src-preload/contract/window.ts";
import { isUnsaved, type KnowledgePage } from "../../../src-renderer/state/edited-files.ts";
import { createKnowledge } from "../../../src-renderer/state/knowledge.ts";
import type { PlaceState } from "../../../src-renderer/state/place.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* The files that the agent knows its person by: listed, read, edited and saved. */

const memory = "memory/MEMORY.md";
const soul = "SOUL.md";

function fileOf(path: string): KnowledgeFile {
  return { path, kind: "memory", exists: true, size: 1, changedAt: 1, readOnly: false, problem: "" };
}

function textOf(text: string, version = text): KnowledgeText {
  return { path: memory, text, version, tokens: 1 };
}

async function setUp() {
  const played = createFakeAgent();
  const told: string[] = [];
  const place = { store: createStore<PlaceState>(() => ({ place: { name: "knowledge", path: null } })) };
  const knowledge = createKnowledge(played.client, place, (words) => told.push(words));
  await startClient(played, {});
  const end = knowledge.show();
  const goTo = (path: string | null) => place.store.setState({ place: { name: "knowledge", path } });
  return { played, knowledge, told, goTo, end, now: knowledge.store.getState };
}

/** One file is in the editor. */
async function opened() {
  const made = await setUp();
  made.goTo(memory);
  await (await made.played.asked("knowledge.read")).answer(textOf("old"));
  return { ...made, page: (): KnowledgePage => made.now().pages[memory] ?? { kind: "loading" } };
}

it("lists the files when it is shown, and says why that did not work", async () => {
  const { played, knowledge, now } = await setUp();
  expect(now().list).toEqual({ kind: "loading" });
  await (await played.asked("knowledge.list")).refuse(contractError("internal", "It is broken."));
  expect(now().list).toEqual({ kind: "failed", message: "It is broken." });
  void knowledge.load();
  await (await played.asked("knowledge.list")).answer({ files: [fileOf(memory)] });
  expect(now().list).toMatchObject({ kind: "ready", files: [{ path: memory }] });
});

it("reads the file of the address, and none after it was left", async () => {
  const { played, goTo, end, now } = await setUp();
  goTo(memory);
  expect(now().pages).toEqual({ [memory]: { kind: "loading" } });
  await (await played.asked("knowledge.read")).refuse(contractError("not-found", "There is no such file."));
  expect(now().pages[memory]).toEqual({ kind: "failed", message: "There is no such file." });
  end();
  goTo(soul);
  expect(played.count("knowledge.read")).toBe(0);
});

it("keeps what was typed and not saved while another file is shown, and reads all else anew", async () => {
  const { played, knowledge, goTo, page, now } = await opened();
  knowledge.write(memory, "new");
  goTo(soul);
  await (await played.asked("knowledge.read")).answer({ ...textOf("soul"), path: soul });
  goTo(memory);
  expect(played.count("knowledge.read")).toBe(0);
  expect(page()).toMatchObject({ kind: "ready", words: "new", file: { text: "old" } });
  expect(Object.keys(now().pages)).toEqual([memory]);
});

it("saves once however often the key is pressed, and keeps what is typed meanwhile", async () => {
  const { played, knowledge, page, told } = await opened();
  knowledge.write(memory, "new");
  void knowledge.save(memory);
  void knowledge.save(memory);
  expect(page()).toMatchObject({ isSaving: true });
  const saving = await played.asked("knowledge.save");
  expect(saving.input).toEqual({ path: memory, text: "new", base: "old" });
  expect(played.count("knowledge.save")).toBe(0);
  knowledge.write(memory, "newer");
  await saving.answer(textOf("new"));
  expect(page()).toMatchObject({ words: "newer", file: { text: "new" }, isSaving: false });
  expect([isUnsaved(page()), told.length]).toEqual([true, 1]);
});

it("shows what the disk has in place of what was edited, and takes it or writes over it", async () => {
  const { played, knowledge, page } = await opened();
  const conflict = contractError("conflict", "It was changed.", { text: "theirs", version: "v2" });
  knowledge.write(memory, "mine");
  void knowledge.save(memory);
  await (await played.asked("knowledge.save")).refuse(conflict);
  expect(page()).toMatchObject({ words: "mine", conflict: { text: "theirs" } });
  void knowledge.keepMine(memory);
  const over = await played.asked("knowledge.save");
  expect(over.input).toEqual({ path: memory, text: "mine", base: "v2" });
  await over.refuse(conflict);
  knowledge.takeTheirs(memory);
  expect(page()).toMatchObject({ words: "theirs", conflict: null, file: { text: "theirs", version: "v2" } });
  expect(isUnsaved(page())).toBe(false);
});

it("opens the memory where the address names no file, else the first that is there", async () => {
  const { played, now } = await setUp();
  await (await played.asked("knowledge.list")).answer({ files: [fileOf(soul), fileOf(memory)] });
  expect(now().shown).toBe(memory);
  await (await played.asked("knowledge.read")).answer(textOf("old"));
  expect(now().pages[memory]).toMatchObject({ words: "old" });
  const other = await setUp();
  const files = [{ ...fileOf(memory), exists: false }, fileOf(soul)];
  await (await other.played.asked("knowledge.list")).answer({ files });
  expect(other.now().shown).toBe(soul);
});

it("follows a file that another one writes, as long as nothing is unsaved", async () => {
  const { played, knowledge, page } = await opened();
  const changed = { topic: "memory", type: "knowledge-changed", path: memory, seq: 1, time: 0 } as const;
  knowledge.apply([changed]);
  const read = await played.asked("knowledge.read");
  await read.answer(textOf("theirs"));
  expect(page()).toMatchObject({ words: "theirs", file: { text: "theirs" }, revision: 1 });
  knowledge.apply([changed]);
  const late = await played.asked("knowledge.read");
  knowledge.write(memory, "mine");
  await late.answer(textOf("theirs again"));
  expect(page()).toMatchObject({ words: "mine", file: { text: "theirs" }, revision: 1 });
  knowledge.apply([changed]);
  expect(played.count("knowledge.read")).toBe(0);
});

it("tells why a file could not be saved", async () => {
  const { played, knowledge, told, page } = await opened();
  knowledge.write(memory, "new");
  void knowledge.save(memory);
  await (await played.asked("knowledge.save")).refuse(contractError("internal", "The disk is full."));
  expect(told).toEqual(["The disk is full."]);
  expect(page()).toMatchObject({ words: "new", conflict: null, isSaving: false });
});
