import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { responsesAnswer, responsesEvents, streamOf } from "./responses-events.ts";
import type { ScriptedReply } from "./scripted-reply.ts";

export interface RecordedRequest {
  /** Behind the base address. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ChatBody;
}

export interface ChatBody {
  readonly model: string;
  readonly messages: readonly {
    readonly role: string;
    readonly content: unknown;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
    readonly tool_call_id?: string;
    readonly reasoning_content?: string;
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description?: string } }[];
  readonly stream?: boolean;
  readonly [key: string]: unknown;
}

/** Replies one after another, or a function of the request (counted from 0). */
export type Script =
  | readonly ScriptedReply[]
  | ((request: RecordedRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedEndpoint extends AsyncDisposable {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** The request with this number (from 0), as soon as it is there. */
  request(index: number): Promise<RecordedRequest>;
  /** Connections that clients opened since the start. */
  readonly connections: number;
  close(): Promise<void>;
}

export interface EndpointOptions {
  /** It has the Responses API too; else it knows no such path. */
  readonly hasResponses?: boolean;
  /** Any that is free when left out. */
  readonly port?: number;
  /** More of what its list tells of its model. */
  readonly listed?: object;
}

/** An OpenAI-compatible endpoint on loopback that answers by script and records what came in. */
export async function startScriptedEndpoint(
  script: Script,
  { hasResponses = false, port: wanted = 0, listed = {} }: EndpointOptions = {},
): Promise<ScriptedEndpoint> {
  const requests: RecordedRequest[] = [];
  const waiting: { readonly index: number; readonly resolve: (request: RecordedRequest) => void }[] = [];
  let connections = 0;

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method === "GET") {
      sendJson(response, 200, { object: "list", data: [{ id: "scripted", object: "model", ...listed }] });
      return;
    }
    const path = incoming.url?.replace(/^\/v1/, "") ?? "";
    if (path !== "/chat/completions" && !(path === "/responses" && hasResponses)) {
      incoming.resume();
      sendJson(response, 404, { error: { message: "there is nothing else here" } });
      return;
    }
    const body: ChatBody = JSON.parse(await readBody(incoming));
    const request = { path, headers: incoming.headers, body };
    const index = requests.push(request) - 1;
    for (const waiter of waiting) if (waiter.index === index) waiter.resolve(request);
    const reply = typeof script === "function" ? await script(request, index) : script[index];
    if (reply === undefined) sendJson(response, 400, { error: { message: `the script has no reply ${index}` } });
    else if (path === "/responses") await sendResponses(response, withCallIds(reply, index), body.stream === true);
    else await sendReply(response, withCallIds(reply, index), body.stream === true);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.on("connection", () => {
    connections++;
  });
  await once(server.listen(wanted, "127.0.0.1"), "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    request(index) {
      const known = requests[index];
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => waiting.push({ index, resolve }));
    },
    get connections() {
      return connections;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Ids that no other reply of the endpoint has. */
function withCallIds(reply: ScriptedReply, index: number): ScriptedReply {
  if (reply.calls === undefined) return reply;
  return { ...reply, calls: reply.calls.map((call, at) => ({ id: `call_${index}_${at}`, ...call })) };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, value: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}

async function sendReply(response: ServerResponse, reply: ScriptedReply, isStream: boolean): Promise<void> {
  await reply.gate;
  if (reply.status !== undefined) {
    sendJson(response, reply.status, reply.body ?? "", reply.headers);
  } else if (isStream) await sendStream(response, reply);
  else sendJson(response, 200, wholeAnswer(reply), reply.headers);
}

async function sendResponses(response: ServerResponse, reply: ScriptedReply, isStream: boolean): Promise<void> {
  await reply.gate;
  if (reply.status !== undefined) sendJson(response, reply.status, reply.body ?? "", reply.headers);
  else if (!isStream) sendJson(response, 200, responsesAnswer(reply), reply.headers);
  else {
    response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
    const events = responsesEvents(reply);
    response.write(streamOf(reply.ending === undefined ? events : events.slice(0, -1)));
    if (reply.ending === "cut") response.socket?.end();
    else if (reply.ending !== "stall") response.end();
  }
}

async function sendStream(response: ServerResponse, reply: ScriptedReply): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
  response.flushHeaders();
  const put = (wire: unknown) => response.write(`data: ${JSON.stringify(wire)}\n\n`);
  const delta = (change: unknown, finish: string | null = null) =>
    put({ object: "chat.completion.chunk", choices: [{ index: 0, delta: change, finish_reason: finish }] });
  if (reply.reasoning !== undefined) delta({ reasoning_content: reply.reasoning });
  for (const piece of reply.deltas ?? [reply.text ?? ""]) {
    if (typeof piece === "string") delta({ content: piece });
    else await piece;
  }
  for (const [index, call] of wireCalls(reply).entries()) delta({ tool_calls: [{ index, ...call }] });
  if (reply.ending === "stall") return;
  if (reply.ending === "cut") {
    // What was written leaves first: the socket ends after its buffer is flushed, in the middle of the body.
    response.socket?.end();
    return;
  }
  if (reply.ending === "end-without-finish") {
    response.end();
    return;
  }
  delta({}, finishOf(reply));
  const usage = usageOf(reply);
  if (usage !== null) put({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}

function wholeAnswer(reply: ScriptedReply): unknown {
  const pieces = reply.deltas?.filter((piece) => typeof piece === "string") ?? [];
  const calls = wireCalls(reply);
  const message = {
    role: "assistant",
    content: reply.text ?? pieces.join(""),
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  return {
    object: "chat.completion",
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    usage: usageOf(reply),
  };
}

function wireCalls(reply: ScriptedReply) {
  return (reply.calls ?? []).map((call) => ({
    id: call.id,
    type: "function",
    function: {
      name: call.name,
      arguments: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
    },
  }));
}

function finishOf(reply: ScriptedReply): string {
  return reply.finishReason ?? ((reply.calls ?? []).length > 0 ? "tool_calls" : "stop");
}

function usageOf(reply: ScriptedReply) {
  if (reply.wireUsage !== undefined) return reply.wireUsage;
  if (reply.usage === null) return null;
  const { prompt, completion, cached } = reply.usage ?? { prompt: 10, completion: 5 };
  const told = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  return cached === undefined ? told : { ...told, prompt_tokens_details: { cached_tokens: cached } };
}
