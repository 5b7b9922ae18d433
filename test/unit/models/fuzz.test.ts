import { describe, expect, it } from "vitest";
import { wireError } from "../../../src-main/models/errors/model-errors.ts";
import { type ModelOutcome, modelErrorKinds } from "../../../src-main/models/model.ts";
import { createEventReader } from "../../../src-main/models/responses/events.ts";
import { toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { listedLimits, listedModels, nativeLimits } from "../../../src-main/providers/window-fields.ts";
import { isJsonTooDeep } from "../../../src-preload/contract/bounded-json.ts";
import { readAnswer } from "../../support/read-answer.ts";
import { loadCases, type ProviderCase } from "../../support/replay.mjs";
import { silentSink } from "../../support/run-case.ts";
import { createRandom, type Random } from "../../torture/random.ts";

const cases = [...loadCases(["test/fixtures/provider", "test/fixtures/provider-2"]).values()];
const answers = 1000;
const deep = `${'{"a":'.repeat(30_000)}1${"}".repeat(30_000)}`;
const place = { modelId: "custom/m", address: "http://127.0.0.1/v1", key: null };

function oneOf<Item>(random: Random, list: readonly Item[]): Item {
  const item = list[random.below(list.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

/** The bytes of a case, as text. */
function textOf({ response }: ProviderCase): string {
  if (response.sse === undefined)
    return typeof response.body === "string" ? response.body : JSON.stringify(response.body);
  return response.sse.map((write) => (typeof write === "string" ? write : "")).join("");
}

const oddValues: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, 1e21, "", "null", "5", [], {}, [[]], [null], { a: null }, ["x"]],
  ...["\u0000", "\ud800", "💥".repeat(50), deep, JSON.stringify(deep), 30_000, Number.MAX_SAFE_INTEGER],
];

/** The value with another one at one place, whatever the place. */
function withOddValue(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.below(6) === 0) return oneOf(random, oddValues);
  const keys = Object.keys(value);
  if (keys.length === 0) return oneOf(random, oddValues);
  const key = oneOf(random, keys);
  if (Array.isArray(value)) return value.with(Number(key), withOddValue(value[Number(key)], random));
  return { ...value, [key]: withOddValue(Reflect.get(value, key), random) };
}

function oddJson(line: string, random: Random): string {
  const data = line.startsWith("data:") ? "data: " : "";
  try {
    return data + JSON.stringify(withOddValue(JSON.parse(line.slice(data === "" ? 0 : 5)), random));
  } catch {
    return line;
  }
}

const mutations: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => text.slice(random.below(text.length)),
  (text, random) => {
    const at = random.below(text.length);
    return text.slice(0, at) + String.fromCharCode(random.below(256)) + text.slice(at + 1);
  },
  (text, random) => {
    const [from, length] = [random.below(text.length), random.below(200)];
    return text.slice(0, from + length) + text.slice(from);
  },
  (text, random) => {
    const at = random.below(text.length);
    return (
      text.slice(0, at) +
      oneOf(random, ['{"a":', "[", "</", "<|", "[TOOL_CALLS]", '"']).repeat(random.below(500)) +
      text.slice(at)
    );
  },
  (text, random) =>
    text.replace(/\d+/g, (digits) =>
      random.below(3) === 0 ? oneOf(random, ["1e999", "-1", "9".repeat(400)]) : digits,
    ),
  ...Array.from({ length: 4 }, () => (text: string, random: Random) => {
    const lines = text.split("\n");
    const at = random.below(lines.length);
    return lines.with(at, oddJson(lines[at] ?? "", random)).join("\n");
  }),
];

function mutated(text: string, random: Random): string {
  let changed = text;
  for (let left = 1 + random.below(3); left > 0 && changed !== ""; left--)
    changed = oneOf(random, mutations)(changed, random);
  return changed;
}

/** What is wrong with an outcome, whatever the answer was. */
function wrongOf({ error, finishReason, toolCalls, invalidToolCalls, usage }: ModelOutcome): readonly string[] {
  const wrong: string[] = [];
  if (!["stop", "tool_calls", "length", "content_filter", "error"].includes(finishReason)) wrong.push(finishReason);
  if (error !== null && !modelErrorKinds.includes(error.kind)) wrong.push(error.kind);
  if (error !== null && error.userMessage.trim() === "") wrong.push("an error without a sentence");
  if (error !== null && toolCalls.length + invalidToolCalls.length > 0) wrong.push("calls beside an error");
  if (new Set(toolCalls.map(({ id }) => id)).size < toolCalls.length) wrong.push("one id for two calls");
  for (const call of toolCalls) if (isJsonTooDeep(JSON.stringify(call))) wrong.push("a call that is too deep");
  for (const count of Object.values(usage ?? {})) {
    if (typeof count === "number" && !(Number.isFinite(count) && count >= 0)) wrong.push(`usage ${count}`);
  }
  return wrong;
}

describe("an answer of any bytes", () => {
  it("is one outcome of the closed set, and nothing is thrown", () => {
    const random = createRandom(20_261_128);
    const wrong: unknown[] = [];
    for (let round = 0; round < answers; round++) {
      const one = oneOf(random, cases);
      const text = mutated(textOf(one), random);
      const tools = toolOffersOf((one.tools ?? []).map((tool) => ({ ...tool, description: "" })));
      const bytes = Buffer.from(text, "utf8");
      const cut = random.below(bytes.length + 1);
      const reader = random.below(8) === 0 ? createEventReader("m") : null;
      try {
        const pieces = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const options = { reader, tools, sink: silentSink, isDropped: random.below(4) === 0 };
        const found = wrongOf(readAnswer(pieces, options));
        if (found.length > 0) wrong.push([one.id, round, found]);
        wireError({ status: oneOf(random, [200, 400, 429, 500]), body: text, headers: {}, now: 0 }, place);
      } catch (cause) {
        wrong.push([one.id, round, String(cause)]);
      }
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  it("is also read where it lists models", () => {
    const random = createRandom(7);
    const lists = cases.filter(({ kind }) => kind === "models" || kind === "catalog");
    expect(() => {
      for (let round = 0; round < 300; round++) {
        const list = withOddValue(oneOf(random, lists).response.body, random);
        for (const model of listedModels(list)) listedLimits(model);
        nativeLimits({ ps: list, show: list, v0: list, v1: list, props: list, info: list }, "m-1");
      }
    }).not.toThrow();
  });
});

describe("a call nested 30,000 deep", () => {
  const tools = toolOffersOf([{ name: "read_file", description: "", parameters: { type: "object" } }]);
  const read = (message: string) =>
    readAnswer([Buffer.from(`{"choices":[{"message":${message},"finish_reason":"stop"}]}`)], {
      reader: null,
      tools,
      sink: silentSink,
    });
  const call = (given: string) =>
    read(`{"tool_calls":[{"id":"c","function":{"name":"read_file","arguments":${given}}}]}`);

  it("as text is told to the model as one that cannot be read", () => {
    const { toolCalls, invalidToolCalls, error } = call(JSON.stringify(deep));
    expect([toolCalls, invalidToolCalls.map(({ name }) => name), error]).toEqual([[], ["read_file"], null]);
  });
  it("as a value is a fault of that answer", () => {
    expect(call(deep).error?.kind).toBe("protocol");
  });
  it("as text in text, or in a call written as text, runs nothing", () => {
    expect(call(JSON.stringify(JSON.stringify(deep))).toolCalls).toEqual([]);
    const written = `<tool_call>{"name":"read_file","arguments":${deep}}</tool_call>`;
    expect(read(`{"content":${JSON.stringify(written)}}`)).toMatchObject({ toolCalls: [], content: written });
  });
  it("in what must go back with it is left out", () => {
    const extra = `${'{"a":'.repeat(80)}1${"}".repeat(80)}`;
    const { toolCalls } = read(
      `{"tool_calls":[{"id":"c","extra_content":${extra},"function":{"name":"read_file","arguments":"{}"}}]}`,
    );
    expect(toolCalls).toEqual([{ id: "c", name: "read_file", arguments: {} }]);
  });
});
