import { isIP } from "node:net";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { isPublicAddress } from "./public-address.ts";
import { privateAddress, type WebFailure, webFailure } from "./web-failure.ts";

/** An address that may be looked up: nothing in its letters says that it leads to a private place. */
export interface WebAddress {
  /** Without name and password, and without a dot at the end of its host. */
  readonly url: URL;
  /** Small letters, no brackets. */
  readonly host: string;
  /** The host is an address, which no lookup changes. */
  readonly isLiteral: boolean;
  readonly port: number;
  /** A name and a password stood in it, which go nowhere. */
  readonly hadCredentials: boolean;
}

const maxChars = 8000;
/** Ends of names that only private networks have (RFC 6761, 6762, 8375, 9476, and what is common). */
const privateEnd = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|onion)$/;

/** Ports of other protocols, which browsers refuse too: a request could be read as words of theirs (Fetch standard). */
const otherPorts: ReadonlySet<number> = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  // Data stores and control ports that take commands from anybody who speaks.
  ...[2375, 2376, 2379, 3306, 5432, 6379, 9200, 10250, 11211, 27017],
]);

/**
 * Reads an address as a model wrote it: quotes and backticks around it are taken off. The parser of the URL standard turns
 * every old form of an IPv4 address (`0x7f.1`, `2130706433`, `127%2e0.0.1`) into the usual one before it is judged.
 */
export function readWebAddress(written: string, allowed: AllowedHosts): Result<WebAddress, WebFailure> {
  const bare = unwrapped(written);
  if (bare === "" || bare.length > maxChars) {
    return fail(webFailure("address", bare === "" ? "The address is empty." : "The address is too long."));
  }
  const url = URL.parse(bare);
  if (url === null)
    return fail(webFailure("address", `${bare.slice(0, 200)} is not a whole address: begin it with https://.`));
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return fail(webFailure("address", `Only http and https can be fetched, not ${url.protocol}`));
  }
  const hadCredentials = url.username !== "" || url.password !== "";
  url.username = "";
  url.password = "";
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isLiteral = isIP(host) !== 0;
  const port = url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port);
  const isAllowed = allowed.hasName(host) || allowed.hasAddress(host);
  if (!isAllowed) {
    const why = isLiteral ? (isPublicAddress(host) ? null : "it is a private or special address") : problemOfName(host);
    if (why !== null) return fail(privateAddress(url.hostname, why));
    if (otherPorts.has(port))
      return fail(webFailure("refused", `Port ${port} is of another protocol; nothing was sent to ${url.host}.`));
  }
  return ok({ url, host, isLiteral, port, hadCredentials });
}

function unwrapped(written: string): string {
  return written
    .trim()
    .replace(/^[`<"'“‘]+|[`>"'”’]+$/g, "")
    .trim();
}

function problemOfName(host: string): string | null {
  if (host === "" || host.split(".").some((label) => label === "")) return "it is no whole name of a host";
  if (privateEnd.test(host)) return "it is a name of private networks";
  return host.includes(".") ? null : "a name without a dot is one of the local network";
}
