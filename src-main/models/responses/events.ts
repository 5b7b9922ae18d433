import { ownValue } from "../../../src-preload/contract/own-value.ts";
import { isObject, type JsonObject, numberOf, objectsOf, textOf } from "../json.ts";
import type { AnswerReader } from "../protocol.ts";
import type { WireEvent, WireItem, WireResponse } from "../wire-types.ts";
import { createCallPieces } from "./call-pieces.ts";
import { createKeeper } from "./keeper.ts";
import { type Channel, createPassedParts, type Part } from "./passed-parts.ts";

/**
 * Reads one answer of the Responses API, stream or JSON, as chunks of chat completions. What comes in pieces and again as
 * a whole (a part, an item, the answer) is passed on once. Only the event that ends an answer makes a finish reason;
 * events that are not known are passed over. `from`: address and model, to whom kept thoughts belong.
 */
export function createEventReader(from: string): AnswerReader {
  let chunks: unknown[] = [];
  const put = (chunk: unknown): void => void chunks.push(chunk);
  const items = createItemReader(from, (delta) => put({ choices: [{ index: 0, delta }] }));
  let hasEnded = false;

  function end(response: WireResponse, told: string): void {
    const status = textOf(response.status);
    const ending = endings.has(status) ? status : told;
    const usage = isObject(response.usage) ? { usage: response.usage } : {};
    if (!endings.has(ending)) return;
    hasEnded = true;
    if (ending === "failed") {
      put({ error: isObject(response.error) ? response.error : { code: "server_error" }, ...usage });
      return;
    }
    items.all(objectsOf(response.output));
    const finish = ending === "completed" ? "stop" : reasonOf(response);
    put({ choices: [{ index: 0, delta: {}, finish_reason: finish }], ...usage });
  }

  function event(type: string, wire: JsonObject): void {
    const { response, error }: WireEvent = wire;
    const told = ownValue(endingEvents, type);
    if (told !== undefined) end(isObject(response) ? response : {}, told);
    else if (type === "error") put({ error: error ?? wire });
    // Errors of any other shape are told as they came.
    else if (!type.startsWith("response.")) put(wire);
    else items.event(type, wire);
  }

  return (wire) => {
    if (hasEnded) return [];
    if (!isObject(wire)) return [wire];
    if (wire["object"] === "response") end(wire, wire["status"] === undefined ? "completed" : "");
    else event(textOf(wire["type"]), wire);
    const made = chunks;
    chunks = [];
    return made;
  };
}

const endings: ReadonlySet<string> = new Set(["completed", "incomplete", "failed"]);
const endingEvents: Readonly<Record<string, string>> = {
  "response.completed": "completed",
  "response.incomplete": "incomplete",
  "response.failed": "failed",
};

/** Whatever else cut it: its last call may not be whole. */
function reasonOf({ incomplete_details: details }: WireResponse): string {
  return isObject(details) && details["reason"] === "content_filter" ? "content_filter" : "length";
}

interface ItemReader {
  event(type: string, wire: WireEvent): void;
  /** The items as the end of an answer lists them: they count where none came before. */
  all(list: readonly JsonObject[]): void;
}

/** Where an event says what: in pieces under `delta`, and whole under the name that is given here. */
interface TextEvent {
  readonly channel: Channel;
  readonly kind: Part["kind"];
  readonly number: "content_index" | "summary_index";
  readonly whole: "text" | "refusal";
}

const text = { channel: "content", kind: "text", number: "content_index", whole: "text" } as const;
const textEvents: Readonly<Record<string, TextEvent>> = {
  "response.output_text": text,
  "response.refusal": { ...text, channel: "refusal", kind: "refusal", whole: "refusal" },
  "response.reasoning_summary_text": {
    ...text,
    channel: "reasoning_content",
    kind: "summary",
    number: "summary_index",
  },
  "response.reasoning_text": { ...text, channel: "reasoning_content", kind: "thought" },
};

function createItemReader(from: string, emit: (delta: JsonObject) => void): ItemReader {
  const passed = createPassedParts();
  const calls = createCallPieces(passed);
  const keeper = createKeeper(from);
  let hasItems = false;

  function say(channel: Channel, part: Part, piece: string): void {
    const told = passed.tell(channel, part, piece);
    if (told !== "") emit({ [channel]: told });
  }

  function sayRest(channel: Channel, parts: unknown, place: Omit<Part, "number">, field = "text"): void {
    for (const [number, { [field]: whole }] of objectsOf(parts).entries()) {
      const part = { ...place, number };
      say(channel, part, passed.restOf(part, textOf(whole)));
    }
  }

  /** An item is whole: what of it was not passed on is. */
  function settle(item: WireItem, index: number): void {
    hasItems = true;
    switch (item.type) {
      case "message":
        sayRest("content", item.content, { item: index, kind: "text" });
        sayRest("refusal", item.content, { item: index, kind: "refusal" }, "refusal");
        keeper.words(item);
        return;
      case "reasoning":
        sayRest("reasoning_content", item.summary, { item: index, kind: "summary" });
        sayRest("reasoning_content", item.content, { item: index, kind: "thought" });
        keeper.thought(item);
        return;
      case "function_call":
        emit({ tool_calls: [{ ...calls.whole(item, index), ...keeper.release() }] });
    }
  }

  function textEvent(type: string, wire: WireEvent): void {
    const known = ownValue(textEvents, type.slice(0, type.lastIndexOf(".")));
    if (known === undefined) return;
    const part = { item: indexOf(wire), kind: known.kind, number: numberOf(wire[known.number]) ?? 0 };
    if (type.endsWith(".delta")) say(known.channel, part, textOf(wire.delta));
    else if (type.endsWith(".done")) say(known.channel, part, passed.restOf(part, textOf(wire[known.whole])));
  }

  return {
    event(type, wire) {
      const index = indexOf(wire);
      const item: WireItem = isObject(wire.item) ? wire.item : {};
      if (type === "response.output_item.done") settle(item, index);
      else if (type === "response.output_item.added") {
        if (item.type === "function_call") emit({ tool_calls: [calls.begun(item, index)] });
      } else if (type === "response.function_call_arguments.delta") {
        emit({ tool_calls: [calls.piece(index, textOf(wire.delta))] });
      } else if (type === "response.function_call_arguments.done") {
        emit({ tool_calls: [calls.rest(index, textOf(wire.arguments))] });
      } else textEvent(type, wire);
    },
    all(list) {
      if (hasItems || !passed.isEmpty) return;
      for (const [index, item] of list.entries()) settle(item, index);
    },
  };
}

function indexOf(event: WireEvent): number {
  return numberOf(event.output_index) ?? 0;
}
