import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { KnowledgeVersion } from "../../../src-preload/contract/knowledge.ts";
import type { KnowledgeText } from "../../../src-preload/contract/window.ts";
import { createFileVersions } from "../../../src-renderer/state/file-versions.ts";
import { createKnowledge } from "../../../src-renderer/state/knowledge.ts";
import type { PlaceState } from "../../../src-renderer/state/place.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";

/* What a file held before: listed, compared with what stands now, and brought back. */

const memory = "memory/MEMORY.md";
const old: KnowledgeVersion = { version: "v1", time: 1, bytes: 3, author: { kind: "you" } };
const removed: KnowledgeVersion = { version: null, time: 2, bytes: 0, author: { kind: "outside" } };
const changed = { topic: "memory", type: "knowledge-changed", path: memory, seq: 1, time: 0 } as const;

function textOf(text: string, version = text): KnowledgeText {
  return { path: memory, text, version, tokens: 1 };
}

/** The memory is in the editor, and its versions are asked for. */
async function opened() {
  const played = createFakeAgent();
  const told: string[] = [];
  const place = { store: createStore<PlaceState>(() => ({ place: { name: "knowledge", path: memory } })) };
  const knowledge = createKnowledge(played.client, place, (words) => told.push(words));
  const versions = createFileVersions(played.client, knowledge.store);
  await startClient(played, {});
  knowledge.show();
  await (await played.asked("knowledge.read")).answer(textOf("now"));
  const page = () => knowledge.store.getState().pages[memory];
  const goTo = (path: string) => place.store.setState({ place: { name: "knowledge", path } });
  return { played, knowledge, versions, told, page, goTo, now: versions.store.getState };
}

it("lists the versions of the file that is shown, anew with each change of it, and says why that did not work", async () => {
  const { played, versions, goTo, now } = await opened();
  expect(now().list).toEqual({ kind: "loading" });
  await (await played.asked("knowledge.versions")).answer({ versions: [old] });
  expect(now().list).toEqual({ kind: "ready", versions: [old] });
  versions.apply([{ ...changed, path: "SOUL.md" }]);
  expect(played.count("knowledge.versions")).toBe(0);
  versions.apply([changed]);
  await (await played.asked("knowledge.versions")).refuse(contractError("internal", "It is broken."));
  expect(now().list).toEqual({ kind: "failed", message: "It is broken." });
  goTo("SOUL.md");
  expect((await played.asked("knowledge.versions")).input).toEqual({ path: "SOUL.md" });
});

it("shows no version of a file that was left meanwhile", async () => {
  const { played, versions, goTo, now } = await opened();
  const listing = await played.asked("knowledge.versions");
  void versions.compare(old);
  const reading = await played.asked("knowledge.readVersion");
  goTo("SOUL.md");
  await listing.answer({ versions: [old] });
  await reading.answer(textOf("old"));
  expect(now()).toMatchObject({ list: { kind: "loading" }, compared: null });
});

it("compares the one that was chosen last, and nothing after that was left", async () => {
  const { played, versions, now } = await opened();
  void versions.compare(old);
  const first = await played.asked("knowledge.readVersion");
  expect(first.input).toEqual({ path: memory, version: "v1" });
  void versions.compare(removed);
  await first.answer(textOf("old"));
  expect(now().compared).toEqual({ of: removed, content: { kind: "ready", text: "" } });
  void versions.compare(old);
  await (await played.asked("knowledge.readVersion")).refuse(contractError("not-found", "It is gone."));
  expect(now().compared).toMatchObject({ of: old, content: { kind: "failed", message: "It is gone." } });
  void versions.compare(old);
  const late = await played.asked("knowledge.readVersion");
  const before = now().focusAsked;
  versions.goBack();
  await late.answer(textOf("old"));
  expect(now()).toMatchObject({ compared: null, focusAsked: before + 1 });
});

it("restores over what stands now, as a new version", async () => {
  const { played, knowledge, told, page } = await opened();
  void knowledge.restore(memory, "old");
  const saving = await played.asked("knowledge.save");
  expect(saving.input).toEqual({ path: memory, text: "old", base: "now" });
  await saving.answer(textOf("old"));
  expect(page()).toMatchObject({ words: "old", file: { text: "old" }, revision: 1 });
  expect(told).toEqual(["Restored as a new version"]);
});

it("saves what was typed before it restores, and restores nothing where that does not work", async () => {
  const { played, knowledge, page } = await opened();
  knowledge.write(memory, "mine");
  void knowledge.restore(memory, "old");
  const first = await played.asked("knowledge.save");
  expect(first.input).toEqual({ path: memory, text: "mine", base: "now" });
  await first.refuse(contractError("internal", "The disk is full."));
  expect(played.count("knowledge.save")).toBe(0);
  expect(page()).toMatchObject({ words: "mine" });
  void knowledge.restore(memory, "old");
  await (await played.asked("knowledge.save")).answer(textOf("mine"));
  const second = await played.asked("knowledge.save");
  expect(second.input).toEqual({ path: memory, text: "old", base: "mine" });
  await second.refuse(contractError("conflict", "It was changed.", { text: "theirs", version: "v9" }));
  expect(page()).toMatchObject({ words: "old", conflict: { text: "theirs", version: "v9" } });
});

it("brings back a file that is gone", async () => {
  const { played, knowledge, page } = await opened();
  knowledge.apply([changed]);
  await (await played.asked("knowledge.read")).refuse(contractError("not-found", "It is not there."));
  expect(page()).toMatchObject({ kind: "failed" });
  void knowledge.restore(memory, "old");
  const saving = await played.asked("knowledge.save");
  expect(saving.input).toEqual({ path: memory, text: "old", base: null });
  await saving.answer(textOf("old"));
  expect(page()).toMatchObject({ kind: "ready", words: "old" });
});
