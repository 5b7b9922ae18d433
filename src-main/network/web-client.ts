import type { IncomingMessage } from "node:http";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Clock } from "../host.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import { type AllowedHosts, nothingAllowed } from "./allowed-hosts.ts";
import { certificateCodes, isUnknownIssuer } from "./certificate-codes.ts";
import { decodedBody, readBytes } from "./decode-body.ts";
import type { Network } from "./network.ts";
import { ProxyFailure } from "./proxy-failure.ts";
import { readWebAddress, type WebAddress } from "./web-address.ts";
import { openConnection, type WebSockets } from "./web-connection.ts";
import { exchange } from "./web-exchange.ts";
import { type WebFailure, webFailure } from "./web-failure.ts";
import { systemSockets } from "./web-sockets.ts";

/*
 * The egress policy `web`: what a model names. Nothing but the public internet is reached, at each step of the way, and
 * nothing of the person goes along: no cookie, no key, no page that it came from.
 */

export interface WebRequest {
  /** As the model wrote it. */
  readonly address: string;
  readonly accept: string;
  /** Of the body, unpacked; what is longer is cut off. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Another host is not asked, however a redirect leads there: whoever allowed this address did not allow that one. */
  readonly staysAtHost?: boolean;
}

export interface WebAnswer {
  /** Where the redirects ended. */
  readonly url: URL;
  readonly status: number;
  /** What the status means by the standard; "" where it has no meaning there. */
  readonly statusWords: string;
  /** As the server wrote it; "" where it did not. */
  readonly contentType: string;
  readonly bytes: Buffer;
  /** More came than `maxBytes`. */
  readonly isCut: boolean;
  /** What the model should know of the way, as sentences. */
  readonly notes: readonly string[];
}

export interface WebClient {
  get(request: WebRequest): Promise<Result<WebAnswer, WebFailure>>;
}

export interface WebClientParts {
  readonly network: Network;
  readonly clock: Pick<Clock, "setTimer">;
  readonly allowed?: AllowedHosts;
  readonly sockets?: WebSockets;
}

const mostRedirects = 5;
/** Milliseconds until an answer begins, and until all of it is there, with all redirects. */
const beginsInMs = 20_000;
const endsInMs = 45_000;
const moved: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Those that can be unpacked here. Packed twice is a bomb or a mistake. */
const encodings: ReadonlySet<string> = new Set(["", "identity", "gzip", "x-gzip", "deflate", "br"]);

interface Way {
  readonly notes: Set<string>;
  readonly signal: AbortSignal;
  /** The answer has begun. */
  began(): void;
}

export function createWebClient({
  network,
  clock,
  allowed = nothingAllowed,
  sockets = systemSockets,
}: WebClientParts): WebClient {
  let trustsAll = false;

  /** One request to one address, whatever it answers. */
  async function ask(address: WebAddress, accept: string, way: Way): Promise<Result<IncomingMessage, WebFailure>> {
    const connected = await openConnection(address, { ...sockets, network, allowed, signal: way.signal });
    if (!connected.ok) return connected;
    const { socket, isUnchecked } = connected.value;
    if (isUnchecked) way.notes.add(`The proxy looked up ${address.host}: Perch could not check where it lies.`);
    if (address.hadCredentials) way.notes.add("The name and password in the address were not sent.");
    try {
      return ok(await exchange(socket, address, headersFor(accept), way.signal));
    } catch (cause) {
      socket.destroy();
      if (trustsAll || way.signal.aborted || !isUnknownIssuer(cause)) throw cause;
      trustsAll = true;
      await network.trustMore();
      return ask(address, accept, way);
    }
  }

  async function follow(
    { address: first, accept, maxBytes, staysAtHost = false }: WebRequest,
    way: Way,
  ): Promise<Result<WebAnswer, WebFailure>> {
    let written = first;
    let host: string | null = null;
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const address = readWebAddress(written, allowed);
      if (!address.ok) return address;
      host ??= address.value.host;
      if (staysAtHost && !isSameSite(host, address.value.host)) return fail(leadsElsewhere(first, address.value.url));
      const asked = await ask(address.value, accept, way);
      if (!asked.ok) return asked;
      const next = redirectOf(asked.value, address.value.url);
      if (next === null) {
        way.began();
        return answerOf(asked.value, address.value.url, { maxBytes, notes: [...way.notes] });
      }
      asked.value.destroy();
      written = next;
    }
    return fail(
      webFailure("redirects", `${first} leads from redirect to redirect; it was left after ${mostRedirects}.`),
    );
  }

  return {
    async get(request) {
      const late = new AbortController();
      const signal = AbortSignal.any([request.signal, late.signal]);
      using beginning = clock.setTimer(beginsInMs, () => late.abort());
      using _end = clock.setTimer(endsInMs, () => late.abort());
      const way: Way = { notes: new Set(), signal, began: () => beginning[Symbol.dispose]() };
      try {
        return await follow(request, way);
      } catch (cause) {
        if (request.signal.aborted) return fail(webFailure("aborted", "It was stopped."));
        if (late.signal.aborted) return fail(webFailure("timeout", `${request.address} took too long to answer.`));
        return fail(failureOf(cause, request.address));
      }
    },
  };
}

function headersFor(accept: string): Readonly<Record<string, string>> {
  return {
    "user-agent": "Mozilla/5.0 (compatible; Perch)",
    accept,
    "accept-language": "en;q=0.8, *;q=0.5",
    "accept-encoding": "gzip, deflate, br",
  };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): string | null {
  if (!moved.has(statusCode) || headers.location === undefined) return null;
  // What cannot be read as an address is told as one.
  return URL.parse(headers.location, from.href)?.href ?? headers.location;
}

/** With and without `www` a host is the same to a person. */
function isSameSite(a: string, b: string): boolean {
  const bare = (host: string): string => host.replace(/^www\./, "");
  return bare(a) === bare(b);
}

function leadsElsewhere(from: string, to: URL): WebFailure {
  return webFailure(
    "elsewhere",
    `${from} leads to ${to.href}, at another host, which was not asked. Fetch that address where it is needed: it is for the user to allow.`,
  );
}

async function answerOf(
  incoming: IncomingMessage,
  url: URL,
  { maxBytes, notes }: { readonly maxBytes: number; readonly notes: readonly string[] },
): Promise<Result<WebAnswer, WebFailure>> {
  const { statusCode: status = 0, headers } = incoming;
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (!encodings.has(encoding)) {
    incoming.destroy();
    return fail(
      webFailure("broken", `${url.host} packed its answer in a way that was not asked for (${encoding.slice(0, 60)}).`),
    );
  }
  const body = decodedBody(incoming);
  const bytes = await readBytes(body, maxBytes + 1);
  body.destroy();
  incoming.destroy();
  const isCut = bytes.length > maxBytes;
  const contentType = headers["content-type"] ?? "";
  const whole = isCut ? bytes.subarray(0, maxBytes) : bytes;
  return ok({ url, status, statusWords: wordsOf(status), contentType, bytes: whole, isCut, notes });
}

/** Not the server's own, which are a stranger's. */
function wordsOf(status: number): string {
  return process.getBuiltinModule("node:http").STATUS_CODES[status] ?? "";
}

function failureOf(cause: unknown, address: string): WebFailure {
  if (cause instanceof ProxyFailure) return webFailure("proxy", `${cause.message} ${cause.nextStep}`);
  const code = systemCodeOf(cause) ?? "";
  if (certificateCodes.test(code)) {
    return webFailure("certificate", `The certificate of ${address} is not valid (${code}); nothing was fetched.`);
  }
  if (
    /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EADDRNOTAVAIL)$/.test(code) ||
    cause instanceof AggregateError
  ) {
    return webFailure("unreachable", `${address} cannot be reached (${code}).`);
  }
  return webFailure("broken", `The answer of ${address} broke off or could not be read (${reasonOf(cause)}).`);
}
