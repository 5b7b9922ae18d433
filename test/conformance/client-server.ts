import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { scenarioSchema } from "./scenario.ts";
import { tryServer } from "./tried-client.ts";

/** So many scenarios at a time: a suite starts all of them at once. */
const mostAtOnce = 4;

export interface ClientServer extends AsyncDisposable {
  readonly port: number;
}

/** Takes the scenarios that `forward.mjs` hands on: the client is loaded once, and not once a scenario. */
export async function startClientServer(): Promise<ClientServer> {
  let free = mostAtOnce;
  const waiting: (() => void)[] = [];

  async function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  }

  async function attempt(body: string): Promise<{ readonly isDone: boolean; readonly words: string }> {
    const words: string[] = [];
    try {
      const isDone = await inTurn(() => tryServer(scenarioSchema.parse(JSON.parse(body)), (line) => words.push(line)));
      return { isDone, words: words.join("\n") };
    } catch (cause) {
      return { isDone: false, words: [...words, String(cause)].join("\n") };
    }
  }

  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      void attempt(body).then(({ isDone, words }) => response.writeHead(isDone ? 200 : 500).end(words));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
