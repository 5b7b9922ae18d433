import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { portOf } from "./port-of.ts";

interface HeardRequest {
  readonly headers: IncomingHttpHeaders;
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Buffer };
}

export interface SpokenReply {
  readonly status?: number;
  /** JSON, or words as they are. */
  readonly body: unknown;
  /** The answer waits for it. */
  readonly gate?: Promise<void>;
}

/** Replies one after another, the last one again and again; or a function of the request (counted from 0). */
type SpokenScript = readonly SpokenReply[] | ((request: HeardRequest, index: number) => SpokenReply);

export interface TranscriptionEndpoint extends AsyncDisposable {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly HeardRequest[];
  /** From now on it answers so. */
  answer(next: SpokenScript): void;
  /** The request with this number (from 0), as soon as it is there. */
  request(index: number): Promise<HeardRequest>;
  /** Resolves when a client has let go of a request before it was answered. */
  readonly dropped: Promise<void>;
  close(): Promise<void>;
}

/** An endpoint on loopback that has `/audio/transcriptions` and nothing else, answers by script and keeps what came. */
export async function startTranscriptionEndpoint(
  first: SpokenScript,
  { port = 0 }: { readonly port?: number } = {},
): Promise<TranscriptionEndpoint> {
  let script = first;
  let from = 0;
  const requests: HeardRequest[] = [];
  const waiting: { readonly index: number; readonly resolve: (request: HeardRequest) => void }[] = [];
  const dropped = Promise.withResolvers<void>();

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.url !== "/v1/audio/transcriptions" || incoming.method !== "POST") {
      incoming.resume();
      send(response, { status: 404, body: { error: { message: "there is nothing here" } } });
      return;
    }
    const request = await readForm(incoming);
    const index = requests.push(request) - 1;
    for (const waiter of waiting) if (waiter.index === index) waiter.resolve(request);
    response.on("close", () => {
      if (!response.writableFinished) dropped.resolve();
    });
    const reply =
      typeof script === "function" ? script(request, index) : script[Math.min(index - from, script.length - 1)];
    await reply?.gate;
    send(response, reply ?? { status: 400, body: "the script is empty" });
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((cause: unknown) => response.destroy(cause instanceof Error ? cause : undefined));
  });
  await once(server.listen(port, "127.0.0.1"), "listening");
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return {
    baseUrl: `http://127.0.0.1:${portOf(server)}/v1`,
    requests,
    answer(next) {
      script = next;
      from = requests.length;
    },
    request(index) {
      const known = requests[index];
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => waiting.push({ index, resolve }));
    },
    dropped: dropped.promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function send(response: ServerResponse, { status = 200, body }: SpokenReply): void {
  const isText = typeof body === "string";
  response.writeHead(status, { "content-type": isText ? "text/plain" : "application/json" });
  response.end(isText ? body : JSON.stringify(body));
}

async function readForm(incoming: IncomingMessage): Promise<HeardRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const type = incoming.headers["content-type"] ?? "";
  const form = await new Response(Buffer.concat(chunks), { headers: { "content-type": type } }).formData();
  const fields = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  const file = form.get("file");
  if (file === null || typeof file === "string") throw new Error("the form has no file");
  const bytes = Buffer.from(await file.arrayBuffer());
  return {
    headers: incoming.headers,
    fields: Object.fromEntries(fields),
    file: { name: file.name, type: file.type, bytes },
  };
}

/** Settings that choose an endpoint for speech; `isAgreed`: recordings may go there. */
export function speechSettings(baseUrl: string, { isAgreed = true, ...more }: { isAgreed?: boolean } & object = {}) {
  return {
    providers: { speech: { apiBase: baseUrl, apiKey: "key-of-the-ear" } },
    transcription: { provider: "speech", model: "ear-1", agreedAddresses: isAgreed ? [baseUrl] : [], ...more },
  };
}
