import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { portOf } from "../port-of.ts";

export interface EmbeddingReply {
  readonly status?: number;
  readonly body: unknown;
  /** Never answers. */
  readonly isSilent?: boolean;
}

interface AskedEmbedding {
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface EmbeddingEndpoint extends AsyncDisposable {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly asked: readonly AskedEmbedding[];
  /** Resolves when a request has come. */
  readonly reached: Promise<void>;
}

/** An endpoint on loopback that has `/embeddings` and nothing else. */
export async function startEmbeddingEndpoint(reply: EmbeddingReply): Promise<EmbeddingEndpoint> {
  const asked: AskedEmbedding[] = [];
  const reached = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isKnown = request.url === "/v1/embeddings" && request.method === "POST";
      asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      reached.resolve();
      if (reply.isSilent) return;
      response.writeHead(isKnown ? (reply.status ?? 200) : 404, { "content-type": "application/json" });
      response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    asked,
    reached: reached.promise,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
