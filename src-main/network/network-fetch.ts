import type { ClientRequest, IncomingMessage } from "node:http";
import { isUnknownIssuer } from "./certificate-codes.ts";
import type { Door } from "./door.ts";
import type { Network } from "./network.ts";

/** `fetch` by whatever way the network has to an address. Disposing lets go of kept connections to proxies. */
export interface NetworkFetch extends Disposable {
  fetch(address: string | URL, init?: RequestInit): Promise<Response>;
}

const mostRedirects = 5;
const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

/**
 * Straight on it is the built-in `fetch`. Through a proxy it is node:http, which follows redirects inside an origin alone:
 * the headers of a request are for whom they were given.
 */
export function createNetworkFetch(network: Network): NetworkFetch {
  const doors = new Map<string, Promise<Door>>();
  let trustsAll = false;

  async function direct(address: string | URL, init?: RequestInit): Promise<Response> {
    try {
      return await globalThis.fetch(address, init);
    } catch (cause) {
      if (trustsAll || !isUnknownIssuer(cause)) throw cause;
      trustsAll = true;
      await network.trustMore();
      return globalThis.fetch(address, init);
    }
  }

  function doorTo(url: URL): Promise<Door> {
    const opened = doors.get(url.origin) ?? network.open(url);
    doors.set(url.origin, opened);
    return opened.catch((cause: unknown) => {
      doors.delete(url.origin);
      throw cause;
    });
  }

  async function proxied(request: Request, body: Uint8Array | null, left: number): Promise<Response> {
    const url = new URL(request.url);
    const door = await doorTo(url);
    try {
      const headers = { ...Object.fromEntries(request.headers), "content-length": String(body?.length ?? 0) };
      const incoming = await answerTo(door.request(url, { method: request.method, headers }), body, request.signal);
      const answer = responseOf(incoming, (cause) => door.failure(cause, url, true));
      const next = redirectOf(answer, url, left);
      if (next === null) return answer;
      await answer.body?.cancel();
      const keeps = answer.status === 307 || answer.status === 308;
      const { headers: given, signal } = request;
      const method = keeps ? request.method : "GET";
      return await proxied(new Request(next, { method, headers: given, signal }), keeps ? body : null, left - 1);
    } catch (cause) {
      if (!trustsAll && isUnknownIssuer(cause)) {
        trustsAll = true;
        await network.trustMore();
        return proxied(request, body, left);
      }
      throw request.signal.aborted ? cause : door.failure(cause, url, isReset(cause));
    }
  }

  return {
    async fetch(address, init) {
      const choice = await network.choice(new URL(address));
      if (choice.kind === "direct") return direct(address, init);
      const request = new Request(address, init);
      const body = request.body === null ? null : new Uint8Array(await request.arrayBuffer());
      return proxied(request, body, mostRedirects);
    },
    [Symbol.dispose]() {
      for (const opened of doors.values()) {
        void opened.then(
          (door) => door[Symbol.dispose](),
          () => undefined,
        );
      }
    },
  };
}

function answerTo(asked: ClientRequest, body: Uint8Array | null, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      asked.destroy();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    asked.on("response", resolve);
    asked.on("error", reject);
    asked.end(body ?? undefined);
  });
}

function responseOf(incoming: IncomingMessage, failure: (cause: Error) => unknown): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const { statusCode: status = 502, statusMessage: statusText = "" } = incoming;
  if (withoutBody.has(status)) incoming.resume();
  return new Response(withoutBody.has(status) ? null : bodyOf(incoming, failure), { status, statusText, headers });
}

/** A body that breaks off says whose doing that was. */
function bodyOf(
  incoming: IncomingMessage,
  failure: (cause: Error) => unknown,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done === true) controller.close();
        else controller.enqueue(new Uint8Array(value));
      } catch (cause) {
        controller.error(cause instanceof Error ? failure(cause) : cause);
      }
    },
    cancel: () => void incoming.destroy(),
  });
}

function redirectOf(answer: Response, from: URL, left: number): URL | null {
  const location = answer.headers.get("location");
  if (![301, 302, 303, 307, 308].includes(answer.status) || location === null || left === 0) return null;
  const next = URL.canParse(location, from.href) ? new URL(location, from.href) : null;
  return next?.origin === from.origin ? next : null;
}

function isReset(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ECONNRESET" || cause.code === "EPIPE");
}
