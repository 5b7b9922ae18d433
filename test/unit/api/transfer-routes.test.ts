import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Assistant } from "../../../src-main/assistant.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { ExportFormat } from "../../../src-preload/contract/transfer.ts";
import { makeZip } from "../../support/make-zip.ts";
import { startScriptedEndpoint } from "../../support/scripted-endpoint.ts";
import { createTestHome, endpointSettings, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let assistant: Assistant;
let client: Connection;

beforeEach(async () => {
  home = await createTestHome();
  assistant = home.open();
  client = assistant.connect(terminal);
});
afterEach(() => home[Symbol.asyncDispose]());

const fixture = (name: string) => readFile(join(import.meta.dirname, "../../fixtures/exports", name));
const chats = async () => value(await client.request("session.list", {})).sessions;
const codeOf = (result: { readonly ok: boolean; readonly error?: unknown }) =>
  result.ok ? "ok" : Reflect.get(Object(result.error), "code");

async function bring(bytes: Buffer, importId = "one"): Promise<void> {
  const half = Math.ceil(bytes.length / 2);
  for (const offset of [0, half]) {
    const base64 = bytes.subarray(offset, offset + half).toString("base64");
    value(await client.request("session.bring", { importId, offset, base64 }));
  }
}

async function importAll(bytes: Buffer, name: string, ids: readonly string[] | null = null) {
  await bring(bytes);
  const chosen = ids === null ? null : [...ids];
  return value(await client.request("session.import", { importId: "one", name, chats: chosen }));
}

async function messagesOf(sessionKey: string) {
  const opened = value(await client.request("session.open", { sessionKey }));
  return opened.page.messages.map(({ message }) => message);
}

async function exported(sessionKey: string, format: ExportFormat): Promise<string> {
  let text = "";
  let before: string | null = null;
  do {
    const from: { readonly before?: string } = before === null ? {} : { before };
    const part = value(await client.request("session.export", { sessionKey, format, ...from }));
    text = `${part.text}${text}`;
    before = part.before;
  } while (before !== null);
  return text;
}

describe("a ChatGPT export", () => {
  it("becomes a chat with its title, its times, its branches and where it comes from", async () => {
    const result = await importAll(await fixture("chatgpt.json"), "conversations.json");
    expect(result).toMatchObject({ added: 1, grown: 0, unchanged: 0, messages: 5, broken: [], isStopped: false });
    const [row] = await chats();
    expect(row).toMatchObject({ title: "Soup for twelve", state: "idle" });
    expect(row?.key).toMatch(/^import:chatgpt-[0-9a-f]{24}$/);
    const messages = await messagesOf(row?.key ?? "");
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      expect.stringMatching(/^system: This chat was imported from ChatGPT/),
      "user: [File: file-SoupPot]\n\nHow much soup for twelve people?\n\n[File: pot.png]",
      "assistant: Called python:\n\n```\nprint(12 * 0.35)\n```",
      "assistant: python answered:\n\n```\n4.2\n```",
      "assistant: About 4.2 litres.",
    ]);
    expect(messages.map(({ timestamp }) => timestamp)).toEqual([
      "2025-01-01T10:00:00.123Z",
      "2025-01-01T10:00:01.250Z",
      "2025-01-01T10:00:05.500Z",
      "2025-01-01T10:00:06.500Z",
      "2025-01-01T10:00:07.500Z",
    ]);
    const opened = value(await client.request("session.open", { sessionKey: row?.key ?? "" }));
    expect(opened.page.messages[2]?.siblings?.ids).toHaveLength(2);
  });

  it("is found like any other, and words in it too", async () => {
    await importAll(await fixture("chatgpt.json"), "conversations.json");
    const found = value(await client.request("session.list", { query: "soup" }));
    expect(found.sessions.map(({ title }) => title)).toEqual(["Soup for twelve"]);
    const sessionKey = found.sessions[0]?.key ?? "";
    const words = value(await client.request("session.find", { sessionKey, query: "4.2 litres" }));
    expect(words.messages).toHaveLength(1);
  });

  it("is read out of the zip that was sent", async () => {
    const zip = makeZip([
      { name: "chat.html", content: "<p>x" },
      { name: "conversations.json", content: await fixture("chatgpt.json") },
    ]);
    expect(await importAll(zip, "export.zip")).toMatchObject({ added: 1, messages: 5 });
  });
});

describe("a Claude export", () => {
  it("becomes a chat with its tools told as text, and its files named", async () => {
    expect(await importAll(await fixture("claude.json"), "x.json")).toMatchObject({ added: 1, messages: 2 });
    const [row] = await chats();
    const [, question, answer] = await messagesOf(row?.key ?? "");
    expect(row?.title).toBe("Bread that rises");
    expect(question?.content).toContain("[File: recipe.txt]\n\n[File: loaf.jpg]\n\n500 g flour, 10 g yeast");
    expect(answer?.content).toContain("Called web_search:");
    expect(answer?.content).toContain("Yeast dies at 55 °C.");
    expect(answer?.content).toMatch(/The water was probably too hot\.$/);
    expect(answer?.content).not.toContain("Perhaps");
    expect(answer).toMatchObject({ untrusted: "Claude", timestamp: "2025-02-03T08:00:09.000Z" });
  });
});

describe("a second import", () => {
  it("doubles nothing, adds what is new, and keeps what was said here since", async () => {
    const endpoint = await startScriptedEndpoint(() => ({ text: "Said here." }));
    await home.config(endpointSettings(endpoint.baseUrl));
    const bytes = await fixture("claude.json");
    await importAll(bytes, "x.json");
    expect(await importAll(bytes, "x.json")).toMatchObject({ added: 0, grown: 0, unchanged: 1, messages: 0 });
    const [row] = await chats();
    const sessionKey = row?.key ?? "";
    const recorded = await record(client);
    value(await client.request("chat.send", { sessionKey, text: "Go on.", workFolder: home.work }));
    await recorded.until("run-end");

    const longer = JSON.parse(bytes.toString("utf8"));
    longer[0].chat_messages.push({ uuid: "later", sender: "human", text: "Cold water then?", content: [] });
    const result = await importAll(Buffer.from(JSON.stringify(longer)), "x.json");
    expect(result).toMatchObject({ added: 0, grown: 1, messages: 1 });
    const said = (await messagesOf(sessionKey)).map(({ content }) => content);
    expect(said.slice(-2)).toEqual(["Go on.", "Said here."]);
    expect(said.filter((words) => words.startsWith("Why does my bread"))).toHaveLength(1);
    expect(JSON.stringify(endpoint.requests[0]?.body)).toContain("too hot");
    await endpoint.close();
  });

  it("goes on along the newer branch where nothing was said here", async () => {
    const bytes = await fixture("claude.json");
    await importAll(bytes, "x.json");
    const longer = JSON.parse(bytes.toString("utf8"));
    longer[0].chat_messages.push({ uuid: "later", sender: "human", text: "Cold water then?", content: [] });
    await importAll(Buffer.from(JSON.stringify(longer)), "x.json");
    const [row] = await chats();
    expect((await messagesOf(row?.key ?? "")).at(-1)?.content).toBe("Cold water then?");
  });
});

describe("a preview", () => {
  it("tells chats, messages and what is here already, and takes nothing", async () => {
    await bring(await fixture("chatgpt.json"));
    const asked = { importId: "one", name: "conversations.json" };
    const preview = value(await client.request("session.preview", asked));
    expect(preview.chats).toMatchObject([{ title: "Soup for twelve", messages: 5, state: "new", source: "chatgpt" }]);
    expect(await chats()).toEqual([]);
    value(await client.request("session.import", { ...asked, chats: [preview.chats[0]?.id ?? ""] }));
    expect(value(await client.request("session.preview", asked)).chats).toMatchObject([{ state: "same" }]);
    expect(value(await client.request("session.import", { ...asked, chats: [] }))).toMatchObject({ unchanged: 0 });
  });

  it("of a file that was dropped is not found", async () => {
    await bring(await fixture("chatgpt.json"));
    value(await client.request("session.dropImport", { importId: "one" }));
    expect(codeOf(await client.request("session.preview", { importId: "one" }))).toBe("not-found");
  });

  it("takes no piece that does not follow the one before", async () => {
    const piece = { importId: "one", base64: "e30=" };
    value(await client.request("session.bring", { ...piece, offset: 0 }));
    expect(codeOf(await client.request("session.bring", { ...piece, offset: 9 }))).toBe("conflict");
  });
});

describe("an import that is stopped", () => {
  it("leaves whole chats alone, and the rest comes with the next one", async () => {
    const long = "soup ".repeat(20_000);
    const conversations = Array.from({ length: 60 }, (_, index) => {
      const text = (which: string) => ({ uuid: `${index}${which}`, sender: "human", text: `${which} ${long}` });
      return { uuid: `chat-${index}`, name: `Chat ${index}`, chat_messages: [text("a"), text("b")] };
    });
    const bytes = Buffer.from(JSON.stringify(conversations));
    const recorded = await record(client);
    for (let offset = 0; offset < bytes.length; offset += 4_000_000) {
      const base64 = bytes.subarray(offset, offset + 4_000_000).toString("base64");
      value(await client.request("session.bring", { importId: "one", offset, base64 }));
    }
    const running = client.request("session.import", { importId: "one", name: "x.json", chats: null });
    await recorded.until("import-progress", ({ chats: met }) => met > 0);
    value(await client.request("session.dropImport", { importId: "one" }));
    const stopped = value(await running);
    expect(stopped.isStopped).toBe(true);
    expect(stopped.added).toBeLessThan(60);
    expect(stopped.messages).toBe(stopped.added * 2);
    expect(await chats()).toHaveLength(stopped.added);
    expect(codeOf(await client.request("session.preview", { importId: "one" }))).toBe("not-found");
  });
});

describe("a broken or hostile file", () => {
  const chat = (id: string, mapping: object) => ({ title: id, conversation_id: id, mapping });
  const said = (parent: string | null, words: string) => ({
    parent,
    message: { author: { role: "user" }, content: { content_type: "text", parts: [words] } },
  });

  it("costs no other chat, and each is told why", async () => {
    const circle = chat("circle", { a: said("b", "x"), b: said("a", "y") });
    const names = JSON.parse(`{"__proto__": ${JSON.stringify(said(null, "ok\u0000"))}}`);
    const deep = `{"title":"deep","mapping":${"[".repeat(5000)}${"]".repeat(5000)}}`;
    const list = [circle, chat("names", names), { any: 1 }, chat("empty", {})].map((one) => JSON.stringify(one));
    const result = await importAll(Buffer.from(`[${[...list, deep].join(",")},{"title":"cut`), "x.json");
    expect(result).toMatchObject({ added: 1, messages: 1 });
    expect(result.broken.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
      "circle: Its messages lead back to themselves.",
      ": It is no chat of ChatGPT, Claude or Perch.",
      "empty: Nothing was said in it.",
      ": It is nested too deep.",
      ": The file ends in the middle of it. Export it again.",
    ]);
    const [row] = await chats();
    expect((await messagesOf(row?.key ?? ""))[1]?.content).toBe("ok\ufffd");
  });

  it.each([
    ["empty", ""],
    ["no JSON", "hello"],
    ["a number", "12"],
  ])("that is %s says so", async (_name, content) => {
    await bring(Buffer.from(content));
    const result = value(await client.request("session.import", { importId: "one", name: "x.json", chats: null }));
    expect(result.broken).toEqual([{ title: "", reason: "It is no JSON." }]);
  });

  it.each([
    ["holds no conversations", [{ name: "a.txt", content: "a" }], /holds no conversations.json/],
    ["is locked", [{ name: "conversations.json", content: "[]", isEncrypted: true }], /locked/],
    ["lies about its size", [{ name: "conversations.json", content: "[1,2,3,4,5]", toldSize: 2 }], /cannot be read/],
    ["leads out", [{ name: "../conversations.json", content: "[]" }], /cannot be read/],
  ])("that is a zip and %s is refused", async (_name, entries, reason) => {
    await bring(makeZip(entries));
    const refused = await client.request("session.preview", { importId: "one", name: "x.zip" });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: "invalid-input", message: expect.stringMatching(reason) },
    });
  });
});

describe("an export of Perch", () => {
  it("is written in three formats, with nothing in it that a page would run, and comes back", async () => {
    const conversation = [
      {
        uuid: "u",
        name: "A <b>title</b>/x",
        chat_messages: [{ uuid: "1", sender: "human", text: '<script>alert("x")</script>' }],
      },
    ];
    await importAll(Buffer.from(JSON.stringify(conversation)), "x.json");
    const [row] = await chats();
    const key = row?.key ?? "";
    const markdown = await exported(key, "markdown");
    expect(markdown).toMatch(/^# A <b>title<\/b>\/x\n/);
    expect(markdown).toContain("## You");
    const html = await exported(key, "html");
    expect(html).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;");
    expect(html).not.toMatch(/<script|https?:|<b>/);
    expect(html).toContain("default-src 'none'");
    const part = value(await client.request("session.export", { sessionKey: key, format: "html" }));
    expect(part.name).toMatch(/^A _b_title_-b_-x \d{4}-\d\d-\d\d\.html$/);
    const json = await exported(key, "json");
    expect(JSON.parse(json)).toMatchObject({ format: "perch-chat", version: 1, title: "A <b>title</b>/x" });
    expect(await importAll(Buffer.from(json), "chat.json")).toMatchObject({ added: 1, messages: 1 });
    expect((await chats()).map(({ key: one }) => one.split("-")[0])).toContain("import:perch");
  });

  it("has every message of a chat of many parts, once and in order", async () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `message ${index}.`);
    const chat_messages = texts.map((text, index) => ({
      uuid: `m${index}`,
      sender: index % 2 ? "assistant" : "human",
      text,
    }));
    await importAll(Buffer.from(JSON.stringify([{ uuid: "u", name: "long", chat_messages }])), "x.json");
    const [row] = await chats();
    const markdown = await exported(row?.key ?? "", "markdown");
    expect(markdown.match(/message \d+\./g)).toEqual(texts);
    const json = JSON.parse(await exported(row?.key ?? "", "json"));
    expect(json.messages).toHaveLength(1001);
  });

  it("of a session file survives damaged lines, as opening it does", async () => {
    const line = (id: string, parentId: string | null) =>
      JSON.stringify({ id, parentId, role: "user", content: id, timestamp: "2025-01-01T00:00:00.000Z" });
    const lines = [
      "NOT JSON",
      line("m1", null),
      '{"id":"m2","role":',
      line("m3", "m2"),
      line("m3", "m2"),
      "",
      line("m4", "m3"),
    ];
    const file = `\ufeff${lines.join("\r\n")}\r\n{"id":"m5","role":"user","content":"half a sen`;
    const withZeros = Buffer.concat([Buffer.from(file), Buffer.alloc(4096)]);
    expect(await importAll(withZeros, "chat.jsonl")).toMatchObject({ added: 1, messages: 3, broken: [] });
    const [row] = await chats();
    expect(row?.title).toBe("m1");
    expect((await messagesOf(row?.key ?? "")).slice(1).map(({ content }) => content)).toEqual(["m1", "m3", "m4"]);
  });
});
