import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import { draftNameOf } from "../../../src-main/drafts/draft-file.ts";
import { maxMessageChars } from "../../../src-preload/contract/bounds.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { Draft } from "../../../src-preload/contract/drafts.ts";
import { messageIdSchema, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../../support/test-home.ts";

/* What was typed and not sent is kept by the agent. */

let home: TestHome;
let assistant: Assistant;
let client: Connection;
const disk = createFailingFileSystem();

beforeEach(async () => {
  disk.heal();
  home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice", workFolder: home.work } } });
  assistant = home.open({ files: disk.files });
  client = assistant.connect(terminal);
});
afterEach(() => home[Symbol.asyncDispose]());

const keyOf = (id: string) => sessionKeySchema.parse(`desktop:${id}`);
const [one, two] = [keyOf("one"), keyOf("two")];
const words = (text: string): Draft => ({ text, media: [] });
const save = (sessionKey: SessionKey, draft: Draft, by = "a window") =>
  client.request("drafts.save", { sessionKey, draft, by });
const read = async (sessionKey: SessionKey) => value(await client.request("drafts.read", { sessionKey })).draft;
const listed = async () => value(await client.request("drafts.list", {})).drafts;
const fileOf = (key: SessionKey) => join(home.home, "drafts", draftNameOf(key));

it("keeps a draft whole for another process: text, files, what is edited and what lies aside", async () => {
  const media = [{ kind: "image", path: "/a.png", mediaType: "image/png", name: "a.png" } as const];
  const draft: Draft = {
    text: "x".repeat(2_000_000),
    media,
    replaces: messageIdSchema.parse("m_1"),
    aside: [{ text: "half a\nthought", media }],
  };
  value(await save(one, draft));
  value(await save(two, words("  later \n words ")));
  expect((await stat(fileOf(one))).mode & 0o777).toBe(0o600);
  await assistant.close();
  client = home.open().connect(terminal);
  expect(await read(one)).toEqual(draft);
  const rows = await listed();
  expect(rows.map(({ sessionKey, isNew }) => [sessionKey, isNew])).toEqual(
    expect.arrayContaining([
      [one, true],
      [two, true],
    ]),
  );
  expect(rows.find(({ sessionKey }) => sessionKey === two)?.preview).toBe("later words");
  expect(await read(keyOf("none"))).toBeNull();
});

it("tells every other window which draft changed and by whom, without its text", async () => {
  const told = await record(assistant.connect(terminal));
  value(await save(one, words("secret thought"), "first"));
  const event = await told.until("draft-changed");
  expect(event).toMatchObject({ sessionKey: one, by: "first" });
  expect(JSON.stringify(event)).not.toContain("thought");
});

it("takes the draft of a message away in the act that takes the message in, and brings back what lay aside", async () => {
  value(await save(one, { ...words("list the files"), aside: [words("first"), words("second")] }));
  const told = await record(client);
  const sent = { sessionKey: one, text: "list the files", draftBy: "a window" };
  value(await client.request("chat.send", sent));
  expect(await read(one)).toEqual({ ...words("second"), aside: [words("first")] });
  await told.until("run-end");
  expect(await listed()).toMatchObject([{ sessionKey: one, isNew: false }]);
  value(await client.request("chat.send", sent));
  value(await client.request("chat.send", sent));
  expect(await read(one)).toBeNull();
  expect(await readdir(join(home.home, "drafts"))).toEqual([]);
});

it("lets whoever reads or saves a draft wait while it is being sent", async () => {
  const aside = [words("half a thought")];
  value(await save(one, { ...words("hello"), aside }));
  const message = { text: "hello", draftBy: "a window" };
  const sending = client.request("chat.send", { ...message, sessionKey: one });
  expect(await read(one)).toEqual(words("half a thought"));
  value(await sending);

  value(await save(two, words("hello")));
  const sendingTwo = client.request("chat.send", { ...message, sessionKey: two });
  value(await save(two, words("of the next page"), "another page"));
  value(await sendingTwo);
  expect(await read(two)).toEqual(words("of the next page"));
});

it("leaves a draft alone whose message was not taken in, or that somebody else sent", async () => {
  value(await save(one, words("mine")));
  value(await client.request("chat.send", { sessionKey: one, text: "list the files" }));
  expect((await client.request("chat.send", { sessionKey: one, text: " ", draftBy: "a window" })).ok).toBe(false);
  expect(await read(one)).toEqual(words("mine"));
});

it("lets a draft go with its chat to the trash and come back with it, but not over a newer one", async () => {
  const chat = value(await client.request("session.update", { sessionKey: one, patch: { pinned: true } })).key;
  value(await save(chat, words("unsent")));
  value(await client.request("session.remove", { sessionKey: chat }));
  expect(await listed()).toEqual([]);
  value(await client.request("session.restore", { sessionKey: chat }));
  expect(await read(chat)).toEqual(words("unsent"));
  value(await client.request("session.remove", { sessionKey: chat }));
  value(await save(chat, words("newer")));
  value(await client.request("session.restore", { sessionKey: chat }));
  expect(await read(chat)).toEqual(words("newer"));
});

it.each([
  ["cut off", '{"_type":"draft","version":1,"key":"desktop:one","savedAt":1,"preview":"a"}\n{"text":"ab'],
  ["empty", ""],
  [
    "of another chat",
    '{"_type":"draft","version":1,"key":"desktop:two","savedAt":1,"preview":"a"}\n{"text":"a","media":[]}',
  ],
])("keeps a file aside that is %s, and begins anew", async (_, content) => {
  await mkdir(join(home.home, "drafts"));
  await writeFile(fileOf(one), content);
  expect(await read(one)).toBeNull();
  const [name = ""] = await readdir(join(home.home, "backups"));
  expect(await readFile(join(home.home, "backups", name), "utf8")).toBe(content);
  value(await save(one, words("anew")));
  expect(await read(one)).toEqual(words("anew"));
});

it("says why a draft was not kept, and has the one before until the disk is well again", async () => {
  value(await save(one, words("before")));
  disk.setFault({ at: 1, code: "ENOSPC", lasts: "for-ever", only: ["handle.writeFile"] });
  expect(await save(one, words("after"))).toMatchObject({ ok: false, error: { code: "disk-full" } });
  disk.heal();
  expect(await read(one)).toEqual(words("before"));
  expect(await readdir(join(home.home, "drafts"))).toHaveLength(1);
  const long = await save(one, words("x".repeat(maxMessageChars + 1)));
  expect(long).toMatchObject({ ok: false, error: { code: "invalid-input" } });
});

it("gives a draft back as it was typed, also what looks like a key that is known", async () => {
  value(await client.request("model.choose", { modelId: "openai/gpt-6-luna", apiKey: "sk-typed-1234567890abcdef" }));
  value(await save(one, words("use sk-typed-1234567890abcdef")));
  expect(await read(one)).toEqual(words("use sk-typed-1234567890abcdef"));
});

it("takes no draft from a command of the agent, and shows it none", async () => {
  const command = assistant.connect({ ...terminal, mayBeCommand: async () => true });
  const asked = [
    command.request("drafts.save", { sessionKey: one, draft: words("do it"), by: "x" }),
    command.request("drafts.read", { sessionKey: one }),
    command.request("chat.send", { sessionKey: one, text: "go", draftBy: "x" }),
  ];
  for (const answer of await Promise.all(asked)) expect(answer).toMatchObject({ error: { code: "forbidden" } });
});
