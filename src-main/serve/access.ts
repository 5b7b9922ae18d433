import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export type Access =
  | { readonly kind: "allowed" }
  | { readonly kind: "refused"; readonly status: 400 | 401 | 403 | 404 | 405 | 503; readonly reason: string };

export type Refusal = Extract<Access, { kind: "refused" }>;

const allowed: Access = { kind: "allowed" };

/** Nobody guesses it. */
export function createSecret(): string {
  return randomBytes(24).toString("base64url");
}

/** What is kept of a secret that is only compared. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

/** Cookies know no ports: each home has a name of its own. */
export function cookieNameOf(home: string): string {
  return `perch_${digestOf(home).slice(0, 12)}`;
}

export function cookieOf(headers: IncomingHttpHeaders, name: string): string | null {
  const pairs = (headers.cookie ?? "").split(";").map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}

/** Only names of this machine: a page elsewhere that resolves its own name to 127.0.0.1 is refused. */
export function checkHost(headers: IncomingHttpHeaders, port: number): Access {
  const host = (headers.host ?? "").toLowerCase();
  if ([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)) return allowed;
  return { kind: "refused", status: 403, reason: "wrong host" };
}

/** A page elsewhere always names its origin when it opens a socket; a program names none. */
export function checkOrigin(headers: IncomingHttpHeaders): Access {
  if (headers.origin === undefined || headers.origin === `http://${headers.host}`) return allowed;
  return { kind: "refused", status: 403, reason: "wrong origin" };
}

export function hasBearer(headers: IncomingHttpHeaders, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? "");
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
