import { expect, it } from "vitest";
import { createStore } from "zustand/vanilla";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { FolderListing } from "../../../src-preload/contract/window.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { foundElsewhere, hasMore, listingOf, rootPath, shownPaths } from "../../../src-renderer/state/file-tree.ts";
import { createFiles } from "../../../src-renderer/state/files.ts";
import { createFolderWatch } from "../../../src-renderer/state/folder-watch.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { detailOf, key, rowOf } from "../../support/window-facts.ts";

/* The work folder beside a chat: what is read when, and what is shown of it. */

function folder(path: string, ...names: readonly string[]): FolderListing {
  const entries = names.map((name) => ({
    name: name.replace("/", ""),
    path: `${path === "" ? "" : `${path}/`}${name.replace("/", "")}`,
    kind: name.endsWith("/") ? ("folder" as const) : ("file" as const),
    size: 1,
    changedAt: 1,
  }));
  return { path, entries, more: 0 };
}

/** The inspector shows the files of a chat, whose folder was asked for. */
async function setUp() {
  const played = createFakeAgent();
  const [agent, chat] = [createAgent(played.client), createOpenChat(played.client)];
  const preferences = createStore(() => ({ inspector: true, inspectorTab: "files" }));
  const watch = createFolderWatch(played.client, agent);
  const files = createFiles(played.client, { agent, chat, watch, preferences });
  const end = files.show();
  await startClient(played, {
    events: chat.apply,
    link: agent.setLink,
    reset: (restarted) => void (restarted ? chat.refresh() : undefined),
  });
  void chat.open(key);
  await (await played.asked("session.open")).answer(detailOf());
  return { played, chat, files, preferences, end, now: files.store.getState };
}

/** The folder is shown, with a folder and a file in it. */
async function ready() {
  const made = await setUp();
  await made.played.asked("file.watch");
  await (await made.played.asked("file.list")).answer(folder("", "docs/", "a.md"));
  return made;
}

const changes = { topic: "files", type: "files-changed", sessionKey: key, folders: [] } as const;

it("reads and watches the folder of the chat that the inspector shows, and nothing while it is closed", async () => {
  const { played, files, preferences, now, end } = await setUp();
  expect(now().tree).toEqual({ kind: "loading" });
  expect((await played.asked("file.watch")).input).toEqual({ sessionKey: key, folders: [""] });
  await (await played.asked("file.list")).answer(folder("", "docs/", "a.md"));
  expect(shownPaths(now())).toEqual(["docs", "a.md"]);
  files.toggle("docs");
  expect((await played.asked("file.watch")).input).toEqual({ sessionKey: key, folders: ["", "docs"] });
  preferences.setState({ inspectorTab: "run" });
  expect((await played.asked("file.watch")).input).toEqual({ sessionKey: key, folders: [] });
  expect(now()).toMatchObject({ key: null, tree: { kind: "loading" } });
  await (await played.asked("file.list")).answer(folder("docs", "late.md"));
  expect(shownPaths(now())).toEqual([]);
  preferences.setState({ inspectorTab: "files" });
  expect([played.count("file.watch"), played.count("file.list")]).toEqual([1, 1]);
  end();
  preferences.setState({ inspector: true });
  expect(now().key).toBe(null);
});

it("says why the folder could not be read, and shows it with what is open in it once it can be", async () => {
  const { played, files, now } = await ready();
  files.toggle("docs");
  await (await played.asked("file.list")).answer(folder("docs", "b.md"));
  played.tell(changes);
  await (await played.asked("file.list")).refuse(contractError("internal", "It is gone."));
  expect(now().tree).toEqual({ kind: "failed", message: "It is gone." });
  await (await played.asked("file.list")).answer(folder("docs", "b.md"));
  played.tell(changes);
  await (await played.asked("file.list")).answer(folder("", "docs/"));
  await (await played.asked("file.list")).answer(folder("docs", "c.md"));
  expect(shownPaths(now())).toEqual(["docs", "docs/c.md"]);
});

it("shows what of the open folders has a name with the words, and an answer to earlier words never", async () => {
  const { played, files, now } = await ready();
  files.toggle("docs");
  await (await played.asked("file.list")).answer(folder("docs", "b.md", "c.txt"));
  files.search("b");
  const earlier = [await played.asked("file.list"), await played.asked("file.list")];
  expect(shownPaths(now())).toEqual([]);
  files.search("c");
  const [root, docs] = [await played.asked("file.list"), await played.asked("file.list")];
  expect(root.input).toMatchObject({ path: "", words: "c" });
  await root.answer(folder(""));
  await docs.answer(folder("docs", "c.txt"));
  for (const asked of earlier) await asked.answer(folder("", "b"));
  expect(shownPaths(now())).toEqual(["docs", "docs/c.txt"]);
  files.search("");
  expect(shownPaths(now())).toEqual(["docs", "docs/b.md", "docs/c.txt", "a.md"]);
});

it("finds what has a name with the words in folders that are not open, too", async () => {
  const { played, files, now } = await ready();
  const elsewhere = () => foundElsewhere(now(), files.found.getState().paths);
  files.search("Plan");
  await (await played.asked("file.list")).answer(folder("", "plan.md"));
  const find = await played.asked("file.find");
  expect(find.input).toMatchObject({ query: "Plan" });
  await find.answer({ paths: ["plan.md", "docs/old/Plan.txt", "planning/notes.md"] });
  expect(elsewhere()).toEqual(["docs/old/Plan.txt"]);
  files.search("");
  expect(elsewhere()).toEqual([]);
});

it("asks for more of a full folder, up to what the agent tells", async () => {
  const { played, files, now } = await ready();
  files.showMoreOf(rootPath);
  const more = await played.asked("file.list");
  expect(more.input).toMatchObject({ path: "", limit: 4000 });
  await more.answer({ ...folder("", "a.md", "z.md"), more: 3 });
  expect(listingOf(now(), rootPath)?.more).toBe(3);
  expect(hasMore(now(), rootPath)).toBe(true);
  for (let page = 0; page < 10; page += 1) files.showMoreOf(rootPath);
  expect(hasMore(now(), rootPath)).toBe(false);
});

it("previews the file that was chosen last, and reads it again when files change or the line is another one", async () => {
  const { played, files, now } = await ready();
  files.choose("a.md");
  const first = await played.asked("file.read");
  files.choose("docs/b.md");
  const second = await played.asked("file.read");
  const said = (text: string) => ({ kind: "text", text, truncated: false, size: 1 }) as const;
  await second.answer(said("b"));
  await first.answer(said("a"));
  expect(now().chosen).toMatchObject({ path: "docs/b.md", shown: { kind: "ready", preview: { text: "b" } } });
  played.tell(changes);
  await (await played.asked("file.read")).refuse(contractError("not-found", "There is no such file."));
  expect(now().chosen?.shown).toEqual({ kind: "failed", message: "There is no such file." });
  await played.comeBack("same");
  expect([played.count("file.watch"), played.count("file.list"), played.count("file.read")]).toEqual([1, 1, 1]);
});

it("begins anew with another chat", async () => {
  const { played, chat, files, now } = await ready();
  files.choose("a.md");
  const other = sessionKeySchema.parse("desktop:b");
  void chat.open(other);
  expect(now()).toMatchObject({ key: null, chosen: null });
  await (await played.asked("session.open")).answer(detailOf({ summary: rowOf("idle", { key: other }) }));
  expect((await played.asked("file.list")).input).toMatchObject({ sessionKey: other, path: "" });
});
