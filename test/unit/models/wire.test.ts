import { describe, expect, it } from "vitest";
import { plainQuirks } from "../../../src-main/models/quirks.ts";
import { noTools, toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { toWireMessage } from "../../../src-main/models/wire.ts";
import { assistantRecord, record, toolRecord, userRecord } from "../../support/records.ts";

function wireOf(...given: Parameters<typeof toWireMessage>): unknown {
  const wire = toWireMessage(...given);
  return wire === null ? null : JSON.parse(wire.json);
}

describe("a record on the wire", () => {
  it("of a user has the turn's facts at its end", () => {
    const message = userRecord("u1", "Hello", { turnContext: "It is Monday." });
    expect(wireOf(message, plainQuirks)).toEqual({ role: "user", content: "Hello\n\nIt is Monday." });
  });
  it("carries images as parts, or names them", () => {
    const media = [{ kind: "image", path: "/tmp/a.png", mediaType: "image/png" }];
    const message = userRecord("u1", "Look", { media });
    const image = { mediaType: "image/png", base64: "AAAA" };
    expect(wireOf(message, plainQuirks, [image])).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Look" },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    });
    expect(wireOf(message, plainQuirks)).toEqual({ role: "user", content: "Look\n\n[image: /tmp/a.png]" });
    expect(wireOf(message, { ...plainQuirks, takesImages: false }, [image])).toMatchObject({
      content: "Look\n\n[image: /tmp/a.png]",
    });
  });
  it("of an assistant with only calls has an empty content, never null", () => {
    expect(wireOf(assistantRecord("a1", "", ["c1"]), plainQuirks)).toEqual({
      role: "assistant",
      content: "",
      tool_calls: [{ id: "c1", type: "function", function: { name: "read_file", arguments: "{}" } }],
    });
  });
  it("brings reasoning back only where the provider wants it", () => {
    const message = assistantRecord("a1", "", ["c1"], { reasoning: "Hm." });
    expect(wireOf(message, plainQuirks)).toMatchObject({ reasoning_content: "Hm." });
    expect(wireOf(message, { ...plainQuirks, reasoningBack: "never" })).not.toHaveProperty("reasoning_content");
    expect(wireOf(assistantRecord("a2", "Yes.", [], { reasoning: "Hm." }), plainQuirks)).not.toHaveProperty(
      "reasoning_content",
    );
  });
  it("keeps what came with a call, or leaves it out", () => {
    const call = { id: "c1", type: "function", function: { name: "x", arguments: "{}" }, extra_content: { s: 1 } };
    const message = record({ id: "a1", role: "assistant", tool_calls: [call] });
    expect(wireOf(message, plainQuirks)).toMatchObject({ tool_calls: [{ extra_content: { s: 1 } }] });
    const plain = wireOf(message, { ...plainQuirks, sendsCallExtras: false });
    expect(JSON.stringify(plain)).not.toContain("extra_content");
  });
  it("gives a call and its result the same nine characters where nine are wanted", () => {
    const quirks = { ...plainQuirks, callIds: "nine" } as const;
    const call = JSON.stringify(wireOf(assistantRecord("a1", "", ["call_long_id"]), quirks));
    const result = wireOf(toolRecord("t1", "call_long_id", "ok"), quirks);
    expect(result).toMatchObject({ tool_call_id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) });
    expect(call).toContain(JSON.stringify(result).match(/"tool_call_id":"(\w+)"/)?.[1] ?? "missing");
  });
  it("does not exist for what no model sees", () => {
    expect(wireOf(userRecord("u1", "/help", { hidden: true }), plainQuirks)).toBeNull();
    expect(wireOf(record({ id: "s1", role: "system", content: "Stopped." }), plainQuirks)).toBeNull();
    expect(wireOf(assistantRecord("a1", "  "), plainQuirks)).toBeNull();
  });
  it("is estimated at 3.5 bytes a token, so that every script counts", () => {
    expect(toWireMessage(userRecord("u1", "1234567"), plainQuirks)?.tokens).toBe(6);
    expect(toWireMessage(userRecord("u1", "会議の議事録"), plainQuirks)?.tokens).toBe(10);
  });
});

describe("tool offers", () => {
  it("are an empty list where there are none", () => {
    expect(toolOffersOf([])).toBe(noTools);
  });
  it("are the same text for the same list", () => {
    const list = [{ name: "a", description: "A.", parameters: { type: "object", properties: {} } }];
    expect(toolOffersOf(list).json).toBe(toolOffersOf(structuredClone(list)).json);
    expect(JSON.parse(toolOffersOf(list).json)).toEqual([{ type: "function", function: list[0] }]);
  });
});
