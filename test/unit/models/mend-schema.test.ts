import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mendSchema } from "../../../src-main/models/tools/mend-schema.ts";
import { ownNames, safeNames } from "../../../src-main/models/tools/property-names.ts";

const text = { type: "string" };

describe("a schema that providers refuse is mended without forbidding anything", () => {
  it.each([
    ["nothing at all", {}, { type: "object", properties: {} }],
    ["no properties", { type: "object" }, { type: "object", properties: {} }],
    ["no type", { properties: { a: text } }, { properties: { a: text }, type: "object" }],
    [
      "a choice at the root",
      {
        anyOf: [
          { properties: { a: text }, required: ["a", "c"] },
          { properties: { b: text }, required: ["b", "c"] },
        ],
      },
      { type: "object", properties: { a: text, b: text }, required: ["c"] },
    ],
    [
      "parts at the root",
      { allOf: [{ properties: { a: text }, required: ["a"] }, { properties: { b: text } }], required: ["b"] },
      { type: "object", properties: { a: text, b: text }, required: ["b", "a"] },
    ],
    [
      "one name with two meanings",
      { type: "object", oneOf: [{ properties: { a: text } }, { properties: { a: { type: "number" } } }] },
      { type: "object", properties: { a: { anyOf: [text, { type: "number" }] } } },
    ],
    [
      "a reference at the root",
      { $ref: "#/$defs/Args", $defs: { Args: { type: "object", properties: { a: text } } } },
      { $defs: { Args: { type: "object", properties: { a: text } } }, type: "object", properties: { a: text } },
    ],
    ["an array without items", at({ type: "array" }), at({ type: "array", items: {} })],
    ["an array that says nothing of its items", at({ type: "array", items: true }), at({ type: "array", items: {} })],
    [
      "a schema for each place of an array",
      at({ type: "array", items: [text, { type: "number" }] }),
      at({ type: "array", items: { anyOf: [text, { type: "number" }] } }),
    ],
    ["the same in the newer words", at({ type: "array", prefixItems: [text] }), at({ type: "array", items: text })],
    ["a type of another language", at({ type: "int" }), at({ type: "integer" })],
    ["a type that nobody knows", at({ type: "any" }), at({})],
    ["a type that can be told", at({ enum: ["x", "y"] }), at({ type: "string", enum: ["x", "y"] })],
    ["null for what is not there", at({ type: "string", description: null, enum: null }), at(text)],
    ["true in place of a schema", at(true), at({})],
    [
      "an odd name",
      { properties: { "größe (cm)": text }, required: ["größe (cm)"] },
      { properties: { gr_e_cm_: text }, required: ["gr_e_cm_"], type: "object" },
    ],
  ])("%s", (_, schema, expected) => {
    expect(mendSchema(schema)).toEqual(expected);
  });

  it("goes on at every level", () => {
    const deep = { type: "array", items: { properties: { "a b": { type: "array" } } } };
    const mended = { type: "array", items: { type: "object", properties: { a_b: { type: "array", items: {} } } } };
    expect(mendSchema(at(deep))).toEqual(at(mended));
  });

  it("ends, whatever is nested in what", () => {
    let schema: object = text;
    for (let level = 0; level < 90; level++) schema = { type: "object", properties: { a: schema } };
    expect(JSON.stringify(mendSchema({ ...schema })).length).toBeLessThan(2000);
  });

  it("leaves a good schema as it is, to the letter", () => {
    const good = {
      type: "object",
      properties: {
        path: { type: "string", description: "Where" },
        list: { type: "array", items: { type: "number" } },
      },
      required: ["path"],
      additionalProperties: false,
    };
    expect(JSON.stringify(mendSchema(good))).toBe(JSON.stringify(good));
  });

  it("gives an object with properties for anything that is JSON", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("type", "properties", "items", "anyOf", "allOf", "required", "x"),
          fc.jsonValue(),
        ),
        (schema) => {
          expect(mendSchema(schema)).toMatchObject({ type: "object", properties: {} });
        },
      ),
    );
  });
});

function at(value: unknown) {
  return { type: "object", properties: { x: value } };
}

describe("names of properties", () => {
  it("are ones that every provider takes, and never the same", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 0, maxLength: 80 })), (names) => {
        const safe = [...safeNames(names).values()];
        expect(new Set(safe).size).toBe(names.length);
        expect(safe.every((name) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name))).toBe(true);
      }),
    );
  });

  it("come back in the arguments, also in lists and deeper objects", () => {
    const schema = {
      properties: {
        größe: text,
        list: { items: { properties: { "a b": text, "a:b": text } } },
        $inner: { properties: { é: text } },
      },
    };
    const args = { gr_e: "1 m", grö: 1, list: [{ a_b: "x", a_b_2: "y" }], _inner: { _: "z" }, other: [1] };
    expect(ownNames(args, schema)).toEqual({
      größe: "1 m",
      grö: 1,
      list: [{ "a b": "x", "a:b": "y" }],
      $inner: { é: "z" },
      other: [1],
    });
  });
});
