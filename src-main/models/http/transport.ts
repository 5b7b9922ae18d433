import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import { decodedBody, readLimited } from "./decode-body.ts";
import { EndpointAnswer, EndpointFailure } from "./endpoint-answer.ts";

/** The most of a failing answer's body that is kept. */
const maxFailureBytes = 1024 * 1024;

/** The connection to one endpoint; kept between requests. Disposing closes it. */
export interface Transport extends Disposable {
  /** The `fetch` of the client library. Only the headers named in `allowed` leave the machine. */
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

const keepAlive = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: 2, scheduling: "lifo" } as const;

/**
 * A `fetch` on node:http with a kept connection. It answers `EndpointAnswer` for a good status and throws
 * `EndpointFailure` for any other (redirects too: a POST with a key follows none). `allowed` holds header names in
 * lower case: the client library adds its own and reads some from the environment, which nobody asked to send.
 */
export function createTransport(allowed: ReadonlySet<string>): Transport {
  const plain = new http.Agent(keepAlive);
  const secure = new https.Agent(keepAlive);

  async function send(target: URL, init: RequestInit, isRepeat: boolean): Promise<Response> {
    const body = typeof init.body === "string" ? Buffer.from(init.body, "utf8") : Buffer.alloc(0);
    const headers = allowedHeaders(init.headers, allowed);
    headers["content-length"] = String(body.length);
    const isSecure = target.protocol === "https:";
    const options = { method: init.method ?? "GET", headers, agent: isSecure ? secure : plain };
    const request = isSecure ? https.request(target, options) : http.request(target, options);
    try {
      return await answerOf(request, body, init.signal ?? null);
    } catch (error) {
      // The server closed the kept connection while it was idle: no request was lost, so send it on a new one.
      if (!isRepeat && request.reusedSocket && isReset(error)) return send(target, init, true);
      throw error;
    }
  }

  return {
    fetch: (url, init = {}) => send(new URL(url instanceof Request ? url.url : url), init, false),
    [Symbol.dispose]() {
      plain.destroy();
      secure.destroy();
    },
  };
}

function allowedHeaders(given: RequestInit["headers"], allowed: ReadonlySet<string>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of new Headers(given)) if (allowed.has(name)) headers[name] = value;
  return headers;
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

async function answerOf(request: ClientRequest, body: Buffer, signal: AbortSignal | null): Promise<Response> {
  const abort = () => request.destroy(new Error("aborted"));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const incoming = await responseTo(request, body);
    const status = incoming.statusCode ?? 0;
    const stream = decodedBody(incoming);
    if (status >= 200 && status < 300) return new EndpointAnswer(incoming, stream);
    throw new EndpointFailure(status, incoming.headers, await readLimited(stream, maxFailureBytes));
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

function responseTo(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("response", resolve);
    // Stays for the request's life: after the answer began, its own stream tells of errors.
    request.on("error", reject);
    request.end(body);
  });
}
