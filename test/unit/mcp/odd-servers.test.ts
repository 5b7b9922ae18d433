import { describe, expect, it } from "vitest";
import { callServer } from "../../../src-main/mcp/call-server.ts";
import type { McpConnection } from "../../../src-main/mcp/connection.ts";
import { createMending } from "../../../src-main/mcp/mending.ts";
import type { ToolResult } from "../../../src-main/tools/tool.ts";
import {
  type Answers,
  answer,
  connectInProcess,
  plainResults,
  type Question,
} from "../../support/mcp/in-process-server.ts";
import { noAsks, noCalls, remoteCall } from "../../support/mcp/remote-call.ts";
import { createSystemClock } from "../../support/system-clock.ts";

const { signal } = new AbortController();

function listOf(connection: McpConnection, timeoutMs = 1000) {
  return connection.tools({ timeoutMs, signal });
}

function callOf(connection: McpConnection, name: string, timeoutMs = 1000): Promise<ToolResult> {
  const tool = { name, inputSchema: { type: "object" as const } };
  const wanted = {
    server: "odd",
    tool,
    args: {},
    call: remoteCall(),
    timeoutMs,
  };
  return callServer(wanted, {
    connected: async () => connection,
    lost: () => undefined,
    unsigned: () => null,
    problem: () => "",
    clock: createSystemClock(),
    asks: noAsks,
    calls: noCalls,
    redact: (text) => text,
    saveImage: async () => "/picture",
  });
}

/** The same value with another one at this place. */
function put(value: unknown, path: readonly (string | number)[], to: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? put(one, rest, to) : one));
  const fields = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const others = fields.filter(([name]) => name !== step);
  const inner = put(Object.fromEntries(fields)[step], rest, to);
  return Object.fromEntries(inner === undefined ? others : [...others, [step, inner]]);
}

function pathsOf(value: unknown, path: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return [
    path,
    ...steps.flatMap((step) =>
      pathsOf(Object.entries(value).find(([name]) => name === String(step))?.[1], [...path, step]),
    ),
  ];
}

function nested(depth: number): unknown {
  return JSON.parse("[".repeat(depth) + "]".repeat(depth));
}

/** Values that a field should not have; the wrong ones too. */
const oddValues: readonly (readonly [string, unknown])[] = [
  ["missing", undefined],
  ["null", null],
  ["a number", 7],
  ["a text", "words"],
  ["true", true],
  ["an empty text", ""],
  ["an empty list", []],
  ["an empty object", {}],
  ["a huge text", "x".repeat(1_000_000)],
  ["too deep", nested(500)],
];

function serverWith(results: Readonly<Record<string, unknown>>): Answers {
  return ({ id, method }) => (id === undefined ? [] : [answer(id, { result: results[method] ?? {} })]);
}

describe("one odd field of a server", () => {
  it.each(oddValues)("that is %s costs nothing but itself, in a tool", async (_, odd) => {
    for (const path of pathsOf(plainResults["tools/list"]).filter(([, index]) => index === 0)) {
      const list = put(plainResults["tools/list"], path, odd);
      const connection = await connectInProcess(serverWith({ ...plainResults, "tools/list": list }));
      const { tools, leftOut } = await listOf(connection);
      const names = tools.map(({ name }) => name);
      expect(names.at(-1), path.join(".")).toBe("good");
      expect(names.length + leftOut.length, path.join(".")).toBe(2);
      await connection.close();
    }
  });

  it.each(oddValues)("that is %s costs nothing but itself, in a result", async (_, odd) => {
    for (const path of pathsOf(plainResults["tools/call"])) {
      const result = put(plainResults["tools/call"], path, odd);
      const connection = await connectInProcess(serverWith({ ...plainResults, "tools/call": result }));
      const called = await callOf(connection, "good");
      const isError = path.join(".") === "isError" && odd === true;
      expect(called.kind, path.join(".")).toBe(isError ? "failed" : "done");
      const isElsewhere = path[0] !== undefined && path[0] !== "content";
      const isOfAnother = path.length > 1 && path[1] !== 0;
      const said = called.kind === "done" ? called.content : called.message;
      if (isElsewhere || isOfAnother) expect(said, path.join(".")).toContain("hello");
      await connection.close();
    }
  });

  it.each(oddValues)("that is %s costs nothing but itself, in how it introduces itself", async (_, odd) => {
    for (const path of pathsOf(plainResults["initialize"])) {
      const isAnotherProtocol = path.join(".") === "protocolVersion" && typeof odd === "string";
      const isWithoutTools = path[0] === "capabilities" && path.length > 0;
      if (isAnotherProtocol) continue;
      const introduction = put(plainResults["initialize"], path, odd);
      const connection = await connectInProcess(serverWith({ ...plainResults, initialize: introduction }));
      const { tools } = await listOf(connection);
      if (!isWithoutTools) expect(tools, path.join(".")).toHaveLength(2);
      await connection.close();
    }
  });

  it("of the list's page ends the list there", async () => {
    for (const nextCursor of [null, "", 7, true, {}, []]) {
      const list = put(plainResults["tools/list"], ["nextCursor"], nextCursor);
      const connection = await connectInProcess(serverWith({ ...plainResults, "tools/list": list }));
      expect((await listOf(connection)).tools).toHaveLength(2);
    }
  });
});

describe("a message of a server", () => {
  const read = (line: string) => {
    const mending = createMending();
    mending.sent({ jsonrpc: "2.0", id: 3, method: "ping" });
    return mending.received(line);
  };

  it.each([
    ['{"jsonrpc":"2.0","id":3,"result":{},"error":null}', []],
    ['{"id":3,"result":null}', []],
    ['{"jsonrpc":"2.0","id":"3","result":{}}', []],
    ['\ufeff{"jsonrpc":"2.0","id":3,"result":{}}', []],
    ['Server started{"jsonrpc":"2.0","id":3,"result":{}}', ["Server started"]],
    ['{"jsonrpc":"2.0","id":3,"result":{"a":"}{"}} listening', ["listening"]],
    ['[{"jsonrpc":"2.0","id":3,"result":{}}]', []],
  ])("%s is read", (line, words) => {
    const { messages, words: said } = read(line);
    expect(messages).toMatchObject([{ jsonrpc: "2.0", id: 3 }]);
    expect(messages[0]).toHaveProperty("result");
    expect(said).toEqual(words);
  });

  it.each([
    ['{"jsonrpc":"2.0","id":3}', "neither a result nor an error"],
    ['{"jsonrpc":"2.0","id":null,"error":{"code":"E","message":null}}', "an error without words"],
    ['{"jsonrpc":"2.0","id":3,"result":{"a":1},"error":"no"}', "no"],
  ])("%s is a failure of that answer", (line, reason) => {
    expect(read(line).messages).toMatchObject([{ id: 3, error: { message: expect.stringContaining(reason) } }]);
  });

  it("loses what lies too deep in it, and nothing else", () => {
    for (const depth of [101, 200_000]) {
      const deep = `${"[".repeat(depth)}${"]".repeat(depth)}`;
      expect(read(`{"jsonrpc":"2.0","id":3,"result":{"a":${deep},"b":1}}`).messages).toMatchObject([
        { id: 3, result: { b: 1 } },
      ]);
    }
  });

  it("is one of many in a line, and a log in JSON is none", () => {
    const many = '{"jsonrpc":"2.0","method":"notifications/message","params":null}'.repeat(5000);
    expect(read(many).messages).toHaveLength(5000);
    expect(read('{"level":30,"msg":"listening","method":"GET"}')).toMatchObject({ messages: [], words: [/listening/] });
  });
});

describe("a list of tools", () => {
  it("that does not end is cut, and one whose later page fails keeps what came before", async () => {
    const page = (index: number) => ({ tools: [{ name: `t${index}` }], nextCursor: String(index + 1) });
    const endless = await connectInProcess(({ id, method, params }: Question) =>
      method === "tools/list"
        ? [answer(id, { result: page(Number(params?.["cursor"] ?? 0)) })]
        : serverWith(plainResults)({ method, ...(id === undefined ? {} : { id }) }),
    );
    const cut = await listOf(endless);
    expect(cut.tools).toHaveLength(50);
    expect(cut.leftOut).toMatchObject([{ reason: expect.stringContaining("does not end") }]);
    const failing = await connectInProcess(({ id, method, params }: Question) => {
      if (method !== "tools/list") return serverWith(plainResults)({ method, ...(id === undefined ? {} : { id }) });
      const isFirst = params?.["cursor"] === undefined;
      return [answer(id, isFirst ? { result: page(0) } : { error: { code: 1, message: "no" } })];
    });
    expect((await listOf(failing)).tools.map(({ name }) => name)).toEqual(["t0"]);
  });

  it("has each name once", async () => {
    const list = { tools: [{ name: "a", description: "first" }, { name: "a" }, { name: "a" }] };
    const { tools, leftOut } = await listOf(
      await connectInProcess(serverWith({ ...plainResults, "tools/list": list })),
    );
    expect(tools).toMatchObject([{ name: "a", description: "first" }]);
    expect(leftOut).toHaveLength(2);
  });
});

/** The same numbers for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2654435761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return state / 2 ** 32;
  };
}

function fuzzed(results: Readonly<Record<string, unknown>>, random: () => number): Answers {
  const any = <Value>(list: readonly Value[]): Value | undefined => list[Math.floor(random() * list.length)];
  const garble = [
    (line: string) => line.slice(0, Math.floor(random() * line.length)),
    (line: string) => line.replaceAll(/[{}[\]",:]/g, (mark) => (random() < 0.05 ? "" : mark)),
    (line: string) => `\ufeff${line}`,
    (line: string) => `log: ${line}${line} end`,
    (line: string) => `[${line},${line}]`,
    (line: string) => `${line}\n`.repeat(3),
    (line: string) => line.replace(/"id":\d+/, any(['"id":null', '"id":"x"', '"id":999', '"id":{}']) ?? ""),
    (line: string) => line.replace('"result"', any(['"error"', '"results"', '"error":null,"result"']) ?? ""),
    () => "",
    () => "[".repeat(50_000),
    () => '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":null}}',
  ];
  return ({ id, method }) => {
    if (id === undefined) return [];
    const known = results[method] ?? {};
    const path = any(pathsOf(known)) ?? [];
    const result = random() < 0.6 ? put(known, path, any(oddValues)?.[1]) : known;
    const line = answer(id, { result });
    return [random() < 0.3 ? (any(garble)?.(line) ?? line) : line];
  };
}

it("whatever 500 servers say, nothing ends and nothing hangs, and who says something sensible is used", async () => {
  const limit = 60;
  const outcomes = await Promise.all(
    Array.from({ length: 500 }, async (_, seed) => {
      const connection = await connectInProcess(fuzzed(plainResults, randomOf(seed)), limit).catch(() => null);
      if (connection === null) return "refused";
      const listed = await listOf(connection, limit).catch(() => null);
      await connection.ping({ timeoutMs: limit, signal }).catch(() => undefined);
      const called = await callOf(connection, "good", limit);
      expect(["done", "failed"]).toContain(called.kind);
      await connection.close();
      return listed === null ? "no list" : "listed";
    }),
  );
  const count = (kind: string): number => outcomes.filter((outcome) => outcome === kind).length;
  expect(outcomes).toHaveLength(500);
  expect(count("listed")).toBeGreaterThan(300);
});
