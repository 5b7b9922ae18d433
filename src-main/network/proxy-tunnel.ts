import type { ClientRequest } from "node:http";
import type { Duplex } from "node:stream";
import type { ProxyServer } from "./proxy-choice.ts";
import { ProxyFailure, placeOf, troubleOf } from "./proxy-failure.ts";

/** A proxy that says nothing for so long will not make a connection, in milliseconds. */
const patienceMs = 15_000;

const { request: secureRequest } = process.getBuiltinModule("node:https");
const { request: plainRequest } = process.getBuiltinModule("node:http");

/** A connection through the proxy to `host:port`. Throws `ProxyFailure`, or the signal's reason. */
export function openTunnel(proxy: ProxyServer, target: string, signal: AbortSignal): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const place = placeOf(proxy, target);
    const asking = askForTunnel(proxy, target);
    const stop = (): void => {
      reject(signal.reason);
      asking.destroy();
    };
    const refuse = (cause: Error): void => {
      signal.removeEventListener("abort", stop);
      reject(cause instanceof ProxyFailure ? cause : new ProxyFailure(troubleOf(cause), place, cause));
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    asking.on("timeout", () => asking.destroy(new ProxyFailure("silent", place)));
    asking.on("error", refuse);
    asking.on("connect", (answer, socket, head) => {
      signal.removeEventListener("abort", stop);
      const status = answer.statusCode ?? 0;
      socket.setTimeout(0);
      if (status >= 200 && status < 300) {
        if (head.length > 0) socket.unshift(head);
        resolve(socket);
        return;
      }
      socket.destroy();
      refuse(new ProxyFailure(status === 407 ? "sign-in" : "refused", { ...place, status }));
    });
    asking.end();
  });
}

/** An IPv6 address without its brackets, as sockets take it. */
export function addressOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  const byDefault = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[(.*)\]$/, "$1"), port: port === "" ? byDefault : Number(port) };
}

export function signIn({ username, password }: URL): Readonly<Record<string, string>> {
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

/** `host:port`, as a tunnel is asked for. */
export function targetOf({ host, port }: { readonly host: string; readonly port: number }): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function askForTunnel({ url }: ProxyServer, target: string): ClientRequest {
  const headers = { host: target, ...signIn(url) };
  const options = { ...addressOf(url), method: "CONNECT", path: target, headers, agent: false, timeout: patienceMs };
  return url.protocol === "https:" ? secureRequest(options) : plainRequest(options);
}
