import { parseBoundedJson } from "./bounded-json.ts";
import type { Connection, Position, Subscribed } from "./connection.ts";
import { type ContractError, contractError } from "./errors.ts";
import type { Delivery, PerchEvent, Topic } from "./events.ts";
import { type AsyncResult, fail, ok, type Result } from "./result.ts";
import { readServerFrame, type ServerFrame } from "./server-frame.ts";

/** A pipe for frames as text: a socket's lines, a WebSocket's messages. */
export interface FramePort {
  send(frame: string): void;
  onFrame(listener: (frame: string) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

type Settle = (result: Result<unknown, ContractError>) => void;

/** A connection over any pipe of frames. `disconnected` is the sentence for requests that can no longer be answered. */
export function createFrameConnection(port: FramePort, disconnected: string): Connection {
  const waiting = new Map<number, Settle>();
  const closeListeners = new Set<() => void>();
  let listener: (delivery: Delivery) => void = () => undefined;
  let nextId = 1;
  let open = true;

  const gone = (): Result<never, ContractError> => fail(contractError("disconnected", disconnected));

  function closed(): void {
    if (!open) return;
    open = false;
    for (const settle of waiting.values()) settle(gone());
    waiting.clear();
    for (const tell of closeListeners) tell();
  }

  function received(text: string): void {
    const read = readFrame(text);
    if (read === "garbage") {
      port.close();
      closed();
    }
    if (typeof read === "string") return;
    const frame = read;
    if ("event" in frame) {
      listener(deliveryOf(frame.event));
      return;
    }
    if (frame.id === null) return;
    const settle = waiting.get(frame.id);
    waiting.delete(frame.id);
    settle?.(frame.ok ? ok(frame.value) : fail(frame.error));
  }

  port.onFrame(received);
  port.onClose(closed);

  function call(route: string, input: unknown): AsyncResult<unknown> {
    if (!open) return Promise.resolve(gone());
    return new Promise((settle) => {
      const id = nextId;
      nextId += 1;
      waiting.set(id, settle);
      port.send(JSON.stringify({ id, route, input }));
    });
  }

  return {
    request: async (route, input) => trusted(await call(route, input)),
    async subscribe(topics: readonly Topic[], next, since?: Position) {
      listener = next;
      const input = { topics: [...topics], ...(since === undefined ? {} : { since }) };
      return trusted<Result<Subscribed, ContractError>>(await call("events.subscribe", input));
    },
    onClose(tell) {
      if (!open) queueMicrotask(tell);
      closeListeners.add(tell);
      return () => void closeListeners.delete(tell);
    },
    async close() {
      port.close();
      closed();
    },
  };
}

/** What is no JSON was cut off or comes from another program: nothing behind it can be relied on. */
function readFrame(text: string): ServerFrame | "unknown" | "garbage" {
  try {
    return readServerFrame(parseBoundedJson(text)) ?? "unknown";
  } catch (cause) {
    if (cause instanceof SyntaxError) return "garbage";
    throw cause;
  }
}

/** The agent made it and is trusted: an answer has its route's type, an event is one of ours. This connection's one cast. */
function trusted<Value>(value: unknown): Value {
  return value as Value;
}

function deliveryOf(event: { readonly type: string }): Delivery {
  if (event.type !== "reset") return { kind: "event", event: trusted<PerchEvent>(event) };
  const { epoch, seq } = trusted<Position>(event);
  return { kind: "reset", epoch, seq };
}
