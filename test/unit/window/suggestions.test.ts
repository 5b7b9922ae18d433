import { expect, it } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { chatsFor, filesFor, promptsFor, resourcesFor } from "../../../src-renderer/features/chat/suggestions.ts";
import { createNamedThings } from "../../../src-renderer/state/named-things.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { key, rowOf } from "../../support/window-facts.ts";

/* What completes a word: of each kind a few, the best first. */

const chat = (id: string, title: string, updatedAt = 1) => ({
  ...rowOf("idle"),
  key: sessionKeySchema.parse(id),
  title,
  updatedAt,
});
const resource = (uri: string, title = uri) => ({ server: "memo", uri, title, description: "", mediaType: "" });
const prompt = (name: string, title = "") => ({ server: "memo", name, title, description: "", arguments: [] });

it("offers at most a few files, and folders that hold them once something is typed", () => {
  const paths = Array.from({ length: 20 }, (_, at) => `notes/old/file-${at}.md`);
  expect(filesFor(paths, "")).toHaveLength(6);
  expect(filesFor(paths, "old").filter(({ kind }) => kind === "folder")).toEqual([
    { kind: "folder", path: "notes/old" },
  ]);
});

it("offers chats by their title and never the open one; two of one title are told by their keys", () => {
  const rows = [
    chat("cli:a", "Plan"),
    chat("cli:b", "Plan"),
    chat("cli:c", "A plan for May"),
    { ...chat("x:y", "Plan"), key },
  ];
  const written = chatsFor(rows, "plan", key).map((one) => one.kind === "chat" && one.written);
  expect(written).toEqual(["@chat:cli:a", "@chat:cli:b", '@chat:"A plan for May"']);
  expect(chatsFor(rows, 'chat:"may', key)).toHaveLength(1);
  expect(chatsFor(rows, "never", key)).toEqual([]);
});

it("offers resources by title or address, and none that could not be written", () => {
  const all = [resource("memo:a", "Today"), resource('memo:"b', "Today, too")];
  expect(resourcesFor(all, "tod").map((one) => one.kind === "resource" && one.written)).toEqual(["@memo:memo:a"]);
  expect(resourcesFor(all, "memo:memo")).toHaveLength(1);
});

it("offers prompts until the name is wholly there", () => {
  const all = [prompt("review", "Look at it"), prompt("hello")];
  expect(promptsFor(all, "look").map((one) => one.kind === "prompt" && one.written)).toEqual(["/memo:review"]);
  expect(promptsFor(all, "memo:review")).toEqual([]);
});

it("reads chats newest first without private ones, and keeps what was found where the agent does not answer", async () => {
  const played = createFakeAgent();
  await startClient(played, {});
  const things = createNamedThings(played.client);
  void things.load();
  const sessions = [chat("cli:a", "Old", 1), chat("cli:b", "New", 2), chat("desktop:private-x", "Secret", 3)];
  await (await played.asked("session.list")).answer({ sessions, cursor: null });
  await (await played.asked("mcp.offers")).answer({ resources: [resource("memo:a")], prompts: [] });
  const now = () => things.store.getState();
  expect(now().chats.map(({ title }) => title)).toEqual(["New", "Old"]);
  expect(now().resources).toHaveLength(1);
});
