import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import type { WorkFile } from "../../../src-preload/contract/files.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { isUnsaved } from "../../../src-renderer/state/edited-files.ts";
import { pageName } from "../../../src-renderer/state/file-tabs.ts";
import { createFolderWatch } from "../../../src-renderer/state/folder-watch.ts";
import { mergeTexts } from "../../../src-renderer/state/merge-texts.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createWorkFiles } from "../../../src-renderer/state/work-files.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { detailOf, key } from "../../support/window-facts.ts";

/* Files that are open in tabs: nothing that was typed is lost, whatever happens on the disk meanwhile. */

const path = "docs/a.md";
const name = pageName(key, path);
const changes = { topic: "files", type: "files-changed", sessionKey: key, folders: ["docs"] } as const;

function file(text: string, more: Partial<WorkFile> = {}): WorkFile {
  return { path, version: `v:${text}`, text, size: text.length, readOnly: null, preview: null, ...more };
}

async function setUp() {
  const played = createFakeAgent();
  const [agent, chat] = [createAgent(played.client), createOpenChat(played.client)];
  const said: string[] = [];
  const files = createWorkFiles({
    client: played.client,
    agent,
    chat,
    watch: createFolderWatch(played.client, agent),
    notify: (words) => void said.push(words),
  });
  await startClient(played, {
    events(events) {
      chat.apply(events);
      files.apply(events);
    },
    link: agent.setLink,
    reset: (restarted) => void (restarted ? chat.refresh() : undefined),
  });
  void chat.open(key);
  await (await played.asked("session.open")).answer(detailOf());
  const page = () => {
    const found = files.store.getState().pages[name];
    return found?.kind === "ready" ? found : null;
  };
  /** The disk changed, and is asked once more. */
  const disk = async (now: WorkFile | null) => {
    played.tell(changes);
    const asked = await played.asked("file.open");
    await (now === null ? asked.refuse(contractError("not-found", "It is gone.")) : asked.answer(now));
  };
  return { played, files, page, disk, said, tabs: () => files.store.getState().tabs[key] };
}

async function opened(text = "one\n") {
  const made = await setUp();
  made.files.open(key, path);
  expect((await made.played.asked("file.watch")).input).toEqual({ sessionKey: key, folders: ["docs"] });
  await (await made.played.asked("file.open")).answer(file(text));
  return made;
}

it("opens a file once, goes to its tab after that, and to the neighbour of one that is closed", async () => {
  const { played, files, tabs } = await opened();
  for (const other of ["b.md", "c.md", path]) files.open(key, other);
  expect(tabs()).toEqual({ paths: [path, "b.md", "c.md"], shown: path });
  expect(played.count("file.open")).toBe(2);
  files.close(key, path);
  expect(tabs()).toEqual({ paths: ["b.md", "c.md"], shown: "b.md" });
  files.show(key, "c.md");
  files.close(key, "c.md");
  expect(tabs()?.shown).toBe("b.md");
  files.showChat(key);
  files.close(key, "b.md");
  expect(tabs()).toEqual({ paths: [], shown: null });
});

it("saves against the version that was opened, once at a time, and keeps what is typed meanwhile", async () => {
  const { played, files, page } = await opened();
  files.write(name, "two\n");
  void files.save(name);
  void files.save(name);
  const saving = await played.asked("file.save");
  expect(saving.input).toEqual({ sessionKey: key, path, text: "two\n", base: "v:one\n" });
  files.write(name, "three\n");
  await saving.answer(file("two\n"));
  expect(played.count("file.save")).toBe(0);
  expect(page()).toMatchObject({ words: "three\n", file: { version: "v:two\n" }, conflict: null });
});

it("tells what could not be saved, and keeps it", async () => {
  const { played, files, page, said } = await opened();
  files.write(name, "two\n");
  void files.save(name);
  await (await played.asked("file.save")).refuse(contractError("disk-full", "The disk is full."));
  expect(said).toEqual(["The disk is full."]);
  expect(page()).toMatchObject({ words: "two\n", isSaving: false });
});

it("shows what the disk has where nothing is unsaved, and does nothing where it has the same", async () => {
  const { page, disk } = await opened();
  await disk(file("one\n"));
  expect(page()?.revision).toBe(0);
  await disk(file("theirs\n"));
  expect(page()).toMatchObject({ words: "theirs\n", revision: 1, conflict: null });
});

it("has a conflict where both changed it, that goes with the same text, and puts both together", async () => {
  const { files, page, disk } = await opened("a\nb\nc\nd\ne\n");
  files.write(name, "A\nb\nc\nd\ne\n");
  await disk(file("a\nb\nc\nd\nE\n"));
  expect(page()?.conflict).toEqual({ text: "a\nb\nc\nd\nE\n", version: "v:a\nb\nc\nd\nE\n" });
  await disk(file("a\nb\nc\nd\ne\n"));
  expect(page()?.conflict).toBeNull();
  await disk(file("a\nb\nc\nd\nE\n"));
  expect(await files.takeBoth(name)).toBe(true);
  expect(page()).toMatchObject({ words: "A\nb\nc\nd\nE\n", conflict: null, file: { text: "a\nb\nc\nd\nE\n" } });
  expect(files.store.getState().compared.has(name)).toBe(true);
  await disk(file("A\nb\nc\nd\nE\n"));
  expect(page()).toMatchObject({ conflict: null, file: { version: "v:A\nb\nc\nd\nE\n" } });
});

it("leaves both as they are where the same lines were changed, until the person says which", async () => {
  const { played, files, page, disk } = await opened();
  files.write(name, "mine\n");
  await disk(file("theirs\n"));
  expect(await files.takeBoth(name)).toBe(false);
  expect(page()).toMatchObject({ words: "mine\n", conflict: { text: "theirs\n" } });
  void files.keepMine(name);
  const saving = await played.asked("file.save");
  expect(saving.input).toMatchObject({ text: "mine\n", base: "v:theirs\n" });
  // Somebody was faster once more.
  const data = { text: "newer\n", version: "v:newer\n" };
  await saving.refuse(contractError("conflict", "It changed.", data));
  expect(page()).toMatchObject({ words: "mine\n", conflict: data });
  files.takeTheirs(key, path);
  expect(page()).toMatchObject({ words: "newer\n", conflict: null, revision: 1 });
});

it("keeps a file that was taken away, saves it again, and shows it where it comes back by itself", async () => {
  const { played, files, page, disk, tabs } = await opened();
  await disk(null);
  expect(page()).toMatchObject({ words: "one\n", conflict: { text: "", version: null } });
  await disk(file("back\n"));
  expect(page()).toMatchObject({ words: "back\n", conflict: null });
  files.write(name, "mine\n");
  await disk(null);
  void files.keepMine(name);
  const saving = await played.asked("file.save");
  expect(saving.input).toMatchObject({ text: "mine\n", base: null });
  await saving.answer(file("mine\n"));
  expect(page()).toMatchObject({ conflict: null, words: "mine\n" });
  await disk(null);
  files.takeTheirs(key, path);
  expect(tabs()?.paths).toEqual([]);
});

it("asks before unsaved words are closed: they stay, are saved first, or are thrown away", async () => {
  const { played, files, tabs, page } = await opened();
  files.write(name, "two\n");
  files.close(key, path);
  expect(files.store.getState().closing).toEqual({ key, path });
  files.stay();
  expect([files.store.getState().closing, tabs()?.paths]).toEqual([null, [path]]);
  const ending = files.saveAndClose(key, path);
  await (await played.asked("file.save")).refuse(contractError("conflict", "No.", { text: "x", version: "v:x" }));
  await ending;
  expect([tabs()?.paths, page()?.words]).toEqual([[path], "two\n"]);
  const again = files.saveAndClose(key, path);
  await (await played.asked("file.save")).answer(file("two\n"));
  await again;
  expect(tabs()?.paths).toEqual([]);
  files.open(key, path);
  await (await played.asked("file.open")).answer(file("two\n"));
  files.write(name, "three\n");
  files.discard(key, path);
  expect([tabs()?.paths, files.store.getState().pages]).toEqual([[], {}]);
});

it("keeps what is typed over a line that is lost, and looks at the disk once it is back", async () => {
  const { played, files, page } = await opened();
  files.write(name, "two\n");
  await played.comeBack("same");
  expect((await played.asked("file.watch")).input).toEqual({ sessionKey: key, folders: ["docs"] });
  await (await played.asked("file.open")).answer(file("theirs\n"));
  const now = page();
  expect(now).toMatchObject({ words: "two\n", conflict: { text: "theirs\n" } });
  expect(now !== null && isUnsaved(now)).toBe(true);
  await settled();
});

it("merges what lies apart, lines that moved too, and nothing that overlaps", async () => {
  const base = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");
  const mine = base.replace("line 15", "mine");
  const theirs = `new first line\n${base.replace("line 2\n", "theirs\n")}`;
  expect(await mergeTexts(base, mine, theirs)).toBe(theirs.replace("line 15", "mine"));
  expect(await mergeTexts(base, mine, base.replace("line 15", "theirs"))).toBeNull();
  expect(await mergeTexts("a", "a\nmine", "a")).toBe("a\nmine");
  // Both added something at the end: both is there.
  expect(await mergeTexts("a\n", "a\nmine\n", "a\ntheirs\n")).toBe("a\nmine\ntheirs\n");
});
