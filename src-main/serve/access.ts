import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface AccessKeys {
  /** In the address that is printed; also the Bearer of programs. */
  readonly token: string;
  /** What the browser's cookie holds. */
  readonly cookie: string;
  readonly port: number;
}

export type Access =
  | { readonly kind: "allowed" }
  | { readonly kind: "refused"; readonly status: 400 | 401 | 403 | 404 | 405; readonly reason: string };

const allowed: Access = { kind: "allowed" };

function same(given: string | undefined, wanted: string): boolean {
  const a = Buffer.from(given ?? "");
  const b = Buffer.from(wanted);
  return a.length === b.length && timingSafeEqual(a, b);
}

export function cookieName(port: number): string {
  return `perch_${port}`;
}

function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Only names of this machine: a page elsewhere that resolves its own name to 127.0.0.1 is refused. */
export function checkHost(headers: IncomingHttpHeaders, port: number): Access {
  const host = (headers.host ?? "").toLowerCase();
  if ([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)) return allowed;
  return { kind: "refused", status: 403, reason: "wrong host" };
}

export function isToken(given: string | null, keys: AccessKeys): boolean {
  return same(given ?? undefined, keys.token);
}

function bearerOf(headers: IncomingHttpHeaders): string | null {
  const match = /^Bearer (\S+)$/i.exec(headers.authorization ?? "");
  return match?.[1] ?? null;
}

function hasCookie(headers: IncomingHttpHeaders, keys: AccessKeys): boolean {
  return same(cookieOf(headers, cookieName(keys.port)), keys.cookie);
}

/** Pages and files: the cookie of the browser, or the Bearer of a program. */
export function checkPage(headers: IncomingHttpHeaders, keys: AccessKeys): Access {
  const host = checkHost(headers, keys.port);
  if (host.kind === "refused") return host;
  if (hasCookie(headers, keys) || isToken(bearerOf(headers), keys)) return allowed;
  return { kind: "refused", status: 401, reason: "no key" };
}

/** The WebSocket: a program with its Bearer; a browser with its cookie and an Origin that is this very address. */
export function checkSocket(headers: IncomingHttpHeaders, keys: AccessKeys): Access {
  const host = checkHost(headers, keys.port);
  if (host.kind === "refused") return host;
  const own = headers.origin === undefined || headers.origin === `http://${headers.host}`;
  if (!own) return { kind: "refused", status: 403, reason: "wrong origin" };
  if (isToken(bearerOf(headers), keys)) return allowed;
  if (headers.origin !== undefined && hasCookie(headers, keys)) return allowed;
  return { kind: "refused", status: 401, reason: "no key" };
}
