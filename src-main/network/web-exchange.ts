import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { WebAddress } from "./web-address.ts";

const headerBytes = 64 * 1024;

/** One request and the beginning of its answer, over a connection that is made. Throws what sockets and TLS throw. */
export async function exchange(
  socket: Duplex,
  { url, host, isLiteral }: WebAddress,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const way = url.protocol === "https:" ? await secured(socket, { host, isLiteral }, signal) : socket;
  const { request } = process.getBuiltinModule("node:http");
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => way,
      method: "GET",
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...headers, connection: "close" },
      maxHeaderSize: headerBytes,
    });
    const stop = (): void => {
      reject(signal.reason);
      // What had begun to answer is cut off as well: the signal holds for the body too.
      asked.destroy();
      way.destroy();
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    way.once("close", () => signal.removeEventListener("abort", stop));
    asked.on("response", resolve);
    asked.on("error", reject);
    asked.on("upgrade", (_answer, upgraded) => {
      upgraded.destroy();
      reject(new Error("the server wants another protocol"));
    });
    asked.end();
  });
}

/** The certificate is held against the name in the address, whatever was connected to. */
function secured(
  socket: Duplex,
  { host, isLiteral }: Pick<WebAddress, "host" | "isLiteral">,
  signal: AbortSignal,
): Promise<Duplex> {
  const tls = process.getBuiltinModule("node:tls");
  return new Promise((resolve, reject) => {
    const secure = tls.connect({
      socket,
      host,
      ALPNProtocols: ["http/1.1"],
      ...(isLiteral ? {} : { servername: host }),
    });
    const stop = (): void => {
      secure.destroy();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    secure.on("error", (cause) => {
      socket.destroy();
      reject(cause);
    });
    secure.once("secureConnect", () => {
      signal.removeEventListener("abort", stop);
      resolve(secure);
    });
  });
}
