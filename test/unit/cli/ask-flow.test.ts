import { describe, expect, it } from "vitest";
import { AskFlow } from "../../../src-main/cli/ask-flow.ts";
import { OpenAsks } from "../../../src-main/cli/open-asks.ts";
import { textOf } from "../../../src-main/cli/terminal/styled-line.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { askOf, fieldOf, plainText } from "../../support/mcp/asks.ts";

const choices = [
  { value: "l", label: "Lunch" },
  { value: "d", label: "Dinner" },
];
const form = askOf("a", {
  asked: {
    kind: "form",
    fields: [
      fieldOf("name", { ...plainText, least: 2 }, { isRequired: true }),
      fieldOf("guests", { kind: "number", isWhole: true, least: 1, most: 8, initial: 2 }),
      fieldOf("outside", { kind: "truth", initial: false }),
      fieldOf("meal", { kind: "choice", choices, initial: null }, { isRequired: true }),
      fieldOf("both", { kind: "choices", choices, least: 0, most: 2, initial: [] }),
      fieldOf("code", plainText, { isSecret: true }),
    ],
  },
});

/** Types these lines; the words that were shown after each, and what it came to. */
function type(flow: AskFlow, lines: readonly string[]) {
  return lines.map((typed) => {
    const step = flow.take(typed);
    return step.kind === "answered" ? step : step.lines.map(textOf).join("\n");
  });
}

describe("a form on a terminal", () => {
  it("is filled in a line at a time, and asks again for what does not fit", () => {
    const flow = new AskFlow(form);
    expect(flow.card.map(textOf).join("\n")).toContain("desk asks you something\n  Which table?");
    const said = type(flow, ["what", "y", "A", "Ada", "9", "-", "yes", "supper", "2", "lunch, 2", "-"]);
    expect(said.slice(0, 9)).toEqual([
      expect.stringContaining("Type y"),
      "",
      "At least 2 characters are needed",
      "",
      "At most 8 is taken",
      "",
      "  1. Lunch\n  2. Dinner",
      "Choose one of these",
      expect.stringContaining("Several can be chosen"),
    ]);
    expect(said[9]).toContain("Servers must not ask for passwords");
    const values = { name: "Ada", guests: 2, outside: true, meal: "d", both: ["l", "d"] };
    expect(said[10]).toEqual({ kind: "answered", action: "accept", values });
  });

  it("says what each field is, what it holds, and whether it can be left out", () => {
    const flow = new AskFlow(form);
    const prompts = ["y", "Ada", "3", "no", "1", "-"].map((typed) => {
      flow.take(typed);
      return flow.prompt;
    });
    expect(prompts).toEqual([
      "name (needed): ",
      "guests [2, taken with -]: ",
      "outside [no, taken with -]: ",
      "meal (needed): ",
      "both (- leaves it out): ",
      "code (- leaves it out): ",
    ]);
  });

  it.each([
    ["n", "decline"],
    ["c", "cancel"],
  ])("ends with %s", (typed, action) => {
    expect(new AskFlow(form).take(typed)).toEqual({ kind: "answered", action, values: {} });
  });
});

describe("the questions of servers in a conversation", () => {
  function setUp() {
    const shown: string[] = [];
    const requests: unknown[] = [];
    const asks = new OpenAsks({
      sessionKey: () => sessionKeySchema.parse("cli:here"),
      print: (lines) => void shown.push(...lines.map(textOf)),
      say: (words) => void shown.push(words),
    });
    const request = async (route: string, input: unknown) => {
      requests.push([route, input]);
      return ok({});
    };
    const connection: Connection = {
      // The flow reads nothing of an answer but that it came.
      request: request as never,
      subscribe: async () => ok({ epoch: "one", seq: 0, reset: false }),
      onClose: () => () => undefined,
      close: async () => undefined,
    };
    return { asks, shown, requests, connection };
  }

  it("are those of this chat and of its sub-agents, one after the other, each shown once", async () => {
    const { asks, shown, requests, connection } = setUp();
    asks.opened(askOf("other", { sessionKey: sessionKeySchema.parse("cli:there") }));
    expect(asks.flow).toBeNull();
    asks.opened(askOf("one"));
    asks.opened(askOf("one"));
    const parent = sessionKeySchema.parse("cli:here");
    asks.opened(askOf("two", { sessionKey: sessionKeySchema.parse("subagent:x"), parent }));
    expect([asks.flow?.ask.id, asks.flow?.ask.id]).toEqual(["one", "one"]);
    expect(shown.filter((line) => line.includes("asks you"))).toHaveLength(1);
    if (asks.flow !== null) await asks.take(asks.flow, "y", connection);
    expect(requests).toEqual([["ask.answer", { id: "one", action: "accept", values: {} }]]);
    expect(asks.flow?.ask.id).toBe("two");
    asks.closed("two");
    expect(asks.flow).toBeNull();
  });

  it("open a page before the server is told", async () => {
    const { asks, requests, connection } = setUp();
    asks.opened(askOf("page", { asked: { kind: "address", url: "https://a.example/x", host: "a.example" } }));
    if (asks.flow !== null) await asks.take(asks.flow, "y", connection);
    expect(requests).toEqual([
      ["system.open", { target: "https://a.example/x" }],
      ["ask.answer", { id: "page", action: "accept", values: {} }],
    ]);
  });
});
