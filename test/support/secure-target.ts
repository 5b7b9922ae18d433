import { createServer } from "node:https";
import { createNetwork, type Network } from "../../src-main/network/network.ts";
import { authorityFile, serverCertificate } from "./certificates.ts";
import { portOf } from "./port-of.ts";

const secrets = { get: async (name: string) => (name === "proxy" ? "http://127.0.0.1:1" : null) };

/** The way out of a machine with this environment. `secret:proxy` is an address where nothing listens. */
export function networkOf(env: Readonly<Record<string, string>>, setting: string | null = null): Network {
  const stub = async () => undefined;
  const store = { ...secrets, set: stub, remove: stub, placeOf: async () => null, inFile: async () => [] };
  const host = { env: { SSL_CERT_FILE: authorityFile, ...env }, log: () => undefined };
  return createNetwork(
    { ...host, secrets: { ...store, where: async () => ({ kind: "key-store" as const }) } },
    setting,
  );
}

/** Counts what comes, by TLS, and says it back. */
export async function startSecureTarget() {
  const seen: string[] = [];
  const server = createServer(serverCertificate, (incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.headers.host}${incoming.url}`);
    if (incoming.url === "/moved") return void answer.writeHead(307, { location: "/there" }).end();
    answer.writeHead(200, { "content-type": "text/plain" });
    answer.write("half ");
    if (incoming.url !== "/held") answer.end("whole");
  });
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = portOf(server);
  return {
    seen,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
