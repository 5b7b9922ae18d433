import { describe, expect, it } from "vitest";
import { resolveName } from "../../../src-main/models/answer/call-names.ts";
import { toolOffersOf } from "../../../src-main/models/tools/tool-offers.ts";
import { readAnswer } from "../../support/read-answer.ts";
import { createRecordingSink } from "../../support/recording-sink.ts";

interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string | number>>;
}

/** One way to write calls: each by itself, and together. */
interface Format {
  readonly one: (call: Call) => string;
  readonly all?: (calls: readonly string[]) => string;
  /** A call whose arguments are text in the text. */
  readonly twice?: (call: Call) => string;
}

const calls: readonly Call[] = [
  { name: "get_weather", arguments: { city: "Oslo <b> [x] {y}" } },
  { name: "list_dir", arguments: { path: "/tmp", depth: 2 } },
  { name: "get_weather", arguments: { city: "Ås" } },
];
const tools = toolOffersOf([
  { name: "get_weather", description: "", parameters: { type: "object", properties: { city: { type: "string" } } } },
  {
    name: "list_dir",
    description: "",
    parameters: { type: "object", properties: { path: { type: "string" }, depth: { type: "integer" } } },
  },
]);

const json = ({ arguments: given }: Call): string => JSON.stringify(given);
const text = (call: Call): string => JSON.stringify(json(call));
const object = (call: Call): string => JSON.stringify(call);
const objectTwice = (call: Call): string => JSON.stringify({ ...call, arguments: json(call) });
const pairs = (call: Call, one: (name: string, value: string) => string): string =>
  Object.entries(call.arguments)
    .map(([name, value]) => one(name, String(value)))
    .join("\n");

function listed(open: string, close: string): Format {
  return {
    one: object,
    all: (written) => `${open}[${written.join(", ")}]${close}`,
    twice: objectTwice,
  };
}

function wrapped(open: string, close: string): Format {
  const inside = (inner: string): string => `${open}\n${inner}\n${close}`;
  return { one: (call) => inside(object(call)), twice: (call) => inside(objectTwice(call)) };
}

function invoked(prefix: string, section: string): Format {
  const parameter = (name: string, value: string): string =>
    `<${prefix}parameter name="${name}">${value}</${prefix}parameter>`;
  return {
    one: (call) => `<${prefix}invoke name="${call.name}">\n${pairs(call, parameter)}\n</${prefix}invoke>`,
    all: (written) => `<${section}>\n${written.join("\n")}\n</${section}>`,
  };
}

function kimi(bar: string): Format {
  const mark = (word: string): string => `<${bar}${word}${bar}>`;
  const write = (call: Call, given: string): string =>
    `${mark("tool_call_begin")}functions.${call.name}:0${mark("tool_call_argument_begin")}${given}${mark("tool_call_end")}`;
  return {
    one: (call) => write(call, json(call)),
    all: (written) => `${mark("tool_calls_section_begin")}${written.join("")}${mark("tool_calls_section_end")}`,
    twice: (call) => write(call, text(call)),
  };
}

function deepSeek(bar: string, join: string): Format {
  const mark = (...words: string[]): string => `<${bar}${words.join(join)}${bar}>`;
  const write = (call: Call, given: string): string =>
    `${mark("tool", "call", "begin")}${call.name}${mark("tool", "sep")}${given}${mark("tool", "call", "end")}`;
  return {
    one: (call) => write(call, json(call)),
    all: (written) => `${mark("tool", "calls", "begin")}${written.join("")}${mark("tool", "calls", "end")}`,
    twice: (call) => write(call, text(call)),
  };
}

const parameterTag = (name: string, value: string): string => `<parameter=${name}>\n${value}\n</parameter>`;
const functionOf = (call: Call): string => `<function=${call.name}>\n${pairs(call, parameterTag)}\n</function>`;
const literal = (value: string | number): string => (typeof value === "number" ? String(value) : `'${value}'`);

const formats: Readonly<Record<string, Format>> = {
  hermes: wrapped("<tool_call>", "</tool_call>"),
  "hermes, two objects in one wrapper": {
    one: object,
    all: (written) => `<tool_call>\n${written.join("\n")}\n</tool_call>`,
    twice: objectTwice,
  },
  granite: listed("<|tool_call|>", ""),
  "granite, full-width": listed("<｜tool▁call｜>", ""),
  "granite, older": wrapped("<function_call>", "</function_call>"),
  hunyuan: listed("<tool_calls>", "</tool_calls>"),
  nemotron: listed("<TOOLCALL>", "</TOOLCALL>"),
  lfm2: {
    one: (call) =>
      `${call.name}(${Object.entries(call.arguments)
        .map(([name, value]) => `${name}=${literal(value)}`)
        .join(", ")})`,
    all: (written) => `<|tool_call_start|>[${written.join(", ")}]<|tool_call_end|>`,
  },
  "qwen coder": { one: (call) => `<tool_call>\n${functionOf(call)}\n</tool_call>` },
  "qwen coder without its close": {
    one: (call) => `<tool_call>\n${functionOf(call).replace("\n</function>", "")}\n</tool_call>`,
  },
  "qwen coder without its opener": { one: (call) => `${functionOf(call)}\n</tool_call>` },
  seed: {
    one: functionOf,
    all: (written) => `<seed:tool_call>\n${written.join("\n")}\n</seed:tool_call>`,
  },
  "function with JSON": {
    one: (call) => `<function=${call.name}>${json(call)}</function>`,
    twice: (call) => `<function=${call.name}>${text(call)}</function>`,
  },
  minimax: invoked("", "minimax:tool_call"),
  "minimax without its opener": {
    ...invoked("", "minimax:tool_call"),
    all: (written) => `${written.join("\n")}\n</minimax:tool_call>`,
  },
  claude: invoked("", "function_calls"),
  dsml: invoked("｜DSML｜", "｜DSML｜tool_calls"),
  "dsml in ASCII": invoked("|DSML|", "|DSML|function_calls"),
  "dsml with two bars": invoked("｜｜DSML｜｜", "｜｜DSML｜｜tool_calls"),
  glm: {
    one: (call) =>
      `<tool_call>${call.name}\n${pairs(call, (name, value) => `<arg_key>${name}</arg_key>\n<arg_value>${value}</arg_value>`)}\n</tool_call>`,
  },
  kimi: kimi("|"),
  "kimi, full-width": kimi("｜"),
  deepseek: deepSeek("｜", "▁"),
  "deepseek in ASCII": deepSeek("|", "_"),
  "deepseek with two bars": deepSeek("||", "▁"),
  llama: { one: object, all: (written) => `<|python_tag|>${written.join("; ")}<|eom_id|>`, twice: objectTwice },
  mistral: listed("[TOOL_CALLS]", ""),
  "mistral by name": {
    one: (call) => `[TOOL_CALLS]${call.name}[ARGS]${json(call)}`,
    twice: (call) => `[TOOL_CALLS]${call.name}[ARGS]${text(call)}`,
  },
  "mistral with ids": { one: (call) => `[TOOL_CALLS]${call.name}[CALL_ID]abc123def[ARGS]${json(call)}` },
};
const named = Object.entries(formats);

const together = ({ all }: Format, written: readonly string[]): string => (all ?? ((each) => each.join("\n")))(written);

function read(content: string, field = "content") {
  const body = { choices: [{ message: { [field]: content }, finish_reason: "stop" }] };
  const sink = createRecordingSink();
  const { toolCalls, ...outcome } = readAnswer([Buffer.from(JSON.stringify(body))], { reader: null, tools, sink });
  return { ...outcome, toolCalls: toolCalls.map(({ name, arguments: given }) => ({ name, arguments: given })) };
}

describe.each(named)("calls written as %s", (_name, format) => {
  it.each([1, 2, 3])("are %i calls, and leave the text", (count) => {
    const made = calls.slice(0, count);
    const written = together(format, made.map(format.one));
    expect(read(`I look.\n${written}`)).toMatchObject({
      content: "I look.",
      toolCalls: made,
      finishReason: "tool_calls",
    });
  });
  it("may have their arguments as text in the text", () => {
    const { twice } = format;
    if (twice === undefined) return;
    expect(read(together(format, calls.map(twice))).toolCalls).toEqual(calls);
  });
  it.each([0, 1, 2])("run only all together: none where number %i is cut", (cut) => {
    const pieces = calls.map(format.one).map((one, index) => (index === cut ? one.slice(0, one.length * 0.6) : one));
    const written = together(format, pieces);
    expect(read(written)).toMatchObject({ content: written, toolCalls: [], finishReason: "stop" });
  });
  it("stay text where one names a tool that was not offered", () => {
    const written = together(format, [...calls, { name: "format_disk", arguments: { path: "/" } }].map(format.one));
    expect(read(written)).toMatchObject({ content: written, toolCalls: [] });
  });
  it("stay text in a code block", () => {
    const written = `Like this:\n\n\`\`\`\n${together(format, calls.map(format.one))}\n\`\`\``;
    expect(read(written)).toMatchObject({ content: written, toolCalls: [] });
  });
  it("are calls too where an answer has nothing but thoughts that end with them", () => {
    const written = together(format, calls.map(format.one));
    const found = { content: "", reasoning: "Hm.", toolCalls: calls, error: null };
    expect(read(`Hm.\n${written}`, "reasoning_content")).toMatchObject(found);
    expect(read(`<think>Hm.\n${written}</think>`)).toMatchObject(found);
    expect(read(`Hm.\n${written}\nOr not.`, "reasoning_content").toolCalls).toEqual([]);
  });
  it("are the same wherever the stream is cut, and nothing of them is shown", () => {
    const made = calls.slice(0, 2);
    const whole = `So: a < b.\n${together(format, made.map(format.one))}`;
    const chunk = (delta: object, finish: string | null) =>
      `data: ${JSON.stringify({ choices: [{ delta, finish_reason: finish }] })}\n\n`;
    for (let at = 1; at < whole.length; at++) {
      const deltas = [whole.slice(0, at), whole.slice(at)].map((content) => chunk({ content }, null));
      const sink = createRecordingSink();
      const pieces = [Buffer.from([...deltas, chunk({}, "stop"), "data: [DONE]\n\n"].join(""))];
      const outcome = readAnswer(pieces, { reader: null, tools, sink });
      expect([outcome.content, outcome.toolCalls.length, sink.shown.trim()]).toEqual(["So: a < b.", 2, "So: a < b."]);
    }
  });
});

describe("a text with marks of calls", () => {
  it.each([
    ["Use a <tool_call> tag for it."],
    ["The tags <tool_call> and </tool_call> stand around a call."],
    ["a [TOOL_CALLS] marker"],
    ["`<tool_call>{}</tool_call>` is how"],
  ])("that speaks about them stays as it is: %s", (content) => {
    expect(read(content)).toMatchObject({ content, toolCalls: [] });
  });
  it("may speak about a mark and make a call with it", () => {
    const made = calls.slice(0, 1);
    const found = read(`I use the <tool_call> tag now.\n<tool_call>${made.map(object).join("")}</tool_call>`);
    expect(found).toMatchObject({ content: "I use the <tool_call> tag now.", toolCalls: made });
  });
  it("keeps what stands between a call and its closing tag, and runs nothing", () => {
    const content = `<tool_call>${calls.slice(0, 1).map(object).join("")} and more</tool_call>`;
    expect(read(content)).toMatchObject({ content, toolCalls: [] });
  });
  it("passes over a bracket too many", () => {
    expect(read(`<tool_call>${calls.slice(0, 1).map(object).join("")}}</tool_call>`).toolCalls).toHaveLength(1);
  });
  it("is read in a time that grows with its length", () => {
    const parts = [
      "<tool_call>",
      "<|channel|>",
      "<function=a><parameter=b>",
      "`<tool_call>` ",
      "<",
      "[",
      "<|channel|>a ",
      "</a",
    ];
    for (const part of parts) expect(read(part.repeat(20_000)).toolCalls).toEqual([]);
    for (const part of ["a", " ", "\n", '"', "["]) {
      for (const start of ["<|channel|>", "<tool_call>", "<tool_call>{", "[TOOL_CALLS]", "<invoke name="]) {
        expect(read(start + part.repeat(50_000)).toolCalls).toEqual([]);
      }
    }
  });
});

describe("harmony channels", () => {
  const call = (name: string, given: string): string =>
    `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${given}<|call|>`;
  const thought = "<|channel|>analysis<|message|>Hm.<|end|>";
  it("are calls, all or none; thoughts stay thoughts", () => {
    const both = `${thought}${call("get_weather", '{"city":"Oslo"}')}${call("list_dir", '{"path":"/"}')}`;
    expect(read(both)).toMatchObject({ content: "", reasoning: "Hm." });
    expect(read(both).toolCalls).toHaveLength(2);
    for (const bad of [call("list_dir", '{"path":'), call("list_dir", "{} {}"), call("format_disk", "{}")]) {
      const found = read(`${thought}${call("get_weather", '{"city":"Oslo"}')}${bad}`);
      expect([
        found.toolCalls,
        found.reasoning,
        found.content.includes("format_disk") || found.content.includes("list_dir"),
      ]).toEqual([[], "Hm.", true]);
    }
  });
});

describe("markup in the name of a call", () => {
  it.each([
    "get_weather[ARGS]",
    "[TOOL_CALLS]get_weather",
    "get_weather[CALL_ID]abc[ARGS]",
    "get_weather<｜tool▁sep｜>",
  ])("%s is dropped where the rest is an offered tool", (name) => {
    expect(resolveName([name], new Set(["get_weather"]))).toBe("get_weather");
  });
});
