import type { Agent as PlainAgent } from "node:http";
import type { Agent as SecureAgent } from "node:https";
import type { Duplex } from "node:stream";
import { type Door, keepAlive } from "./door.ts";
import type { ProxyServer } from "./proxy-choice.ts";
import { ProxyFailure, placeOf, troubleOf } from "./proxy-failure.ts";
import { addressOf, openTunnel, signIn, targetOf } from "./proxy-tunnel.ts";

const { Agent: HttpsAgent, request: secureRequest } = process.getBuiltinModule("node:https");
const { Agent: HttpAgent, request: plainRequest } = process.getBuiltinModule("node:http");
const tls = process.getBuiltinModule("node:tls");

/** Through a proxy: https in a tunnel of its own, http by asking it for the whole address. */
export function openProxyDoor(isSecure: boolean, proxy: ProxyServer): Door {
  return isSecure ? tunnelDoor(proxy) : forwardDoor(proxy);
}

function tunnelDoor(proxy: ProxyServer): Door {
  const agent = createTunnelAgent(proxy);
  return {
    request: (url, options) => secureRequest(url, { ...options, agent }),
    failure: (cause, url, isReset) => (isReset ? new ProxyFailure("broke", placeOf(proxy, url.host), cause) : cause),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

function forwardDoor(proxy: ProxyServer): Door {
  const { url: at } = proxy;
  const isSecure = at.protocol === "https:";
  const agent: PlainAgent | SecureAgent = isSecure ? new HttpsAgent(keepAlive) : new HttpAgent(keepAlive);
  return {
    request(url, { method, headers }) {
      const whole = { host: url.host, ...headers, ...signIn(at) };
      const path = `${url.origin}${url.pathname}${url.search}`;
      const options = { ...addressOf(at), path, method, headers: whole, agent };
      return isSecure ? secureRequest(options) : plainRequest(options);
    },
    // Whatever breaks here breaks between Perch and the proxy.
    failure(cause, url) {
      const status = cause instanceof Error && "status" in cause ? cause.status : null;
      if (status === 407) return new ProxyFailure("sign-in", { ...placeOf(proxy, url.host), status });
      const isConnection = cause instanceof Error && "code" in cause && typeof cause.code === "string";
      return isConnection ? new ProxyFailure(troubleOf(cause), placeOf(proxy, url.host), cause) : cause;
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

type Done = (cause: Error | null, socket?: Duplex) => void;

/**
 * Connections in tunnels of the proxy. Node's own `proxyEnv` has no end for a proxy that says nothing: neither a signal nor
 * `destroy` reaches a tunnel that is being made (decision 0025).
 */
function createTunnelAgent(proxy: ProxyServer): SecureAgent {
  const making = new AbortController();

  class TunnelAgent extends HttpsAgent {
    override createConnection(options: TunnelOptions, done: Done): undefined {
      const secured = (socket: Duplex): void =>
        done(null, tls.connect({ ...options, socket, servername: options.servername || options.host }));
      openTunnel(proxy, targetOf(options), making.signal).then(secured, done);
      return undefined;
    }

    override destroy(): void {
      making.abort();
      super.destroy();
    }
  }
  return new TunnelAgent(keepAlive);
}

/** What an agent knows of the connection that it wants. */
interface TunnelOptions {
  readonly host: string;
  readonly port: number;
  readonly servername?: string;
}
