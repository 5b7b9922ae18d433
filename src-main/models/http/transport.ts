import type { ClientRequest, IncomingMessage } from "node:http";
import { isUnknownIssuer } from "../../network/certificate-codes.ts";
import { decodedBody, readLimited } from "../../network/decode-body.ts";
import type { Door } from "../../network/door.ts";
import { directNetwork, type Network } from "../../network/network.ts";
import { type EndpointAnswer, EndpointFailure } from "./endpoint-answer.ts";

/** The most of a failing answer's body that is kept. */
const maxFailureBytes = 1024 * 1024;

interface EndpointRequest {
  /** Sent as they are; no other header leaves the machine but those that HTTP itself needs. */
  readonly headers: Readonly<Record<string, string>>;
  /** Posted; null gets. */
  readonly body: string | Uint8Array | null;
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

/** A kept connection on node:http, by whatever way the network has to the address. */
export function createTransport(network: Network = directNetwork): Transport {
  let opened: Promise<Door> | null = null;
  let isOver = false;
  let trustsAll = false;

  async function doorTo(url: URL): Promise<Door> {
    const opening = opened ?? network.open(url);
    opened = opening;
    // A key store that is locked now may be open for the next request.
    const door = await opening.catch((cause: unknown) => {
      if (opened === opening) opened = null;
      throw cause;
    });
    // Disposed while the way was looked for.
    if (isOver) door[Symbol.dispose]();
    return door;
  }

  async function send(url: URL, asked: EndpointRequest, isRepeat = false): Promise<EndpointAnswer> {
    const bytes = typeof asked.body === "string" ? Buffer.from(asked.body, "utf8") : asked.body;
    const length = bytes === null ? {} : { "content-length": String(bytes.length) };
    const method = bytes === null ? "GET" : "POST";
    const door = await doorTo(url);
    const request = door.request(url, { method, headers: { ...asked.headers, ...length } });
    try {
      const answer = await answerOf(request, bytes, asked.signal);
      return { ...answer, broken: (cause) => door.failure(cause, url, true) };
    } catch (error) {
      // The server closed the kept connection while it was idle: no request was lost, so send it on a new one.
      if (!isRepeat && request.reusedSocket && isReset(error)) return send(url, asked, true);
      if (!trustsAll && isUnknownIssuer(error)) {
        trustsAll = true;
        await network.trustMore();
        return send(url, asked, isRepeat);
      }
      throw asked.signal.aborted ? error : door.failure(error, url, isReset(error));
    }
  }

  return {
    send,
    [Symbol.dispose]() {
      isOver = true;
      void opened?.then(
        (door) => door[Symbol.dispose](),
        () => undefined,
      );
    },
  };
}

function isReset(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ECONNRESET" || error.code === "EPIPE");
}

async function answerOf(request: ClientRequest, body: Uint8Array | null, signal: AbortSignal) {
  const abort = () => request.destroy(new Error("aborted"));
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    const incoming = await responseTo(request, body, signal);
    const status = incoming.statusCode ?? 0;
    const stream = decodedBody(incoming);
    if (status >= 200 && status < 300) return { incoming, stream };
    throw new EndpointFailure(status, incoming.headers, await readLimited(stream, maxFailureBytes));
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function responseTo(request: ClientRequest, body: Uint8Array | null, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A request that has no connection yet says nothing when it is destroyed.
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    request.on("response", resolve);
    // Stays for the request's life: after the answer began, its own stream tells of errors.
    request.on("error", reject);
    request.end(body ?? undefined);
  });
}
