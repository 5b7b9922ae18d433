import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery, PerchEvent } from "../../src-preload/contract/events.ts";
import type { FramePort } from "../../src-preload/contract/frame-connection.ts";
import {
  eventFrame,
  maxFrameBytes,
  type RequestFrame,
  type ResponseFrame,
  requestFrameSchema,
} from "../../src-preload/contract/frames.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { type CallerIdentity, createCaller } from "../api/caller.ts";
import type { Router } from "../api/router.ts";
import { text } from "../words.ts";

/** A port of a server, which can say how much lies unsent. */
export interface ServerPort extends FramePort {
  /** Bytes that have not been received by the other side yet. */
  readonly unsentBytes: number;
  /** Ends it at once; what lies unsent is thrown away. */
  drop(): void;
}

/** A client that does not read is let go at so many unsent bytes; it comes back with its position. */
export const maxUnsentBytes = 16 * 1024 * 1024;
/** So many requests of a client are worked on at once; more wait, and with too many waiting it is let go. */
const maxAtOnce = 32;
const maxWaitingChars = 64 * 1024 * 1024;
const maxWaiting = 20_000;

const eventTexts = new WeakMap<PerchEvent, string>();

function deliveryText(delivery: Delivery): string {
  if (delivery.kind === "reset") return JSON.stringify(eventFrame(delivery));
  const known = eventTexts.get(delivery.event);
  if (known !== undefined) return known;
  const made = JSON.stringify(eventFrame(delivery));
  eventTexts.set(delivery.event, made);
  return made;
}

/** The agent's end of a socket or WebSocket: frames in, answers and events out. Lives as long as the port. */
export function servePeer(port: ServerPort, router: Router, identity: CallerIdentity): void {
  let isOver = false;
  let running = 0;
  let waiting: string[] = [];
  let waitingChars = 0;

  /** False where the client did not read and was let go. */
  function send(frame: string): boolean {
    if (isOver) return false;
    if (port.unsentBytes > maxUnsentBytes) {
      end();
      port.drop();
      return false;
    }
    port.send(frame);
    return true;
  }

  const caller = createCaller(identity, (delivery) => void send(deliveryText(delivery)));

  function end(): void {
    isOver = true;
    waiting = [];
    caller.end();
  }

  async function answer(frameText: string): Promise<void> {
    const frame = parseFrame(frameText);
    if (!frame.ok) {
      send(JSON.stringify({ id: null, ok: false, error: frame.error } satisfies ResponseFrame));
      return;
    }
    const { id, route, input } = frame.value;
    const result = await router.handle(route, input, caller);
    const response: ResponseFrame = result.ok
      ? { id, ok: true, value: result.value }
      : { id, ok: false, error: result.error };
    if (send(answerText(response)) && route === "events.subscribe") caller.startEvents();
  }

  async function work(frame: string): Promise<void> {
    running += 1;
    await answer(frame);
    running -= 1;
    const next = waiting.shift();
    if (next === undefined) return;
    waitingChars -= next.length;
    void work(next);
  }

  function received(frame: string): void {
    if (isOver) return;
    if (running < maxAtOnce) return void work(frame);
    waiting.push(frame);
    waitingChars += frame.length;
    if (waiting.length <= maxWaiting && waitingChars <= maxWaitingChars) return;
    end();
    port.drop();
  }

  port.onFrame(received);
  port.onClose(end);
}

/** A line over the limit would end the client. */
function answerText(response: ResponseFrame): string {
  const line = JSON.stringify(response);
  // In UTF-8 a unit of UTF-16 takes three bytes at most; the exact size is counted only where it may matter.
  if (line.length * 3 <= maxFrameBytes || Buffer.byteLength(line) <= maxFrameBytes) return line;
  const error = contractError("too-large", text("contract.answerTooLarge", { limit: maxFrameBytes / 1024 / 1024 }));
  return JSON.stringify({ id: response.id, ok: false, error } satisfies ResponseFrame);
}

function parseFrame(frameText: string): Result<RequestFrame, ContractError> {
  try {
    const parsed = requestFrameSchema.safeParse(parseBoundedJson(frameText));
    if (parsed.success) return ok(parsed.data);
    const reason = parsed.error.issues[0]?.message ?? "";
    return fail(contractError("invalid-input", text("contract.badFrame", { reason })));
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return fail(contractError("invalid-input", text("contract.badFrame", { reason: cause.message })));
  }
}
