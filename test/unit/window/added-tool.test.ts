import { describe, expect, it } from "vitest";
import { createRecordMint } from "../../../src-main/agent/records.ts";
import { stepFacts } from "../../../src-main/agent/step-facts.ts";
import { createChatView } from "../../../src-main/cli/terminal/chat-view.ts";
import { textOf } from "../../../src-main/cli/terminal/styled-line.ts";
import { isToolId } from "../../../src-main/mcp/tool-ids.ts";
import { defineTool } from "../../../src-main/tools/define-tool.ts";
import { type RemoteTool, remoteTool } from "../../../src-main/tools/remote-tool.ts";
import { createToolRunner } from "../../../src-main/tools/tool-runner.ts";
import type { PerchEvent, PerchFact } from "../../../src-preload/contract/events.ts";
import { createIdMint, messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import { wordsAround } from "../../../src-renderer/features/chat/step-words.ts";
import { rowsOf, type Step } from "../../../src-renderer/features/chat/turns.ts";
import { realClock } from "../../support/tool-context.ts";

/* A tool that nothing but this file knows. */

const countLines = defineTool({
  name: "count_lines",
  description: "Count the lines of a file.",
  words: { doing: "step.doing.search", done: "step.searched", object: "file" },
  asks: "approval.title.read",
  effect: "read",
  isCore: true,
  repeatSafe: true,
  input: () => z.object({ unit: z.string(), file: z.string() }),
  subject: async () => ({ kind: "none" }),
  run: async () => ({ kind: "done", content: "3" }),
});

const ofServer: RemoteTool = {
  id: "mcp_shop_buy",
  title: "Buy {object}",
  server: "shop",
  where: "",
  description: "",
  parameters: {},
  effect: "send",
  isIdempotent: false,
  confinement: null,
  isChanged: false,
  mayRun: false,
  call: async () => ({ kind: "done", content: "" }),
};

const tools = createToolRunner({
  builtin: [countLines],
  save: async () => "",
  remote: {
    tools: () => [ofServer],
    missing: () => [],
    isToolId,
    words: () => [],
    noteLeftOut: () => undefined,
    ready: async () => undefined,
  },
});

const at = { sessionKey: sessionKeySchema.parse("cli:x"), runId: runIdSchema.parse("r") };
const args = { unit: "lines", file: "a.txt" };

/** What the window makes of the reply that asks for a call, as the agent keeps it. */
function stepIn(name: string, made: Readonly<Record<string, unknown>>): Step {
  const records = createRecordMint(
    realClock,
    createIdMint(() => "1"),
  );
  const outcome = {
    content: "",
    reasoning: "",
    toolCalls: [{ id: "c", name, arguments: made }],
    invalidToolCalls: [],
    finishReason: "tool_calls" as const,
    usage: null,
    error: null,
  };
  const stepOf = (tool: string) => stepFacts(tools.get(tool));
  const reply = { model: "p/m", content: "", outcome, withCalls: true, stepOf };
  const message: Message = records.assistant(messageIdSchema.parse("m"), null, at.runId, reply);
  const [row] = rowsOf({ messages: [{ message }], run: null, approvals: [] });
  const [step] =
    row?.kind === "perch" ? row.pieces.flatMap((piece) => (piece.kind === "steps" ? piece.steps : [])) : [];
  expect.assert(step !== undefined);
  return step;
}

function said(step: Step): string {
  const [before, after] = wordsAround(step);
  return [before, step.title, after].filter((part) => part !== "").join(" ");
}

/** What the terminal makes of a call, as the agent tells it. */
function linesOf(name: string, title: string, status: "ok" | "error" | "interrupted"): readonly string[] {
  const view = createChatView({ width: () => 60, isOwn: () => false });
  const call = { ...at, callId: "c", tool: name };
  const told = stepFacts(tools.get(name));
  const facts: readonly PerchFact[] = [
    { topic: "agent", type: "run-start", ...at, model: "p/m", resumed: false },
    { topic: "agent", type: "tool-start", ...call, ...told, title, effect: "read", arguments: {} },
    { topic: "agent", type: "tool-end", ...call, status, durationMs: 2000 },
  ];
  return facts.flatMap((fact, seq) => {
    const event: PerchEvent = { ...fact, seq, time: seq * 1000 };
    const printed = view.event(event);
    return [...(event.type === "tool-start" ? view.live(event.time, 20) : []), ...printed].map(textOf);
  });
}

describe("a tool that was added", () => {
  it("has its words in the terminal", () => {
    expect(linesOf("count_lines", "a.txt", "ok")).toEqual([
      expect.stringMatching(/Searching a\.txt · /),
      "  ✓ Searched a.txt (2.0 s)",
    ]);
    expect(linesOf("count_lines", "a.txt", "error").at(-1)).toBe("  ✗ Searching a.txt: failed (2.0 s)");
    expect(linesOf("count_lines", "a.txt", "interrupted").at(-1)).toBe("  ✗ Interrupted: a.txt (2.0 s)");
  });

  it("has its words in the window, with the argument that it names, before it begins and when the chat is read again", () => {
    const step = stepIn("count_lines", args);
    expect(step.title).toBe("a.txt");
    expect(said({ ...step, state: "running" })).toBe("Searching a.txt");
    expect(said({ ...step, state: "ok" })).toBe("Searched a.txt");
  });

  it("is offered to a model with a small window if it is a core one", () => {
    expect([...tools.coreNames]).toEqual(["count_lines"]);
  });
});

describe("a tool of a server", () => {
  it("has its name in place of words of its own, whatever that name is", () => {
    const lines = linesOf("mcp_shop_buy", "milk", "interrupted");
    expect(lines.at(-1)).toBe("  ✗ Interrupted: Buy {object} (shop) milk (2.0 s)");
    expect(said({ ...stepIn("mcp_shop_buy", { item: "milk" }), state: "ok" })).toBe("Buy {object} (shop) milk");
  });

  it("that is gone is told as one, and a slip of the pen is told what was meant", () => {
    expect(remoteTool(ofServer).isCore).toBe(false);
    expect(tools.unknownTool("mcp_shop_sell")).toContain("may be off or not connected");
    expect(tools.unknownTool("countLines")).toBe("There is no tool countLines. Did you mean count_lines?");
    expect(tools.unknownTool("xyz")).toBe("There is no tool xyz.");
  });
});

it("words that another version told, and this one has not, are those of a tool without words", () => {
  const step = stepIn("count_lines", args);
  const words = { doing: "step.later", done: "step.later" };
  expect(said({ ...step, words, state: "ok" })).toBe("count_lines a.txt");
});
