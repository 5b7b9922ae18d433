import type { ClientRequest, Agent as PlainAgent } from "node:http";
import type { Agent as SecureAgent } from "node:https";
import type { Duplex } from "node:stream";
import { type Door, keepAlive } from "./door.ts";
import type { ProxyServer } from "./proxy-choice.ts";
import { ProxyFailure, placeOf, troubleOf } from "./proxy-failure.ts";

/** A proxy that says nothing for so long will not make a connection, in milliseconds. */
const patienceMs = 15_000;

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

/** An IPv6 address without its brackets, as sockets take it. */
function addressOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  const byDefault = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? byDefault : Number(port) };
}

function signIn({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === "" && password === "") return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(pair, "utf8").toString("base64")}` };
}

/** A percent sign that begins no code stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    return part;
  }
}

type Done = (cause: Error | null, socket?: Duplex) => void;

/**
 * Connections in tunnels of the proxy. Node's own `proxyEnv` has no end for a proxy that says nothing: neither a signal nor
 * `destroy` reaches a tunnel that is being made (decision 0025).
 */
function createTunnelAgent(proxy: ProxyServer): SecureAgent {
  const making = new Set<ClientRequest>();

  class TunnelAgent extends HttpsAgent {
    override createConnection(options: TunnelOptions, done: Done): undefined {
      const target = targetOf(options);
      const asking = askForTunnel(proxy, target);
      making.add(asking);
      const settle: Done = (cause, socket) => {
        making.delete(asking);
        done(cause, socket);
      };
      asking.on("timeout", () => asking.destroy(new ProxyFailure("silent", placeOf(proxy, target))));
      asking.on("error", (cause) => {
        const told = cause instanceof ProxyFailure;
        settle(told ? cause : new ProxyFailure(troubleOf(cause), placeOf(proxy, target), cause));
      });
      asking.on("connect", (answer, socket, head) => {
        const status = answer.statusCode ?? 0;
        socket.setTimeout(0);
        if (status >= 200 && status < 300) {
          if (head.length > 0) socket.unshift(head);
          settle(null, tls.connect({ ...options, socket, servername: options.servername || options.host }));
          return;
        }
        socket.destroy();
        const trouble = status === 407 ? "sign-in" : "refused";
        settle(new ProxyFailure(trouble, { ...placeOf(proxy, target), status }));
      });
      asking.end();
      return undefined;
    }

    override destroy(): void {
      for (const asking of making) asking.destroy();
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

function targetOf({ host, port }: TunnelOptions): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function askForTunnel({ url }: ProxyServer, target: string): ClientRequest {
  const headers = { host: target, ...signIn(url) };
  const options = { ...addressOf(url), method: "CONNECT", path: target, headers, agent: false, timeout: patienceMs };
  return url.protocol === "https:" ? secureRequest(options) : plainRequest(options);
}
