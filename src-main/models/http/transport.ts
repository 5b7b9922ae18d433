import type { ClientRequest, IncomingMessage } from "node:http";
import { decodedBody, readLimited } from "./decode-body.ts";
import { type EndpointAnswer, EndpointFailure } from "./endpoint-answer.ts";

/** The most of a failing answer's body that is kept. */
const maxFailureBytes = 1024 * 1024;

export interface EndpointRequest {
  /** Sent as they are; no other header leaves the machine but those that HTTP itself needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Posted; null gets. */
  readonly body: string | null;
  readonly signal: AbortSignal;
}

/** The connection to one endpoint; kept between requests. Disposing closes it. */
export interface Transport extends Disposable {
  /**
   * Resolves when a good answer begins; throws `EndpointFailure` for any other status (redirects too: a POST with a key
   * follows none).
   */
  send(url: URL, request: EndpointRequest): Promise<EndpointAnswer>;
}

const keepAlive = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 2, scheduling: "lifo" } as const;

/** A kept connection on node:http. */
export function createTransport(isSecure: boolean): Transport {
  // An `import` of node:http reads all its exports, some of which load undici: half of what a bare start costs.
  const protocol = process.getBuiltinModule(isSecure ? "node:https" : "node:http");
  const agent = new protocol.Agent(keepAlive);

  async function send(url: URL, asked: EndpointRequest, isRepeat: boolean): Promise<EndpointAnswer> {
    const bytes = asked.body === null ? null : Buffer.from(asked.body, "utf8");
    const length = bytes === null ? {} : { "content-length": String(bytes.length) };
    const method = bytes === null ? "GET" : "POST";
    const request = protocol.request(url, { method, headers: { ...asked.headers, ...length }, agent });
    try {
      return await answerOf(request, bytes, asked.signal);
    } catch (error) {
      // The server closed the kept connection while it was idle: no request was lost, so send it on a new one.
      if (!isRepeat && request.reusedSocket && isReset(error)) return send(url, asked, true);
      throw error;
    }
  }

  return {
    send: (url, request) => send(url, request, false),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

async function answerOf(request: ClientRequest, body: Buffer | null, signal: AbortSignal): Promise<EndpointAnswer> {
  const abort = () => request.destroy(new Error("aborted"));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const incoming = await responseTo(request, body);
    const status = incoming.statusCode ?? 0;
    const stream = decodedBody(incoming);
    if (status >= 200 && status < 300) return { incoming, stream };
    throw new EndpointFailure(status, incoming.headers, await readLimited(stream, maxFailureBytes));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function responseTo(request: ClientRequest, body: Buffer | null): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve);
    // Stays for the request's life: after the answer began, its own stream tells of errors.
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}
