import { ProtocolError, UrlElicitationRequiredError } from "@modelcontextprotocol/client";
import type { StepAmount } from "../../src-preload/contract/run-view.ts";
import type { Clock } from "../host.ts";
import type { RemoteCall } from "../tools/remote-tool.ts";
import type { ToolResult } from "../tools/tool.ts";
import { text } from "../words.ts";
import type { ServerAsks } from "./asks/server-asks.ts";
import { type CallLimit, createCallLimit } from "./call-limit.ts";
import { isRefusal, isTimeout, lineAfter, type McpConnection, type ToolDefinition } from "./connection.ts";
import { toToolResult } from "./content.ts";
import type { McpDependencies } from "./dependencies.ts";
import { plain } from "./plain-text.ts";
import { reasonOf } from "./problem.ts";
import type { RunningCalls } from "./running-calls.ts";
import { untilStopped } from "./until-stopped.ts";

export interface ServerCall {
  readonly server: string;
  readonly tool: ToolDefinition;
  readonly args: Readonly<Record<string, unknown>>;
  readonly call: RemoteCall;
  readonly timeoutMs: number;
}

/** At most so often, and so much. */
const progressMs = 100;
const mostProgressChars = 500;
/** A call may tell of its progress as long as it likes, and is given up after this all the same. */
const longestCallMs = 3_600_000;
/** Of the data of an error. */
const mostDataChars = 2000;

interface Line extends Pick<McpDependencies, "redact" | "saveImage"> {
  /** Null where it cannot be connected. */
  readonly connected: () => Promise<McpConnection | null>;
  readonly lost: (connection: McpConnection) => void;
  /** Where it failed for want of somebody who signs in: that, for a model. What the connection can do then is seen to. */
  readonly unsigned: (cause: unknown, connection: McpConnection) => string | null;
  readonly problem: () => string;
  readonly clock: Clock;
  readonly asks: Pick<ServerAsks, "during" | "visit">;
  readonly calls: Pick<RunningCalls, "begin">;
}

/**
 * One call of a tool, in words that a model can act on whatever happens. A server that is gone is connected anew, once; the
 * call is sent again only where it cannot have been carried out, or does no harm twice. Throws only when it was stopped.
 */
export async function callServer(wanted: ServerCall, line: Line): Promise<ToolResult> {
  const first = await callOnce(wanted, line);
  if (first.kind !== "gone") return first.result;
  wanted.call.signal.throwIfAborted();
  const isHarmless = wanted.tool.annotations?.readOnlyHint === true || wanted.tool.annotations?.idempotentHint === true;
  if (first.mayBeDone && !isHarmless) {
    return { kind: "failed", message: first.refusal ?? text("mcp.call.unknown", { server: wanted.server }) };
  }
  const second = await callOnce(wanted, line);
  if (second.kind !== "gone") return second.result;
  return { kind: "failed", message: second.refusal ?? text("mcp.call.gone", { server: wanted.server }) };
}

type Outcome =
  | { readonly kind: "answered"; readonly result: ToolResult }
  /** `mayBeDone`: the call was sent before the line broke. `refusal`: it was answered, by one who does not know us any more. */
  | { readonly kind: "gone"; readonly mayBeDone: boolean; readonly refusal: string | null };

async function callOnce(wanted: ServerCall, line: Line): Promise<Outcome> {
  const { server, tool, args, call, timeoutMs } = wanted;
  // Connecting goes on for others when one who waits for it is stopped.
  const connection = await untilStopped(line.connected(), call.signal);
  if (connection === null) {
    return failedWith(text("mcp.call.notConnected", { server, reason: line.problem() }));
  }
  using progress = seldom(line.clock, (words, amount) => {
    call.progress(words === "" ? "" : `${line.redact(words)}\n`, amount);
  });
  using own = line.calls.begin(call);
  using limit = createCallLimit(line.clock, timeoutMs, AbortSignal.any([call.signal, own.signal]));
  const place = { ...call, standStill: () => standBoth(call, limit) };
  using _ = line.asks.during(place);
  try {
    const answer = await connection.call(tool.name, args, {
      signal: limit.signal,
      timeoutMs: longestCallMs,
      onProgress(words, amount) {
        limit.again();
        progress.add(words, amount);
      },
    });
    return {
      kind: "answered",
      result: await toToolResult(answer, (bytes, mediaType) => line.saveImage(bytes, mediaType, call.sessionKey)),
    };
  } catch (cause) {
    call.signal.throwIfAborted();
    if (own.signal.aborted) return failedWith(text("mcp.call.stopped", { server }));
    if (limit.isOver || isTimeout(cause)) {
      const seconds = Math.round(timeoutMs / 1000);
      return failedWith(text("mcp.call.timeout", { server, seconds }));
    }
    if (cause instanceof UrlElicitationRequiredError) {
      const isDone = await line.asks.visit(cause.elicitations, place);
      return failedWith(text(isDone ? "mcp.call.visited" : "mcp.call.notVisited", { server }));
    }
    const unsigned = line.unsigned(cause, connection);
    if (unsigned !== null) return failedWith(unsigned);
    const after = lineAfter(cause, connection.hasSession);
    if (after !== "up") {
      line.lost(connection);
      const refusal = isRefusal(cause) ? failureWords(cause, wanted) : null;
      return { kind: "gone", mayBeDone: after === "lost", refusal };
    }
    return failedWith(failureWords(cause, wanted));
  }
}

function failedWith(message: string): Outcome {
  return { kind: "answered", result: { kind: "failed", message } };
}

/** While the person is asked neither the turn nor the call grows older. */
function standBoth(call: RemoteCall, limit: CallLimit): Disposable {
  const held = [call.standStill(), limit.standStill()];
  return {
    [Symbol.dispose]() {
      for (const one of held) one[Symbol.dispose]();
    },
  };
}

function failureWords(cause: unknown, { server }: ServerCall): string {
  const reason = [reasonOf(cause), errorData(cause)].filter((part) => part !== "").join(" ");
  return text("mcp.call.failed", { server, reason });
}

/** What a server adds to the words of its refusal often says what to do. */
function errorData(cause: unknown): string {
  if (!(cause instanceof ProtocolError) || cause.data === undefined || cause.data === null) return "";
  const data = typeof cause.data === "string" ? cause.data : JSON.stringify(cause.data);
  return data.length <= mostDataChars ? data : `${data.slice(0, mostDataChars)} …`;
}

interface Progress extends Disposable {
  add(words: string, amount: StepAmount): void;
}

/** A server may tell of its progress without end: of what comes before a pause is over the last is enough. */
function seldom(clock: Clock, tell: (words: string, amount: StepAmount) => void): Progress {
  let toldAt = Number.NEGATIVE_INFINITY;
  let last = "";
  let amount: StepAmount = { done: 0, total: null };
  let timer: Disposable | null = null;
  const tellLast = (): void => {
    timer = null;
    toldAt = clock.monotonic();
    tell(plain(last).slice(0, mostProgressChars), amount);
  };
  return {
    add(words, now) {
      last = words;
      amount = now;
      const due = toldAt + progressMs - clock.monotonic();
      if (due <= 0 && timer === null) tellLast();
      else timer ??= clock.setTimer(due, tellLast);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
