import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../src-main/models/answer/call-arguments.ts";
import { resolveName } from "../../../src-main/models/answer/call-names.ts";
import { createCallAssembler } from "../../../src-main/models/answer/calls.ts";

describe("the arguments of a call", () => {
  it.each([
    ["", {}],
    ["  ", {}],
    ["null", {}],
    ['""', {}],
    ['{"a":1}', { a: 1 }],
    ['"{\\"a\\":1}"', { a: 1 }],
    ['{"a":1}{"a":1}', { a: 1 }],
    ['{"a":1}\n{"a":1}', { a: 1 }],
    ['{"a":1}{"a":2}', null],
    ['{"a":', null],
    ["[1]", null],
    ["5", null],
    ["true", null],
  ])("%s", (raw, parsed) => {
    expect(parseArguments(raw)).toEqual(parsed);
  });
});

describe("the name of a call", () => {
  const offered = new Set(["read_file", "get_time"]);
  it.each([
    [["read_file"], "read_file"],
    [["read", "_file"], "read_file"],
    [["functions.get_time:0"], "get_time"],
    [["get_time<|channel|>commentary"], "get_time"],
    [["get_time</arg_value>"], "get_time"],
    [["ReadFile"], "ReadFile"],
    [["unknown"], "unknown"],
  ])("%j is %s", (pieces, name) => {
    expect(resolveName(pieces, offered)).toBe(name);
  });
});

describe("deltas of calls", () => {
  function assemble(deltas: readonly Record<string, unknown>[]) {
    const calls = createCallAssembler();
    for (const delta of deltas) calls.add(0, delta);
    let made = 0;
    return calls.finish(new Set(["a", "b"]), () => `made${made++}`);
  }
  const part = (name: string | undefined, text: unknown, more = {}) => ({
    function: { name, arguments: text },
    ...more,
  });

  it("are parallel calls where each has a name and whole arguments, even without index and id", () => {
    const { calls } = assemble([part("a", '{"x":1}'), part("b", '{"x":2}')]);
    expect(calls).toEqual([
      { id: "made0", name: "a", arguments: { x: 1 } },
      { id: "made1", name: "b", arguments: { x: 2 } },
    ]);
  });
  it("are one call when it is told twice", () => {
    expect(assemble([part("a", '{"x":1}', { index: 0 }), part("a", '{"x":1}', { index: 0 })]).calls).toHaveLength(1);
  });
  it("go on with the call of their index among others", () => {
    const { calls } = assemble([
      part("a", '{"x":', { index: 0, id: "1" }),
      part("b", '{"x":', { index: 1, id: "2" }),
      part(undefined, "1}", { index: 0 }),
      part(undefined, "2}", { index: 1 }),
    ]);
    expect(calls.map((call) => call.arguments)).toEqual([{ x: 1 }, { x: 2 }]);
  });
  it("are different calls under different indexes, even with one id for all", () => {
    const { calls, invalid } = assemble([
      part("a", '{"x":', { index: 0, id: "same" }),
      part("b", '{"x":', { index: 1, id: "same" }),
      part(undefined, "1}", { index: 0, id: "same" }),
      part(undefined, "2}", { index: 1, id: "same" }),
    ]);
    expect(calls).toEqual([
      { id: "same", name: "a", arguments: { x: 1 } },
      { id: "made0", name: "b", arguments: { x: 2 } },
    ]);
    expect(invalid).toEqual([]);
  });
  it("never share an id, whether they can be read or not", () => {
    const { calls, invalid } = assemble([
      part("a", "[1]", { index: 0, id: "same" }),
      part("b", "[2]", { index: 1, id: "same" }),
      part("a", "{}", { index: 2, id: "same" }),
    ]);
    expect([...invalid, ...calls].map(({ id }) => id)).toEqual(["same", undefined, "made0"]);
  });
  it.each([
    [0, 0],
    [1, 2],
    [0, 7],
  ])("are whole where the arguments of the call with index %i come under index %i", (_head, other) => {
    const { calls, invalid } = assemble([
      part("a", '{"x":1}', { index: 0, id: "1" }),
      part("b", "", { index: 1, id: "2" }),
      part(undefined, '{"x":', { index: other }),
      part(undefined, "2}", { index: other }),
    ]);
    expect([calls.map((call) => call.arguments), invalid]).toEqual([[{ x: 1 }, { x: 2 }], []]);
  });
  it('take the word "null" for no id', () => {
    const { calls } = assemble([part("a", "{}", { index: 0, id: "null" })]);
    expect(calls[0]?.id).toBe("made0");
  });
  it("get another id where one was used twice", () => {
    const calls = createCallAssembler();
    calls.add(0, part("a", "{}", { index: 0, id: "same" }));
    calls.add(1, part("b", "{}", { index: 0, id: "same" }));
    expect(calls.finish(new Set(), () => "fresh").calls.map(({ id }) => id)).toEqual(["same", "fresh"]);
  });
});
