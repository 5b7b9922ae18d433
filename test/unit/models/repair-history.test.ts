import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessageAdapter } from "../../../src-main/models/adapt-messages.ts";
import { plainQuirks, type Quirks } from "../../../src-main/models/quirks.ts";
import { createHistoryRepairer, interruptedResult, repairHistory } from "../../../src-main/models/repair-history.ts";
import { systemWireMessage, toWireMessage } from "../../../src-main/models/wire.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { assistantRecord, record, toolRecord, userRecord } from "../../support/records.ts";
import { violates } from "../../support/replay.mjs";

/** The shape of a history, short enough to compare. */
function shape(messages: readonly Message[]): readonly string[] {
  return messages.map((message) => {
    if (message.role === "tool")
      return `${message.tool_call_id}=${message.content === interruptedResult ? "?" : message.content}`;
    if (message.role !== "assistant") return message.content;
    return [message.content, ...(message.tool_calls ?? []).map(({ id }) => `(${id})`)].join("");
  });
}

describe("a history before it is sent", () => {
  it("is the very same list when nothing is wrong", () => {
    const history = [
      userRecord("u1", "Hi"),
      assistantRecord("a1", "", ["c1", "c2"]),
      toolRecord("t1", "c1", "one"),
      toolRecord("t2", "c2", "two"),
      record({ id: "s0", role: "system", content: "notice", hidden: true }),
      assistantRecord("a2", "Done."),
      record({ id: "s1", role: "system", content: "notice", hidden: true }),
      userRecord("u2", "More"),
    ];
    expect(repairHistory(history)).toBe(history);
  });
  it("loses results without a call", () => {
    expect(shape(repairHistory([toolRecord("t0", "gone", "old"), userRecord("u1", "Hi")]))).toEqual(["Hi"]);
  });
  it("gets a result for every call that has none, in call order", () => {
    const history = [
      assistantRecord("a1", "", ["c1", "c2", "c3"]),
      toolRecord("t2", "c2", "two"),
      userRecord("u1", "Go on"),
    ];
    expect(shape(repairHistory(history))).toEqual(["(c1)(c2)(c3)", "c1=?", "c2=two", "c3=?", "Go on"]);
  });
  it("has results in call order, however they finished", () => {
    const history = [
      assistantRecord("a1", "", ["c1", "c2"]),
      toolRecord("t2", "c2", "two"),
      toolRecord("t1", "c1", "one"),
    ];
    expect(shape(repairHistory(history))).toEqual(["(c1)(c2)", "c1=one", "c2=two"]);
  });
  it("has every call id once, and results follow their call", () => {
    const history = [
      assistantRecord("a1", "", ["c", "c"]),
      toolRecord("t1", "c", "one"),
      toolRecord("t2", "c", "two"),
      assistantRecord("a2", "", ["c"]),
      toolRecord("t3", "c", "three"),
    ];
    expect(shape(repairHistory(history))).toEqual(["(c)(c-2)", "c=one", "c-2=two", "(c-3)", "c-3=three"]);
  });
  it("loses empty assistant messages and second results", () => {
    const history = [
      userRecord("u1", "Hi"),
      assistantRecord("a0", " "),
      assistantRecord("a1", "", ["c1"]),
      toolRecord("t1", "c1", "one"),
      toolRecord("t2", "c1", "again"),
    ];
    expect(shape(repairHistory(history))).toEqual(["Hi", "(c1)", "c1=one"]);
  });
  it("has whole characters only", () => {
    expect(shape(repairHistory([userRecord("u1", "a\ud83d")]))).toEqual(["a\ufffd"]);
  });
  it("never changes the records it was given", () => {
    const history = [assistantRecord("a1", "\ud83d", ["c", "c"]), toolRecord("t1", "c", "x")];
    const before = structuredClone(history);
    repairHistory(history);
    expect(history).toEqual(before);
  });
});

const anyMessage = fc.oneof(
  fc.constant("user"),
  fc.constant("hidden"),
  fc.constant("blank"),
  fc.array(fc.constantFrom("c1", "c2", "c3"), { maxLength: 3 }).map((calls) => ({ calls })),
  fc.constantFrom("c1", "c2", "c3", "gone").map((result) => ({ result })),
);
const anyHistory = fc.array(anyMessage, { maxLength: 25 }).map((kinds) =>
  kinds.map((kind, index): Message => {
    if (kind === "user") return userRecord(`m${index}`, `u${index}`);
    if (kind === "hidden") return record({ id: `m${index}`, role: "system", content: "note", hidden: true });
    if (kind === "blank") return assistantRecord(`m${index}`, "");
    if ("calls" in kind) return assistantRecord(`m${index}`, `a${index}`, kind.calls);
    return toolRecord(`m${index}`, kind.result, `r${index}`);
  }),
);

describe("any history", () => {
  it("ends up with every call answered once, right behind it, and needs no second repair", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const repaired = repairHistory(history);
        expect(openAfter(repaired)).toEqual([]);
        expect(repairHistory(repaired)).toBe(repaired);
      }),
    );
  });
  it("is repaired alike whether it grew or came at once", () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const repair = createHistoryRepairer();
        for (let count = 0; count <= history.length; count++) {
          const part = history.slice(0, count);
          expect(shape(repair(part))).toEqual(shape(repairHistory(part)));
        }
      }),
    );
  });
});

const anyText = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom("", " ", "\ud83d", "a\udc00b", "\u0000", "\ud83d\ude00"),
);
const anyId = fc.constantFrom("c1", "c2", "c3", "", "\ud83d", "functions.get:0", "abcdefghi");
const anyArguments = fc.oneof(
  fc.json({ maxDepth: 1 }),
  fc.constantFrom("", "null", '{"path":"a', '"{}"', "{}{}", "\ud83d", '{"a":"\\ud83d"}', '{"\ud83d":1}'),
);
const anyMedia = fc.array(
  fc.record({
    kind: fc.constantFrom("image", "file"),
    path: anyText.map((text) => `/pictures/${text}`),
    mediaType: fc.constant("image/png"),
  }),
  { maxLength: 2 },
);
const anyCall = fc.record(
  {
    id: anyId,
    type: fc.constant("function"),
    function: fc.record({ name: fc.oneof(fc.constant("read_file"), anyText), arguments: anyArguments }),
    extra_content: fc.dictionary(anyText, anyText, { maxKeys: 2 }),
  },
  { requiredKeys: ["id", "type", "function"] },
);
const anyRecord = fc.oneof(
  fc.record({ role: fc.constant("user"), content: anyText, media: anyMedia, turnContext: anyText }),
  fc.record({ role: fc.constant("assistant"), content: anyText, reasoning: anyText }),
  fc.record({ role: fc.constant("assistant"), content: anyText, tool_calls: fc.array(anyCall, { maxLength: 3 }) }),
  fc.record({ role: fc.constant("tool"), content: anyText, tool_call_id: anyId, name: anyText, media: anyMedia }),
  fc.record({ role: fc.constant("system"), content: anyText }),
);
const anyRecords = fc
  .array(fc.tuple(anyRecord, fc.boolean()), { maxLength: 20 })
  .map((rows) =>
    rows.map(([row, isHidden], index) => record({ ...row, id: `m${index}`, hidden: isHidden && index % 3 === 0 })),
  );

/** Everything that an endpoint may refuse, at once. */
const strictest: Quirks = {
  ...plainQuirks,
  reasoningBack: "never",
  sendsCallExtras: false,
  callIds: "nine",
  hasSystemRole: false,
  joinsRoles: true,
  takesImages: false,
};
const strictestRules = [
  "no_system_role",
  "no_tool_name_field",
  "no_reasoning_content",
  "tool_ids_9_alnum",
  "no_empty_assistant",
  "roles_alternate",
  "tool_results_paired",
  "no_image_in_tool",
  "arguments_are_json_objects",
];

function sentTo(quirks: Quirks, history: readonly Message[]) {
  const picture = [{ mediaType: "image/png", base64: "AAAA" }];
  const wires = repairHistory(history).flatMap((message) => toWireMessage(message, plainQuirks, picture) ?? []);
  const system = systemWireMessage("Be brief.");
  const messages = createMessageAdapter(quirks)([system, ...wires]).map(({ json }) => JSON.parse(json));
  return { messages, json: JSON.stringify(messages) };
}

/** In JSON a lone half of a character stands as an escape. */
function hasHalfCharacter(json: string): boolean {
  return /\\ud[89a-f]/i.test(json.replaceAll("\\\\", ""));
}

/** Call ids of a request, in order, each behind the other's results. */
function idsOf(messages: readonly { readonly tool_calls?: readonly { readonly id: string }[] }[]): readonly string[] {
  return messages.flatMap((message) => (message.tool_calls ?? []).map(({ id }) => id));
}

describe("any history, whatever is in it", () => {
  it("becomes one that the strictest endpoint takes", () => {
    fc.assert(
      fc.property(anyRecords, (history) => {
        const { messages, json } = sentTo(strictest, history);
        expect(strictestRules.filter((rule) => violates(rule, { messages }))).toEqual([]);
        expect(new Set(idsOf(messages)).size).toBe(idsOf(messages).length);
        for (const message of messages) expect(message.content).toBeTypeOf("string");
        expect(hasHalfCharacter(json)).toBe(false);
        for (const { function: made } of messages.flatMap(({ tool_calls }) => tool_calls ?? []))
          expect(made.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }),
      { numRuns: 500 },
    );
  });
  it("has each result right behind its call, in call order, on any endpoint, and no second repair", () => {
    fc.assert(
      fc.property(anyRecords, (history) => {
        const repaired = repairHistory(history);
        expect(openAfter(repaired)).toEqual([]);
        expect(repairHistory(repaired)).toBe(repaired);
        const sent = sentTo(plainQuirks, history);
        expect(violates("tool_results_paired", sent)).toBe(false);
        expect(hasHalfCharacter(sent.json)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
  it("is repaired alike whether it grew or came at once, and what was given stays as it was", () => {
    fc.assert(
      fc.property(anyRecords, (history) => {
        const before = structuredClone(history);
        const repair = createHistoryRepairer();
        for (let count = 0; count <= history.length; count++) {
          const part = history.slice(0, count);
          expect(repair(part)).toEqual(repairHistory(part));
        }
        expect(history).toEqual(before);
      }),
    );
  });
});

describe("a repaired message", () => {
  it("keeps the arguments of a call as they were written where they are an object", () => {
    const spaced = '{ "path" : "a\\n" }';
    const call = { id: "c1", type: "function", function: { name: "read_file", arguments: spaced } };
    const history = [record({ id: "a1", role: "assistant", tool_calls: [call] }), toolRecord("t1", "c1", "x")];
    expect(repairHistory(history)).toBe(history);
  });
  it("has no arguments where they were cut, and a name that may be sent", () => {
    const made = { name: "read file<|x|>", arguments: '{"path":"a' };
    const call = { id: "c1", type: "function", function: made };
    const [message] = repairHistory([record({ id: "a1", role: "assistant", tool_calls: [call] })]);
    expect(message).toMatchObject({ tool_calls: [{ function: { name: "read_file_x_", arguments: "{}" } }] });
  });
});

describe("an endpoint whose roles must alternate", () => {
  const adapt = createMessageAdapter({ ...plainQuirks, joinsRoles: true });
  const user = (content: unknown) => ({
    role: "user" as const,
    json: JSON.stringify({ role: "user", content }),
    tokens: 1,
  });
  const picture = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  it("gets neighbours as one, pictures and all", () => {
    const [joined, ...others] = adapt([user("One"), user([{ type: "text", text: "Two" }, picture])]);
    expect(others).toEqual([]);
    expect(JSON.parse(joined?.json ?? "").content).toEqual([
      { type: "text", text: "One" },
      { type: "text", text: "Two" },
      picture,
    ]);
  });
  it("hears what the user said after a result after it", () => {
    const history = [
      userRecord("u1", "Go"),
      assistantRecord("a1", "", ["c1"]),
      toolRecord("t1", "c1", "x"),
      userRecord("u2", "Wait"),
    ];
    const wires = adapt(history.flatMap((message) => toWireMessage(message, plainQuirks) ?? []));
    expect(wires.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"]);
  });
  it("gets the system text also where no user has spoken yet", () => {
    const fold = createMessageAdapter({ ...plainQuirks, hasSystemRole: false });
    expect(fold([systemWireMessage("Be brief.")]).map(({ json }) => JSON.parse(json))).toEqual([
      { role: "user", content: "Be brief." },
    ]);
  });
});

/** Call ids that are open or wrongly answered. */
function openAfter(messages: readonly Message[]): readonly string[] {
  const wrong: string[] = [];
  let open: string[] = [];
  for (const message of messages) {
    if (message.hidden === true) continue;
    if (message.role === "tool") {
      if (open.shift() !== message.tool_call_id) wrong.push(message.tool_call_id);
      continue;
    }
    wrong.push(...open);
    open = message.role === "assistant" ? (message.tool_calls ?? []).map(({ id }) => id) : [];
  }
  return [...wrong, ...open];
}
