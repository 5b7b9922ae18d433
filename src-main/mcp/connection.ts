import {
  type CallToolResult,
  Client,
  type FetchLike,
  type JsonSchemaValidatorResult,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";
import { boundedFetch } from "./bounded-fetch.ts";
import { untilStopped } from "./until-stopped.ts";

/** A tool as the server describes it. */
export type ToolDefinition = Tool;

export interface AskOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface CallOptions extends AskOptions {
  readonly onProgress: (text: string) => void;
}

/** A server that has said who it is. Everything it does not do throws what the protocol's library throws. */
export interface McpConnection {
  /** What it calls itself, with its version. */
  readonly title: string;
  tools(options: AskOptions): Promise<readonly ToolDefinition[]>;
  call(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult>;
  /** The least that shows it is there. */
  ping(options: AskOptions): Promise<void>;
  /** Resolves when it is gone, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions extends AskOptions {
  readonly version: string;
  /** `auto`: asks for the newest protocol first. `plain`: the way that every server knows. */
  readonly negotiation: "auto" | "plain";
  readonly onToolsChanged: () => void;
}

/** Servers page their lists; one that never ends is cut there. */
const mostPages = 50;

/** Introduces itself to the server behind the transport. Throws when that does not succeed; the transport is closed then. */
export async function connect(transport: Transport, options: ConnectOptions): Promise<McpConnection> {
  const client = new Client(
    { name: "Perch", version: options.version },
    {
      versionNegotiation: { mode: options.negotiation === "auto" ? "auto" : "legacy" },
      listMaxPages: mostPages,
      listChanged: { tools: { autoRefresh: false, onChanged: () => options.onToolsChanged() } },
      jsonSchemaValidator: { getValidator: takeAll },
    },
  );
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  client.onclose = resolve;
  // What goes wrong beside a request (a stream that breaks, a message nobody waits for) shows in the next request.
  client.onerror = () => undefined;
  try {
    // Not every step of the library ends with the signal.
    await untilStopped(client.connect(transport, { timeout: options.timeoutMs }), options.signal);
  } catch (cause) {
    await client.close();
    throw cause;
  }
  return wrap(client, closed);
}

/** A model reads what a server answers, whatever its schema promised: the type of the schema is nobody's to rely on. */
function takeAll<Shape>(): (input: unknown) => JsonSchemaValidatorResult<Shape> {
  return (input) => ({ valid: true, data: input as Shape, errorMessage: undefined });
}

function wrap(client: Client, closed: Promise<void>): McpConnection {
  const { name = "", title, version = "" } = client.getServerVersion() ?? {};
  return {
    title: [title ?? name, version].filter((part) => part !== "").join(" "),
    async tools({ timeoutMs, signal }) {
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const { tools } = await client.listTools(undefined, { timeout: timeoutMs, signal, cacheMode: "bypass" });
      return tools;
    },
    call: (name, args, { signal, timeoutMs, onProgress }) =>
      client.callTool(
        { name, arguments: { ...args } },
        {
          ...{ signal, timeout: timeoutMs, resetTimeoutOnProgress: true },
          onprogress: ({ message, progress, total }) =>
            onProgress(message ?? (total === undefined ? String(progress) : `${progress} / ${total}`)),
        },
      ),
    async ping({ timeoutMs, signal }) {
      // The newest protocol has no ping; asking who it is comes to the same.
      if (client.getProtocolEra() === "modern") await client.discover({ timeout: timeoutMs, signal });
      else await client.ping({ timeout: timeoutMs, signal });
    },
    closed,
    close: () => client.close(),
  };
}

export interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
}

/** Today's way over HTTP, and the one before it for servers that know no other. */
export async function connectAddress(address: Address, options: ConnectOptions): Promise<McpConnection> {
  const { url, headers } = address;
  const fetch = boundedFetch(address.fetch);
  const requestInit = { headers: { ...headers } };
  try {
    return await connect(new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit }), options);
  } catch (cause) {
    if (!isOtherWay(cause)) throw cause;
    try {
      const older = new SSEClientTransport(new URL(url), { fetch, requestInit });
      return await connect(older, { ...options, negotiation: "plain" });
    } catch {
      // What the first way said is what a person can do something about.
      throw cause;
    }
  }
}

/** The server is there and does not know this way to be asked. */
function isOtherWay(cause: unknown): boolean {
  const status = statusOf(cause);
  return status === 404 || status === 405;
}

/** The status of the HTTP answer that this error is about. */
export function statusOf(cause: unknown): number | null {
  if (!(cause instanceof SdkError)) return null;
  const { data } = cause;
  const status = typeof data === "object" && data !== null && "status" in data ? data.status : null;
  return typeof status === "number" ? status : null;
}

/**
 * What became of a request that failed: `unsent` and `lost` mean that nobody is at the other end, and that it cannot have
 * been carried out, or may have been; everything else was answered.
 */
export function lineAfter(cause: unknown): "up" | "unsent" | "lost" {
  if (statusOf(cause) === 404) return "unsent";
  if (cause instanceof SdkError) {
    if (cause.code === SdkErrorCode.NotConnected || cause.code === SdkErrorCode.SendFailed) return "unsent";
    return cause.code === SdkErrorCode.ConnectionClosed ? "lost" : "up";
  }
  const code = systemCodeOf(cause);
  if (code === null) return "up";
  return code === "ECONNREFUSED" ? "unsent" : "lost";
}

/** The system's word for what broke a connection, wherever it stands in the chain of causes. */
export function systemCodeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  if ("code" in cause && typeof cause.code === "string" && /^(E[A-Z]+|EAI_[A-Z]+|UND_ERR_SOCKET)$/.test(cause.code))
    return cause.code;
  return systemCodeOf(cause.cause);
}

export function isTimeout(cause: unknown): boolean {
  return cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout;
}
