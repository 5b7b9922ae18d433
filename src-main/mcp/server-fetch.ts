import type { FetchLike } from "@modelcontextprotocol/client";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { Clock } from "../host.ts";
import { eventMessages } from "./event-messages.ts";
import { fieldsOf, isText } from "./fields.ts";
import { createFlow, type Flow } from "./flow.ts";
import type { Mending } from "./mending.ts";
import { maxMessageChars } from "./process-transport.ts";

export interface ServerLine {
  readonly clock: Clock;
  readonly mending: Mending;
  /** All answers come in the one stream that is opened by GET; its end is the end of the line. */
  readonly hasOneStream: boolean;
  /** Nobody is at the other end any more. */
  readonly onBroken: () => void;
}

/**
 * A `fetch` for one server. Its answers are mended and cannot fill the memory (counted after they were unpacked), and it says at
 * once when the server is gone: a request that nobody takes, and a stream that ends before what it was to bring.
 */
export function serverFetch(fetch: FetchLike, line: ServerLine): FetchLike {
  const flow = createFlow(line.clock);
  return async (address, init) => {
    const asked = requestsIn(init?.body, line.mending);
    const answer = await orBroken(() => fetch(address, init), init?.signal, line);
    const { status, statusText, headers, body } = answer;
    if (body === null) return answer;
    const kind = headers.get("content-type") ?? "";
    const same = { status, statusText, headers };
    if (!answer.ok) return new Response(ReadableStream.from(bounded(body)), same);
    if (kind.includes("text/event-stream")) {
      const isOnly = line.hasOneStream && init?.method !== "POST";
      const events = streamOf(body, { line, flow, asked, isOnly, signal: init?.signal ?? null });
      return new Response(ReadableStream.from(events), same);
    }
    const text = await orBroken(() => new Response(ReadableStream.from(bounded(body))).text(), init?.signal, line);
    return new Response(kind.includes("application/json") ? mended(text, line.mending) : text, same);
  };
}

type Ids = Set<string | number>;

/** What a request of ours asks. */
function requestsIn(body: unknown, mending: Mending): Ids {
  const value: unknown = isText(body) ? parseBoundedJson(body) : null;
  const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
  const ids: Ids = new Set();
  for (const message of messages) {
    mending.sent(message);
    const { id, method } = fieldsOf(message) ?? {};
    if (isText(method) && (isText(id) || typeof id === "number")) ids.add(id);
  }
  return ids;
}

async function orBroken<Value>(
  work: () => Promise<Value>,
  signal: AbortSignal | null | undefined,
  { onBroken }: ServerLine,
): Promise<Value> {
  try {
    return await work();
  } catch (cause) {
    if (signal?.aborted !== true) onBroken();
    throw cause;
  }
}

/** JSON that is no message is left to the library, which says so. */
function mended(text: string, mending: Mending): string {
  const { messages } = mending.received(text);
  if (messages.length === 0) return text;
  return JSON.stringify(messages.length === 1 ? messages[0] : messages);
}

interface Stream {
  readonly line: ServerLine;
  readonly flow: Flow;
  /** What it is to answer. */
  readonly asked: Ids;
  readonly isOnly: boolean;
  readonly signal: AbortSignal | null;
}

/** Where it can be gone on with, the library does so. */
async function* streamOf(body: AsyncIterable<Uint8Array>, stream: Stream): AsyncGenerator<Uint8Array> {
  const { line, flow, asked, isOnly, signal } = stream;
  const { mending, onBroken } = line;
  let isResumable = false;
  const isLost = (): boolean => signal?.aborted !== true && (isOnly || (asked.size > 0 && !isResumable));
  try {
    yield* eventMessages(body, {
      mending,
      flow,
      onMessage: (id) => void (id !== null && asked.delete(id)),
      onResumable: () => {
        isResumable = true;
      },
    });
  } catch (cause) {
    if (isLost()) onBroken();
    throw cause;
  }
  if (isLost()) onBroken();
}

async function* bounded(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of body) {
    count += chunk.length;
    if (count > maxMessageChars) throw new Error(`an answer of more than ${maxMessageChars} bytes`);
    yield chunk;
  }
}
