import type { IncomingMessage } from "node:http";
import { ticketParameter } from "../../src-preload/contract/page-proof.ts";
import { text } from "../words.ts";
import { checkHost, cookieOf, digestOf, hasBearer, type Refusal } from "./access.ts";
import { type OwnerMark, traceWeb } from "./command-trace.ts";
import { browserLifeMs, type KnownBrowser, type KnownBrowsers } from "./known-browsers.ts";
import type { OneTime } from "./one-time.ts";
import { plainPage } from "./plain-page.ts";
import { readStatic } from "./static-files.ts";

export interface Site {
  readonly port: number;
  readonly pages: string;
  /** Of the home that the app is served from. */
  readonly ownerOf: OwnerMark;
  readonly token: string;
  readonly addressKey: string;
  readonly cookieName: string;
  /** For words alone. */
  readonly browsersFile: string;
  readonly browsers: KnownBrowsers;
  readonly codes: OneTime<null>;
  readonly tickets: OneTime<string>;
  /** The ticket that each code was exchanged for. */
  readonly given: Map<string, string>;
  freshUrl(): string;
}

export interface Reply {
  readonly status: number;
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Never ended: whoever reads it learns from its break that this server is gone. */
  readonly stays?: boolean;
}

export const notFound: Refusal = { kind: "refused", status: 404, reason: "not found" };
const badAddress: Refusal = { kind: "refused", status: 400, reason: "bad address" };
const wrongMethod: Refusal = { kind: "refused", status: 405, reason: "method not allowed" };
const notNow: Refusal = { kind: "refused", status: 503, reason: "an address is opened by a person" };
const fromCommand: Refusal = { kind: "refused", status: 403, reason: "a command gets no address" };

const htmlType = { "content-type": "text/html; charset=utf-8" };

export function refusalReply({ status, reason }: Refusal): Reply {
  return { status, body: reason, headers: { "content-type": "text/plain; charset=utf-8" } };
}

function shutOut(words: string): Reply {
  return { status: 401, body: plainPage([words, text("serve.newAddress")]), headers: htmlType };
}

export async function planReply(request: IncomingMessage, site: Site): Promise<Reply> {
  const { headers, method } = request;
  const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
  if (url === null) return refusalReply(badAddress);
  const host = checkHost(headers, site.port);
  if (host.kind === "refused") return refusalReply(host);
  if (url.pathname === "/address" && method === "POST") return giveAddress(request, site);
  const cookie = cookieOf(headers, site.cookieName);
  const code = url.searchParams.get("code");
  if (url.pathname === "/" && code !== null) return exchange(request, { code, cookie }, site);
  const isKnown = (await site.browsers.find(cookie)) !== null;
  if (!isKnown && !hasBearer(headers, site.token)) return shutOut(text("serve.forbidden"));
  if (method !== "GET" && method !== "HEAD") return refusalReply(wrongMethod);
  const file = await readStatic(site.pages, url.pathname);
  if (file === null) return url.pathname === "/" ? unbuilt() : refusalReply(notFound);
  const cache = file.immutable ? { "cache-control": "private, max-age=31536000, immutable" } : {};
  const renewed = url.pathname === "/" && isKnown && cookie !== null ? cookieHeader(cookie, site) : {};
  return { status: 200, body: file.body, headers: { "content-type": file.type, ...cache, ...renewed } };
}

/** The window was not built: the agent runs all the same. */
function unbuilt(): Reply {
  return { status: 200, body: plainPage([text("serve.plain")]), headers: htmlType };
}

function cookieHeader(cookie: string, { cookieName }: Site): Readonly<Record<string, string>> {
  const life = Math.floor(browserLifeMs / 1000);
  return { "set-cookie": `${cookieName}=${cookie}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${life}` };
}

interface Presented {
  readonly code: string;
  readonly cookie: string | null;
}

/**
 * The code of an address becomes a cookie and, for the page, a ticket for its key. A browser that is let in already comes
 * in with a used address too, and gets nothing by it.
 */
async function exchange({ headers, method }: IncomingMessage, { code, cookie }: Presented, site: Site): Promise<Reply> {
  // What looks at an address before a person opens it must not use it up.
  if (method !== "GET") return refusalReply(wrongMethod);
  if (/prefetch|prerender/i.test(`${headers["sec-purpose"] ?? ""} ${headers["purpose"] ?? ""}`))
    return refusalReply(notNow);
  const known = await site.browsers.find(cookie);
  const taken = site.codes.take(code);
  if (taken.kind !== "taken") {
    if (known !== null) return goTo(`/${unusedTicket(code, known, site)}`, headers, {});
    if (taken.kind === "unknown") return shutOut(text("serve.unknownCode"));
    return shutOut(text("serve.usedCode", { file: site.browsersFile }));
  }
  const own = known !== null && cookie !== null ? cookie : await site.browsers.add();
  const ticket = site.tickets.mint(digestOf(own));
  site.given.set(code, ticket);
  return goTo(`/?${ticketParameter}=${ticket}`, headers, cookieHeader(own, site));
}

/** A page that was left before it could prove itself, and is opened again in the very same browser. */
function unusedTicket(code: string, browser: KnownBrowser, { given, tickets }: Site): string {
  const ticket = given.get(code) ?? "";
  if (tickets.look(ticket) === browser.cookie) return `?${ticketParameter}=${ticket}`;
  given.delete(code);
  return "";
}

/**
 * A strict cookie does not go along with a redirect that began on a page elsewhere, such as the file that we open in the
 * browser: there a page of our own goes on.
 */
function goTo(location: string, from: IncomingMessage["headers"], more: Readonly<Record<string, string>>): Reply {
  if (from["sec-fetch-site"] !== "cross-site") return { status: 303, body: "", headers: { location, ...more } };
  return { status: 200, body: plainPage([text("serve.opening")], location), headers: { ...htmlType, ...more } };
}

/** For another process of the same person: a fresh address, and the Bearer. */
async function giveAddress(request: IncomingMessage, site: Site): Promise<Reply> {
  if (request.headers.origin !== undefined || !hasBearer(request.headers, site.addressKey))
    return refusalReply(notFound);
  if (await traceWeb(request.socket, site.ownerOf)()) return refusalReply(fromCommand);
  const body = `${JSON.stringify({ url: site.freshUrl(), token: site.token })}\n`;
  return { status: 200, body, headers: { "content-type": "application/json" }, stays: true };
}
