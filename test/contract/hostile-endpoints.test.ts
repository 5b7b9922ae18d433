import { createServer, type ServerResponse } from "node:http";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createGzip, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelError, ModelRequest } from "../../src-main/models/model.ts";
import { createOpenAiModel } from "../../src-main/models/openai-model.ts";
import { plainQuirks } from "../../src-main/models/quirks.ts";
import { toolOffersOf } from "../../src-main/models/tools/tool-offers.ts";
import { discoverCapabilities } from "../../src-main/providers/capabilities.ts";
import { silentSink } from "../support/run-case.ts";
import { createSystemClock } from "../support/system-clock.ts";

/*
 * Endpoints that mean no good, or that have lost their way. Each is asked for an answer and for its list of models: one
 * clear error, bounded memory, and an end that does not wait for the endpoint.
 */

const mib = 1024 * 1024;
const mostMemory = 64 * mib;
/** Fits into what lies between an endpoint and its reader when nobody reads any more. */
const underway = 24 * mib;
/** Where an endpoint falls silent; elsewhere the machine may be slow. */
const shortMs = 300;
const longMs = 20_000;

interface Hostile {
  readonly url: string;
  /** Bytes of the body that left, decompressed or not. */
  readonly sent: () => number;
}

type Play = (response: ServerResponse, send: (bytes: string | Buffer) => Promise<boolean>) => void | Promise<void>;

/** An endpoint that plays one body to whoever asks; `send` answers false once nobody listens. */
async function hostile(play: Play): Promise<Hostile> {
  let sent = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.on("error", () => undefined);
    let wake = (): void => undefined;
    for (const event of ["drain", "close"]) response.on(event, () => wake());
    const send = async (bytes: string | Buffer): Promise<boolean> => {
      if (response.destroyed) return false;
      sent += bytes.length;
      if (response.write(bytes)) return true;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return !response.destroyed;
    };
    void play(response, send);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1`, sent: () => sent };
}

const request: ModelRequest = {
  messages: [{ role: "user", json: '{"role":"user","content":"Hi"}', tokens: 5 }],
  tools: toolOffersOf([{ name: "read_file", description: "Reads.", parameters: { type: "object" } }]),
  parameters: { temperature: 0.1, maxTokens: 100, reasoningEffort: null },
  contextWindow: null,
};

async function chat(url: string, idleTimeoutMs = longMs): Promise<ModelError | null> {
  using model = createOpenAiModel({
    id: "custom/m",
    modelName: "m",
    baseUrl: url,
    apiKey: async () => "key",
    extraHeaders: {},
    idleTimeoutMs,
    clock: createSystemClock(),
    random: () => 0.5,
    quirks: plainQuirks,
    log: () => {},
    maxRetries: 0,
  });
  await model.prepare();
  const outcome = await model.complete(request, silentSink, new AbortController().signal);
  expect(outcome.toolCalls).toEqual([]);
  return outcome.error;
}

async function list(url: string, timeoutMs = longMs, isAskedByPerson = false): Promise<ModelError | null> {
  const found = await discoverCapabilities(
    {
      id: "custom",
      modelName: "m",
      baseUrl: url,
      apiKey: "key",
      keyHeader: "bearer",
      extraHeaders: {},
      asksNative: true,
      clock: createSystemClock(),
      log: () => {},
      timeoutMs,
      isAskedByPerson,
    },
    new AbortController().signal,
  );
  return found.ok ? null : found.error;
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/**
 * The most memory that was really in use, above what was before, looked at again and again while the work goes on. A look
 * takes long where the other tests of this process left a large heap, so that the work gets four times as long between two.
 */
async function memoryOf<Value>(work: () => Promise<Value>): Promise<{ value: Value; most: number }> {
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  collectGarbage();
  const before = used();
  let most = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const start = performance.now();
    collectGarbage();
    most = Math.max(most, used() - before);
    timer = setTimeout(look, Math.max(50, 4 * (performance.now() - start)));
  };
  timer = setTimeout(look, 50);
  try {
    return { value: await work(), most };
  } finally {
    clearTimeout(timer);
  }
}

const head = (response: ServerResponse, type: string, more: Record<string, string> = {}): void => {
  response.writeHead(200, { "content-type": type, ...more });
};

/** Sends the same again and again until nobody listens. */
function endless(type: string, piece: string | Buffer, first = ""): Play {
  return async (response, send) => {
    head(response, type);
    if (first !== "") await send(first);
    while (await send(piece));
  };
}

const event = (delta: object): string => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
const call = (index: number) => ({ tool_calls: [{ index, id: `c${index}`, function: { name: "read_file" } }] });
const sse = "text/event-stream";
const many = (text: string): string => text.repeat(Math.ceil((64 * 1024) / text.length));

function endlessCalls(): Play {
  return async (response, send) => {
    head(response, sse);
    for (let from = 0; ; from += 100) {
      const events = Array.from({ length: 100 }, (_, at) => event(call(from + at)));
      if (!(await send(events.join("")))) return;
    }
  };
}

/** Some 20 kB that become 20 MB, over and over. */
const bomb: Play = async (response, send) => {
  head(response, sse, { "content-encoding": "gzip" });
  const gzip = createGzip({ level: 9 });
  gzip.on("error", () => undefined);
  const piece = Buffer.alloc(mib, " ");
  const pump = (async () => {
    for await (const bytes of gzip) if (!(await send(Buffer.from(bytes)))) break;
  })();
  while (!response.destroyed && !gzip.destroyed)
    await new Promise<void>((resolve) => gzip.write(piece, () => resolve()));
  gzip.destroy();
  await pump.catch(() => undefined);
};

const oneLine: Play = async (response, send) => {
  head(response, sse);
  await send(`data: {"choices":[{"delta":{"content":"`);
  for (let count = 0; count < 30 && (await send("x".repeat(mib))); count++);
  await send(`"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`);
  response.end();
};

const tooMuch: readonly (readonly [string, Play])[] = [
  ["one line of 30 MB", oneLine],
  ["a gzip bomb", bomb],
  ["text without an end", endless(sse, many(event({ content: "word " })))],
  ["white space without an end", endless(sse, many(event({ content: "\n \n" })))],
  ["an opened call again and again", endless(sse, many(event({ content: "<tool_call>\n" })))],
  ["thoughts without an end", endless(sse, many(event({ reasoning_content: "hmm " })))],
  [
    "arguments without an end",
    endless(sse, many(event({ tool_calls: [{ index: 0, function: { arguments: "{}" } }] }))),
  ],
  ["calls without an end", endlessCalls()],
  ["keep-alives without an end", endless(sse, many(": ping\n\n"))],
  ["an event of lines without an end", endless(sse, many("data:\n"))],
  ["events that say nothing", endless(sse, many("data: {}\n\n"))],
  ["a JSON body without an end", endless("application/json", many("[1],"), '{"data":[')],
  ["white space before a JSON body", endless("application/json", many("  \n"))],
];

describe("an endpoint that sends too much", () => {
  it.each(tooMuch)("%s: an answer ends by itself", async (_name, play) => {
    const endpoint = await hostile(play);
    const { value: error, most } = await memoryOf(() => chat(endpoint.url));
    expect(error).toMatchObject({ kind: "protocol", retryable: false });
    expect(error?.userMessage).toContain("more for custom/m than any answer");
    expect(endpoint.sent()).toBeLessThan(64 * mib + underway);
    expect(most).toBeLessThan(mostMemory);
  });

  const lists = tooMuch.flatMap(([name, play]) => [
    { name, play, isAskedByPerson: false },
    { name: `${name}, with the reference client`, play, isAskedByPerson: true },
  ]);

  it.each(lists)("$name: a list ends by itself", async ({ play, isAskedByPerson }) => {
    const endpoint = await hostile(play);
    const { value: error, most } = await memoryOf(() => list(endpoint.url, longMs, isAskedByPerson));
    expect(error).toMatchObject({ kind: "protocol", retryable: false });
    expect(error?.userMessage).toContain("more for custom than any answer");
    expect(endpoint.sent()).toBeLessThan(4 * mib + underway);
    expect(most).toBeLessThan(mostMemory);
  });
});

const silent: readonly (readonly [string, Play])[] = [
  ["before the headers", () => undefined],
  [
    "after the headers",
    (response) => {
      head(response, sse);
      response.flushHeaders();
    },
  ],
  [
    "in the middle",
    async (response, send) => {
      head(response, sse);
      await send(event({ content: "Once" }));
    },
  ],
  [
    "in the middle of JSON",
    async (response, send) => {
      head(response, "application/json");
      await send('{"data":[');
    },
  ],
  [
    "in the middle of a failure",
    async (response, send) => {
      response.writeHead(500, { "content-type": "application/json" });
      await send('{"error":');
    },
  ],
  [
    "in the middle of gzip",
    async (response, send) => {
      head(response, sse, { "content-encoding": "gzip" });
      await send(gzipSync(event({ content: "Once" })).subarray(0, 20));
    },
  ],
];

describe("an endpoint that falls silent", () => {
  it.each(silent)("%s: an answer and a list run into their limit", async (_name, play) => {
    const endpoint = await hostile(play);
    const [error, listed, listedByClient] = await Promise.all([
      chat(endpoint.url, shortMs),
      list(endpoint.url, shortMs),
      list(endpoint.url, shortMs, true),
    ]);
    for (const one of [error, listed, listedByClient]) {
      expect(one).toMatchObject({ kind: "timeout", userMessage: expect.stringContaining("did not answer in time") });
    }
  });

  it("after the reason to finish: the answer stands, and keep-alives do not hold it", async () => {
    const endpoint = await hostile(async (response, send) => {
      head(response, sse);
      await send(`${event({ content: "Hello." })}data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n`);
      while (await send(": ping\n\n")) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect(await chat(endpoint.url, shortMs)).toBeNull();
  });
});

describe("an endpoint that is none", () => {
  it.each([
    ["a page", "text/html", "<!doctype html><title>Sign in</title><p>Welcome", "protocol", "protocol"],
    ["nothing", "application/json", "", "incomplete", "protocol"],
    ["no JSON", "application/json", "{nonsense", "protocol", "protocol"],
    ["a word", "text/plain", "OK", "protocol", "protocol"],
    ["an error as a good answer", "application/json", '{"error":{"message":"no such key","code":401}}', "auth", "auth"],
  ])("%s: one clear error", async (_name, type, body, answer, listed) => {
    const endpoint = await hostile((response) => {
      head(response, type);
      response.end(body);
    });
    const found = [await chat(endpoint.url), await list(endpoint.url), await list(endpoint.url, longMs, true)];
    expect(found.map((error) => error?.kind)).toEqual([answer, listed, listed]);
    for (const error of found) expect(error?.userMessage).toMatch(/[.!]$/);
  });
});
