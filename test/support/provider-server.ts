import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A model as a provider lists it. */
interface ServedModel {
  readonly id: string;
  readonly [fact: string]: unknown;
}

/** One provider of the server, below its name in the address. */
export interface ServedProvider {
  readonly models: readonly ServedModel[];
  /** What it lets in; any other key is refused. Without one everybody may ask. */
  readonly key?: string;
  /** Its answer calls the tool that it was offered. */
  readonly callsTools?: boolean;
}

export interface ProviderServer extends AsyncDisposable {
  /** The address of one of its providers, up to and with `/v1`. */
  address(name: string): string;
  /** The headers of the last request to a provider. */
  headersOf(name: string): NodeJS.Dict<string | string[]>;
  close(): Promise<void>;
}

/** Several providers of models on one port of loopback: lists, and answers of one word or one call. */
export async function startProviderServer(
  providers: Readonly<Record<string, ServedProvider>>,
  { port: wanted = 0 }: { readonly port?: number } = {},
): Promise<ProviderServer> {
  const seen = new Map<string, NodeJS.Dict<string | string[]>>();

  function handle(incoming: IncomingMessage, response: ServerResponse): void {
    const [, name = "", , ...rest] = (incoming.url ?? "").split("/");
    const provider = providers[name];
    seen.set(name, incoming.headers);
    incoming.resume();
    if (provider === undefined) sendJson(response, 404, { error: { message: "there is nothing here" } });
    else if (provider.key !== undefined && incoming.headers.authorization !== `Bearer ${provider.key}`) {
      sendJson(response, 401, { error: { message: "Incorrect API key provided.", code: "invalid_api_key" } });
    } else if (rest.join("/").startsWith("models")) {
      sendJson(response, 200, { object: "list", data: provider.models });
    } else sendAnswer(response, provider.callsTools !== false);
  }

  const server = createServer(handle);
  await once(server.listen(wanted, "127.0.0.1"), "listening");
  const place = server.address();
  const port = typeof place === "object" && place !== null ? place.port : 0;
  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
  return {
    address: (name) => `http://127.0.0.1:${port}/${name}/v1`,
    headersOf: (name) => seen.get(name) ?? {},
    close,
    [Symbol.asyncDispose]: close,
  };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

const call = {
  index: 0,
  id: "call_1",
  type: "function",
  function: { name: "read_file", arguments: JSON.stringify({ path: "notes.md" }) },
};

function sendAnswer(response: ServerResponse, callsTools: boolean): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const put = (delta: object, finish: string | null): void => {
    const chunk = { object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  put(callsTools ? { tool_calls: [call] } : { content: "Yes." }, null);
  put({}, callsTools ? "tool_calls" : "stop");
  response.end("data: [DONE]\n\n");
}
