import {
  type CallToolResult,
  Client,
  type FetchLike,
  type JsonSchemaValidatorResult,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";
import type { StepAmount } from "../../src-preload/contract/run-view.ts";
import type { Clock } from "../host.ts";
import { text } from "../words.ts";
import type { ServerAsks } from "./asks/server-asks.ts";
import { type AskOptions, type ConnectionOffers, offersOf } from "./connection-offers.ts";
import type { LeftOut } from "./mend-tools.ts";
import { createMending, type Mending } from "./mending.ts";
import { serverFetch } from "./server-fetch.ts";
import { leastLevel, logLine, wantLogs } from "./server-logging.ts";
import { untilStopped } from "./until-stopped.ts";

/** A tool as the server describes it. */
export type ToolDefinition = Tool;

export interface CallOptions extends AskOptions {
  /** `text`: what the server says of it; "" where that is its count alone. */
  readonly onProgress: (text: string, amount: StepAmount) => void;
}

/** A server that has said who it is. Everything it does not do throws what the protocol's library throws. */
export interface McpConnection extends ConnectionOffers {
  /** What it calls itself, with its version. */
  readonly title: string;
  /** What it says of how its tools are used; "" where it says nothing. */
  readonly instructions: string;
  /** It knows us by the session that it opened for us, which it may forget. */
  readonly hasSession: boolean;
  tools(options: AskOptions): Promise<ListedTools>;
  call(name: string, args: Readonly<Record<string, unknown>>, options: CallOptions): Promise<CallToolResult>;
  /** The least that shows it is there. */
  ping(options: AskOptions): Promise<void>;
  /** Resolves when it is gone, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ListedTools {
  readonly tools: readonly ToolDefinition[];
  /** What of its list cannot be used. */
  readonly leftOut: readonly LeftOut[];
}

interface ConnectOptions extends AskOptions {
  readonly version: string;
  readonly onToolsChanged: () => void;
  /** Its resources or prompts are others. */
  readonly onOffersChanged: () => void;
  /** A line that it wants in its log, over the protocol. */
  readonly onLog: (line: string) => void;
  /** What it may ask in the middle of a call. */
  readonly asks: Pick<ServerAsks, "elicit">;
}

export interface Introduction extends ConnectOptions {
  /** `auto`: asks for the newest protocol first. `plain`: the way that every server knows. */
  readonly negotiation: "auto" | "plain";
}

/** How often one call may ask for more input. */
const mostRounds = 10;

/** The library would wait for a pause, and a server that says it without end makes none. */
const atOnce = { autoRefresh: false, debounceMs: 0 } as const;

/**
 * Introduces itself to the server behind the transport, whose messages the mending has brought into form. Throws when that does
 * not succeed; the transport is closed then.
 */
export async function connect(transport: Transport, mending: Mending, options: Introduction): Promise<McpConnection> {
  const client = new Client(
    { name: "Perch", version: options.version },
    {
      versionNegotiation: { mode: options.negotiation === "auto" ? "auto" : "legacy" },
      capabilities: { elicitation: { form: {}, url: {} } },
      // The library answers them by the handlers below, and the call goes on.
      inputRequired: { maxRounds: mostRounds },
      // The mending cuts a list that does not end.
      listMaxPages: 0,
      listChanged: {
        tools: { ...atOnce, onChanged: () => options.onToolsChanged() },
        resources: { ...atOnce, onChanged: () => options.onOffersChanged() },
        prompts: { ...atOnce, onChanged: () => options.onOffersChanged() },
      },
      jsonSchemaValidator: { getValidator: takeAll },
    },
  );
  client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
    options.asks.elicit(params, mcpReq.signal),
  );
  client.setNotificationHandler("notifications/message", ({ params }) => options.onLog(logLine(params)));
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  client.onclose = resolve;
  // What goes wrong beside a request (a stream that breaks, a message nobody waits for) shows in the next request.
  client.onerror = () => undefined;
  try {
    // Not every step of the library ends with the signal.
    await untilStopped(client.connect(transport, { timeout: options.timeoutMs }), options.signal);
  } catch (cause) {
    // The library closes only what it has taken over, and it takes the transport over after its first question.
    await Promise.all([client.close(), transport.close()]);
    throw cause;
  }
  await wantLogs(client, options);
  return wrap(client, closed, { mending, hasSession: () => transport.sessionId !== undefined });
}

/** A model reads what a server answers, whatever its schema promised: the type of the schema is nobody's to rely on. */
function takeAll<Shape>(): (input: unknown) => JsonSchemaValidatorResult<Shape> {
  return (input) => ({ valid: true, data: input as Shape, errorMessage: undefined });
}

interface Surroundings {
  readonly mending: Mending;
  readonly hasSession: () => boolean;
}

function wrap(client: Client, closed: Promise<void>, { mending, hasSession }: Surroundings): McpConnection {
  const { name = "", title, version = "" } = client.getServerVersion() ?? {};
  return {
    title: [title ?? name, version].filter((part) => part !== "").join(" "),
    instructions: client.getInstructions() ?? "",
    get hasSession() {
      return hasSession();
    },
    async tools({ timeoutMs, signal }) {
      if (client.getServerCapabilities()?.tools === undefined) return { tools: [], leftOut: [] };
      // Kept by the library, which sends some arguments as headers too where the definition says so.
      const { tools } = await client.listTools(undefined, { timeout: timeoutMs, signal, cacheMode: "refresh" });
      const first = new Map(tools.toReversed().map((tool) => [tool.name, tool]));
      const again = tools.filter((tool) => first.get(tool.name) !== tool);
      const twice = again.map(({ name }) => ({ name, reason: text("mcp.leftOut.twice") }));
      return { tools: tools.filter((tool) => first.get(tool.name) === tool), leftOut: [...mending.leftOut, ...twice] };
    },
    call: (name, args, { signal, timeoutMs, onProgress }) =>
      client.callTool(
        {
          name,
          arguments: { ...args },
          ...(client.getProtocolEra() === "modern" ? { _meta: { [LOG_LEVEL_META_KEY]: leastLevel } } : {}),
        },
        {
          signal,
          timeout: timeoutMs,
          maxTotalTimeout: timeoutMs,
          onprogress({ message, progress, total }) {
            // The library's own word for a round of questions, which a person sees as a card.
            if (message?.startsWith("Fulfilling input required by") === true) return;
            onProgress(message ?? "", { done: progress, total: total ?? null });
          },
        },
      ),
    async ping({ timeoutMs, signal }) {
      // The newest protocol has no ping; asking who it is comes to the same.
      if (client.getProtocolEra() === "modern") await client.discover({ timeout: timeoutMs, signal });
      else await client.ping({ timeout: timeoutMs, signal }).catch(throwUnlessUnknown);
    },
    ...offersOf(client),
    closed,
    close: () => client.close(),
  };
}

const methodNotFound = -32_601;

/** Whoever does not know the question is there all the same. */
function throwUnlessUnknown(cause: unknown): void {
  if (!(cause instanceof ProtocolError && cause.code === methodNotFound)) throw cause;
}

export interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
}

interface AddressOptions extends ConnectOptions {
  readonly clock: Clock;
}

/** Today's way over HTTP, first as the newest servers know it, and the one before it for servers that know no other. */
export async function connectAddress(address: Address, options: AddressOptions): Promise<McpConnection> {
  try {
    return await connectWay("newest", address, options);
  } catch (cause) {
    if (statusOf(cause) === null) throw cause;
    // Servers that know sessions refuse whoever has none yet, in whatever way, unless it introduces itself.
    return connectOlder(address, options);
  }
}

async function connectOlder(address: Address, options: AddressOptions): Promise<McpConnection> {
  try {
    return await connectWay("plain", address, options);
  } catch (cause) {
    if (!isOtherWay(cause)) throw cause;
    try {
      return await connectWay("one-stream", address, options);
    } catch {
      // What the way before said is what a person can do something about.
      throw cause;
    }
  }
}

type Way = "newest" | "plain" | "one-stream";

async function connectWay(
  way: Way,
  { url, headers, fetch: plainFetch }: Address,
  options: AddressOptions,
): Promise<McpConnection> {
  const { clock } = options;
  const hasOneStream = way === "one-stream";
  const mending = createMending();
  let connection: McpConnection | null = null;
  // What broke has been told to who asked before everything else of the connection is given up.
  const onBroken = (): void => void clock.setTimer(0, () => void connection?.close());
  const fetch = serverFetch(plainFetch, { clock, mending, hasOneStream, onBroken });
  const requests = { fetch, requestInit: { headers: { ...headers } } };
  const transport = hasOneStream
    ? new SSEClientTransport(new URL(url), requests)
    : new StreamableHTTPClientTransport(new URL(url), requests);
  connection = await connect(transport, mending, { ...options, negotiation: way === "newest" ? "auto" : "plain" });
  // The stream is the session.
  return hasOneStream ? { ...connection, hasSession: true } : connection;
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
 * What became of a request that failed: `unsent` and `lost` mean that nobody is at the other end, or nobody who knows our
 * session, and that it cannot have been carried out, or may have been; everything else was answered.
 */
export function lineAfter(cause: unknown, hasSession = false): "up" | "unsent" | "lost" {
  if (statusOf(cause) === 404) return "unsent";
  const refused = hasSession ? sessionAfter(cause) : null;
  if (refused !== null) return refused;
  if (cause instanceof SdkError) {
    if (cause.code === SdkErrorCode.NotConnected || cause.code === SdkErrorCode.SendFailed) return "unsent";
    return cause.code === SdkErrorCode.ConnectionClosed ? "lost" : "up";
  }
  const code = systemCodeOf(cause);
  if (code === null) return "up";
  return code === "ECONNREFUSED" ? "unsent" : "lost";
}

/** A server that was restarted refuses the session of the one before, in whatever words; null where it is not about that. */
function sessionAfter(cause: unknown): "unsent" | "lost" | null {
  const status = statusOf(cause);
  if (status === null) return cause instanceof ProtocolError && forgottenSession.test(cause.message) ? "unsent" : null;
  const isNamed = cause instanceof Error && /session/i.test(cause.message);
  if (isNamed || [400, 401, 410, 422].includes(status)) return "unsent";
  return status >= 500 ? "lost" : null;
}

const forgottenSession =
  /session.{0,40}(?:not found|unknown|expired|invalid|missing|terminated|closed|does not exist|no longer)|(?:no|unknown|invalid|missing|expired|bad)(?: valid)? (?:mcp[- ])?session/i;

/** The system's word for what broke a connection, wherever it stands in the chain of causes. */
export function systemCodeOf(cause: unknown): string | null {
  if (!(cause instanceof Error)) return null;
  if ("code" in cause && typeof cause.code === "string" && /^(E[A-Z]+|EAI_[A-Z]+|UND_ERR_SOCKET)$/.test(cause.code))
    return cause.code;
  return systemCodeOf(cause.cause);
}

/** Somebody answered, and would not. */
export function isRefusal(cause: unknown): boolean {
  return cause instanceof ProtocolError || statusOf(cause) !== null;
}

export function isTimeout(cause: unknown): boolean {
  return cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout;
}
