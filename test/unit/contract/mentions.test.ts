import { describe, expect, it } from "vitest";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { chatMention, mentionsIn, resourceMention } from "../../../src-preload/contract/mentions.ts";
import { readPromptCall, writePromptCall } from "../../../src-preload/contract/prompt-call.ts";

/* What a message names with an `@`, and how it calls a prompt of a server: the same text on both sides. */

const key = sessionKeySchema.parse("desktop:abc");
const kinds = (message: string) =>
  mentionsIn(message).map((one) => {
    if (one.kind === "resource") return `${one.server}|${one.uri}`;
    return one.by === "key" ? `key ${one.key}` : `title ${one.title}`;
  });

describe("a mention", () => {
  it.each([
    ['as in @chat:"Weekly report", please', ["title Weekly report"]],
    ["@chat:desktop:abc.", ["key desktop:abc"]],
    ["@chat:report", ["title report"]],
    ["(@files:file:///a/b.txt)", ["files|file:///a/b.txt"]],
    ['@"My files":"a b" and @"chat":x', ["My files|a b", "chat|x"]],
    ["twice @a:b and @a:b", ["a|b"]],
    ["mail me@chat:x, see @src/a.ts or @name", []],
    ['@chat:"" @chat:"open end', []],
    ["@a:...", []],
  ])("in %j is %j", (message, expected) => {
    expect(kinds(message)).toEqual(expected);
  });

  it("is found in a text that was made to be slow, and in a huge one", () => {
    const hostile = `${"@a".repeat(100_000)} ${'@"'.repeat(100_000)} ${'@a:"'.repeat(50_000)} ${"(".repeat(100_000)} @memo:end`;
    expect(kinds(hostile).at(-1)).toBe("memo|end");
  });

  it("is written so that it is read again: by its title where that tells which, else by its key", () => {
    expect(chatMention({ key, title: "Plan: a", isAlone: true })).toBe('@chat:"Plan: a"');
    for (const title of ["", 'Say "hi"', "two\nlines", "x".repeat(300)]) {
      expect(chatMention({ key, title, isAlone: true })).toBe("@chat:desktop:abc");
    }
    expect(chatMention({ key, title: "Plan", isAlone: false })).toBe("@chat:desktop:abc");
    for (const [server, uri] of [
      ["files", "file:///a"],
      ["My files", "memo:a b"],
      ["chat", "x.)"],
    ] as const) {
      expect(kinds(`see ${resourceMention(server, uri)}, and`)).toEqual([`${server}|${uri}`]);
    }
    expect(resourceMention("files", 'a"b')).toBeNull();
    expect(resourceMention('a"b', "x")).toBeNull();
  });
});

describe("a call of a prompt", () => {
  it.each([
    ["/git:review", { server: "git", prompt: "review", values: {}, rest: "" }],
    [
      '/git:review topic=x style="two words" note="a \\"b\\"\\nc"',
      { server: "git", prompt: "review", values: { topic: "x", style: "two words", note: 'a "b"\nc' }, rest: "" },
    ],
    ['/"My git":"a b" x=', { server: "My git", prompt: "a b", values: { x: "" }, rest: "" }],
    ["/git:review look at it", { server: "git", prompt: "review", values: {}, rest: "look at it" }],
    ['/git:review a="open', { server: "git", prompt: "review", values: {}, rest: 'a="open' }],
  ])("%j is read", (message, expected) => {
    expect(readPromptCall(message)).toEqual(expected);
  });

  it.each(["/help", "/etc/hosts", " /git:review", "git:review", "/git:", "/:x", "/a:b/c"])("%j is none", (message) => {
    expect(readPromptCall(message)).toBeNull();
  });

  it("is written so that it is read again", () => {
    const call = { server: "My git", prompt: "a b", values: { one: 'x "y" \\n\nz', two: "plain", three: "" } };
    expect(readPromptCall(writePromptCall(call) ?? "")).toEqual({ ...call, rest: "" });
    expect(writePromptCall({ ...call, prompt: 'a"b' })).toBeNull();
  });
});
