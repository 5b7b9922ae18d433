import { isJSONRPCNotification } from "@modelcontextprotocol/client";
import type { Flow } from "./flow.ts";
import { createLineReader } from "./line-reader.ts";
import type { Mending } from "./mending.ts";
import { maxMessageChars } from "./process-transport.ts";

/** What is told of a stream of events. */
interface EventListener {
  /** A message of the server; its id where it answers something. */
  readonly onMessage: (id: string | number | null) => void;
  /** It can be gone on with where it broke off. */
  readonly onResumable: () => void;
}

interface EventSurroundings extends EventListener {
  readonly mending: Mending;
  readonly flow: Flow;
}

/** The same stream of events with its messages mended, bounded in size, and slowed where it says much unasked. */
export async function* eventMessages(
  body: AsyncIterable<Uint8Array>,
  surroundings: EventSurroundings,
): AsyncGenerator<Uint8Array> {
  let lines: string[] = [];
  const reader = createLineReader((line) => lines.push(line), { most: maxMessageChars, whenLonger: "stop" });
  let event: string[] = [];
  let isFirst = true;
  for await (const chunk of body) {
    if (!reader.push(Buffer.from(chunk))) throw new Error(`an answer of more than ${maxMessageChars} characters`);
    const whole = lines;
    lines = [];
    for (const line of whole) {
      if (line !== "") event.push(isFirst ? line.replace(/^\ufeff/, "") : line);
      else {
        yield* mendEvent(event, surroundings);
        event = [];
      }
      isFirst = false;
    }
  }
}

async function* mendEvent(event: readonly string[], surroundings: EventSurroundings): AsyncGenerator<Uint8Array> {
  if (event.length === 0) return;
  const { mending, flow, onMessage, onResumable } = surroundings;
  const fieldOf = (name: string): readonly string[] =>
    event.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
  if (fieldOf("id").some((id) => id !== "")) onResumable();
  const data = fieldOf("data").join("\n");
  const kind = fieldOf("event").at(-1) ?? "message";
  if (data.trim() === "" || kind !== "message") {
    yield Buffer.from(`${event.join("\n")}\n\n`);
    return;
  }
  const others = event.filter((line) => !line.startsWith("data:"));
  const { messages } = mending.received(data);
  for (const message of messages) {
    onMessage("id" in message && !("method" in message) ? (message.id ?? null) : null);
    yield Buffer.from(`${[...others, `data: ${JSON.stringify(message)}`].join("\n")}\n\n`);
  }
  const isAsked = messages.length > 0 && !messages.some(isJSONRPCNotification);
  if (!isAsked) await flow.take(data.length);
}
