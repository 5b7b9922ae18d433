import type { CallToolResult } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { toToolResult } from "../../../src-main/mcp/content.ts";
import { createFlow } from "../../../src-main/mcp/flow.ts";
import { plain } from "../../../src-main/mcp/plain-text.ts";
import { diagnose } from "../../../src-main/mcp/problem.ts";
import { createServerLog } from "../../../src-main/mcp/server-log.ts";
import { createManualClock } from "../../support/manual-clock.ts";

async function contentOf(answer: CallToolResult): Promise<string> {
  const result = await toToolResult(answer, async () => "/picture");
  return result.kind === "done" ? result.content : result.message;
}

function words(...texts: readonly string[]): CallToolResult["content"] {
  return texts.map((text) => ({ type: "text" as const, text }));
}

describe("the data of a result", () => {
  it.each([
    [words("Three files."), { files: ["a", "b"] }],
    [words("2"), { sum: 3 }],
    [words(), { sum: 3 }],
  ])("is told where no text says it: %j", async (content, structuredContent) => {
    expect(await contentOf({ content, structuredContent })).toContain(JSON.stringify(structuredContent, null, 2));
    expect(await contentOf({ content, structuredContent, isError: true })).toContain(
      String(Object.keys(structuredContent)[0]),
    );
  });

  it.each([
    [words('{"b":2,"a":1}'), { a: 1, b: 2 }],
    [words("5"), { result: 5 }],
    [words("a", "b"), { result: ["a", "b"] }],
    [words("hello"), { result: "hello" }],
    [words("hello"), {}],
  ])("is not told twice: %j", async (content, structuredContent) => {
    expect(await contentOf({ content, structuredContent })).toBe(await contentOf({ content }));
  });

  it("is bounded, as texts and pictures are, and what is left out is named", async () => {
    const long = await contentOf({
      content: words("x".repeat(3_000_000)),
      structuredContent: { a: "y".repeat(100_000) },
    });
    expect(long.length).toBeLessThan(1_000_100);
    expect(long).toContain("[cut: ");
    const image = { type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" };
    const shown = await toToolResult(
      { content: Array.from({ length: 300 }, () => ({ ...image })) },
      async () => "/picture",
    );
    expect(shown.kind === "done" && shown.media).toHaveLength(20);
    expect(shown.kind === "done" && shown.content).toContain("[280 more images were left out");
  });
});

describe("what a program wrote last", () => {
  const target = { kind: "command" as const, command: "x", args: [], cwd: null };
  it("is told without colours, and the version of Node.js is no reason", () => {
    const cause = Object.assign(new Error("gone"), { code: "ECONNRESET" });
    const lines = ["\u001b[31mError: no \u001b]8;;http://x\u0007port\u001b]8;;\u0007\u001b[0m", "Node.js v20.11.0"];
    const { message } = diagnose({ target, exit: { code: 1, signal: null }, cause, lines, timeoutMs: 1 }).problem;
    expect(message).toContain("It wrote: Error: no port");
    expect(plain("a\u001b[1;32mb\u001b[Kc\u009b")).toBe("abc");
  });
});

describe("a server that writes without end", () => {
  it("fills no log: of what comes at once the rest is counted", () => {
    const clock = createManualClock();
    const told: number[] = [];
    using log = createServerLog({ clock, redact: (text) => text, tell: (lines) => told.push(lines.length) });
    for (let line = 0; line < 100_000; line += 1) log.add("server", `line ${line}`);
    log.add("perch", "ended");
    clock.advance(100);
    expect(told).toEqual([102]);
    expect(log.lines.at(-1)?.text).toBe("99900 more lines came at once and are not kept");
    expect(log.lines.at(-2)?.text).toBe("ended");
    for (let line = 0; line < 20; line += 1) {
      for (let more = 0; more < 100; more += 1) log.add("server", "again");
      clock.advance(100);
    }
    expect(log.lines).toHaveLength(500);
  });

  it("is read slowly", async () => {
    const clock = createManualClock();
    const flow = createFlow(clock);
    let free = 0;
    while (flow.take(10) === null) free += 1;
    expect(free).toBeLessThan(1000);
    const room = flow.take(10);
    clock.advance(250);
    await room;
    expect(flow.take(10)).toBeNull();
  });
});
