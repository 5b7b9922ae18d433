import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { portOf } from "../port-of.ts";
import type { MadeUpEmbedding } from "./made-up-embeddings.ts";

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

/** Always the same, or by what was asked. */
type EmbeddingScript = EmbeddingReply | ((body: AskedEmbedding["body"], index: number) => EmbeddingReply);

/** The answer of an endpoint whose model makes such vectors. */
export function embeddedBy(embed: MadeUpEmbedding) {
  return ({ input }: AskedEmbedding["body"]): EmbeddingReply => {
    const texts = Array.isArray(input) ? input.map(String) : [];
    const data = texts.map((text, index) => ({ object: "embedding", index, embedding: [...embed(text)] }));
    return { body: { data, usage: { prompt_tokens: 10 * texts.length } } };
  };
}

/** An endpoint on loopback that has `/embeddings` and nothing else. */
export async function startEmbeddingEndpoint(script: EmbeddingScript): Promise<EmbeddingEndpoint> {
  const asked: AskedEmbedding[] = [];
  const reached = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const isKnown = request.url === "/v1/embeddings" && request.method === "POST";
      asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      reached.resolve();
      const { body } = asked.at(-1) ?? { body: {} };
      const reply = typeof script === "function" ? script(body, asked.length - 1) : script;
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
