import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { portOf } from "./port-of.ts";

export interface SearchReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is; anything else as JSON. */
  readonly body: unknown;
  /** The answer waits for it. */
  readonly gate?: Promise<void>;
}

interface AskedSearch {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SearchEndpoint extends AsyncDisposable {
  readonly base: string;
  readonly asked: readonly AskedSearch[];
  /** From now on it answers so. */
  answer(reply: SearchReply): void;
}

/** What answers searches on loopback, by script. */
export async function startSearchEndpoint(first: SearchReply): Promise<SearchEndpoint> {
  let reply = first;
  const asked: AskedSearch[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const { status = 200, headers: own = {}, body, gate } = reply;
      const send = (): void => {
        response.writeHead(status, {
          "content-type": typeof body === "string" ? "text/html" : "application/json",
          ...own,
        });
        response.end(typeof body === "string" ? body : JSON.stringify(body));
      };
      if (gate === undefined) send();
      else void gate.then(send);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    base: `http://127.0.0.1:${portOf(server)}`,
    asked,
    answer(next) {
      reply = next;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
