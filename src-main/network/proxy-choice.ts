import { BlockList, isIP } from "node:net";
import { readProxyAddress } from "../../src-preload/contract/proxy-address.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting or environment variable that names a proxy. */
export type ProxySource = { readonly kind: "setting" } | { readonly kind: "variable"; readonly name: string };

export interface ProxyServer {
  /** With what it is asked by; `http:` or `https:`, the name and the password still in it. */
  readonly url: URL;
  readonly source: ProxySource;
}

/** How a request to an address leaves the machine. */
export type ProxyChoice =
  | { readonly kind: "direct"; readonly why: "this-computer" | "setting" | "exempt" | "none-set" }
  | { readonly kind: "proxy"; readonly proxy: ProxyServer }
  /** One is set that cannot be used; going past it is not what was asked for. */
  | { readonly kind: "unusable"; readonly reason: "socks" | "address"; readonly source: ProxySource };

/**
 * The one place that decides. `setting`: `network.proxy` with its references read; null takes what the environment has, `none`
 * or `direct` no proxy. What runs on this computer is never asked through one.
 */
export function chooseProxy(target: URL, setting: string | null, env: Environment): ProxyChoice {
  if (isThisComputer(target.hostname)) return { kind: "direct", why: "this-computer" };
  const own = setting?.trim() ?? "";
  if (/^(none|direct)$/i.test(own)) return { kind: "direct", why: "setting" };
  const found =
    own === "" ? fromEnvironment(target.protocol, env) : { address: own, source: { kind: "setting" } as const };
  if (found === null) return { kind: "direct", why: "none-set" };
  if (isExempt(target, variable("no_proxy", env)?.value ?? "")) return { kind: "direct", why: "exempt" };
  return readAddress(found.address, found.source);
}

interface Found {
  readonly address: string;
  readonly source: ProxySource;
}

/** The small letters win, as curl has it; what is empty is not set. */
function variable(name: string, env: Environment): { readonly name: string; readonly value: string } | null {
  for (const spelling of [name, name.toUpperCase()]) {
    const value = env[spelling]?.trim() ?? "";
    if (value !== "") return { name: spelling, value };
  }
  return null;
}

function fromEnvironment(protocol: string, env: Environment): Found | null {
  const found = variable(protocol === "https:" ? "https_proxy" : "http_proxy", env) ?? variable("all_proxy", env);
  return found === null ? null : { address: found.value, source: { kind: "variable", name: found.name } };
}

function readAddress(address: string, source: ProxySource): ProxyChoice {
  const read = readProxyAddress(address);
  if (typeof read === "string") return { kind: "unusable", reason: read, source };
  return { kind: "proxy", proxy: { url: read, source } };
}

/** `hostname` as a URL has it: small letters, IPv6 in brackets. */
function isThisComputer(hostname: string): boolean {
  const host = bare(hostname);
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return isIP(host) === 4
    ? host.startsWith("127.") || host === "0.0.0.0"
    : /^(::1|::|::ffff:(127\.|7f[0-9a-f]{2}:).*)$/.test(host);
}

/** No brackets, and no dot at the end of a whole name. */
function bare(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

/** Whether NO_PROXY names this address: `*`, hosts with what is below them, `host:port`, addresses and their ranges. */
function isExempt(target: URL, list: string): boolean {
  const host = bare(target.hostname);
  const port = target.port === "" ? (target.protocol === "https:" ? "443" : "80") : target.port;
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => entry === "*" || names(entry.toLowerCase(), host, port));
}

function names(entry: string, host: string, port: string): boolean {
  if (isIP(host) !== 0 && entry.includes("/")) return isInRange(host, entry);
  // An IPv6 address without brackets has colons and no port.
  const parts = isIP(entry) === 6 ? null : /^(.*?):(\d+)$/.exec(entry);
  if (parts !== null && parts[2] !== port) return false;
  const name = bare(parts?.[1] ?? entry);
  if (isIP(name) !== 0 || isIP(host) !== 0) return sameAddress(name, host);
  const suffix = name.replace(/^\*?\./, "");
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

function sameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(one) !== isIP(other)) return false;
  const list = new BlockList();
  list.addAddress(one, familyOf(one));
  return list.check(other, familyOf(other));
}

function isInRange(host: string, range: string): boolean {
  const [address = "", bits = ""] = range.split("/");
  const network = bare(address);
  const most = isIP(network) === 6 ? 128 : 32;
  if (isIP(network) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), familyOf(network));
  return list.check(host, familyOf(host));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
