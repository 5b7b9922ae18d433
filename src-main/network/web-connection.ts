import type { Duplex } from "node:stream";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import type { Network } from "./network.ts";
import type { ProxyServer } from "./proxy-choice.ts";
import { isPublicAnswer } from "./public-address.ts";
import type { WebAddress } from "./web-address.ts";
import { privateAddress, type WebFailure, webFailure } from "./web-failure.ts";

/** What a connection to the web is made with; tests put their own in its place. */
export interface WebSockets {
  /** All addresses of a name. Throws where it has none. */
  resolve(name: string): Promise<readonly string[]>;
  /** A connection to one of these addresses and to nothing else: no name is looked up. */
  connect(addresses: readonly string[], port: number, signal: AbortSignal): Promise<Duplex>;
}

export interface ConnectionParts extends WebSockets {
  readonly network: Network;
  readonly allowed: AllowedHosts;
  readonly signal: AbortSignal;
}

export interface WebConnection {
  readonly socket: Duplex;
  /** The name could not be looked up here: the proxy did, and what it found is not known. */
  readonly isUnchecked: boolean;
}

/**
 * A connection to an address whose letters were judged already. Every address that its name has must be public, and one of
 * those very addresses is connected to. Throws what sockets and proxies throw.
 */
export async function openConnection(
  address: WebAddress,
  parts: ConnectionParts,
): Promise<Result<WebConnection, WebFailure>> {
  const choice = await parts.network.choice(address.url);
  if (choice.kind === "unusable") {
    const { ProxyFailure } = await import("./proxy-failure.ts");
    throw new ProxyFailure(choice.reason, { proxy: "", source: choice.source, target: address.url.host });
  }
  const proxy = choice.kind === "proxy" ? choice.proxy : null;
  const known = address.isLiteral ? ok([address.host]) : await addressesOf(address, parts);
  if (!known.ok) {
    if (proxy === null || known.error.kind !== "unknown-host") return known;
    // Behind many proxies no name can be looked up. Names of private networks were refused by their letters.
    return ok({ socket: await throughProxy(proxy, address.host, address, parts), isUnchecked: true });
  }
  const [first = ""] = known.value;
  const socket =
    proxy === null
      ? await parts.connect(known.value, address.port, parts.signal)
      : await throughProxy(proxy, first, address, parts);
  return ok({ socket, isUnchecked: false });
}

async function throughProxy(
  proxy: ProxyServer,
  host: string,
  { port }: WebAddress,
  { signal }: ConnectionParts,
): Promise<Duplex> {
  const { openTunnel, targetOf } = await import("./proxy-tunnel.ts");
  return openTunnel(proxy, targetOf({ host, port }), signal);
}

async function addressesOf(
  { host }: WebAddress,
  parts: ConnectionParts,
): Promise<Result<readonly string[], WebFailure>> {
  let found: readonly string[];
  try {
    found = await stoppable(parts.resolve(host), parts.signal);
  } catch (cause) {
    if (parts.signal.aborted) throw cause;
    return fail(webFailure("unknown-host", `There is no host ${host}, or its name cannot be looked up now.`));
  }
  if (found.length === 0) return fail(webFailure("unknown-host", `The name ${host} has no address.`));
  const isAllowed = (one: string): boolean =>
    isPublicAnswer(one) || parts.allowed.hasName(host) || parts.allowed.hasAddress(one);
  // One private answer is enough: which of them a second lookup gave could not be known.
  if (!found.every(isAllowed)) return fail(privateAddress(host, "its name leads to a private or special address"));
  return ok(found);
}

/** The lookup of a name takes no signal. */
async function stoppable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
