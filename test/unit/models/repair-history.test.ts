import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistoryRepairer, interruptedResult, repairHistory } from "../../../src-main/models/repair-history.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { assistantRecord, record, toolRecord, userRecord } from "../../support/records.ts";

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
