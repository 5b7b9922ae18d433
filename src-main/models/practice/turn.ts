import { parseArguments } from "../answer/call-arguments.ts";
import { isObject, type JsonObject, objectsOf, parseJson, textOf } from "../json.ts";
import type { WireMessage } from "../model.ts";

/** A tool call of this turn with what came back. */
export interface DoneCall {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly result: string;
}

/** What is known of the turn so far, from the messages of the request. */
export interface PracticeTurn {
  /** The words of the last user message. */
  readonly request: string;
  readonly done: readonly DoneCall[];
}

export function readTurn(messages: readonly WireMessage[]): PracticeTurn {
  const start = messages.findLastIndex(({ role }) => role === "user");
  const wires = messages.slice(Math.max(0, start)).map(({ json }) => parseJson(json));
  const calls = new Map<string, { readonly name: string; readonly arguments: JsonObject }>();
  const done: DoneCall[] = [];
  for (const wire of wires) {
    if (!isObject(wire)) continue;
    for (const call of objectsOf(wire["tool_calls"])) {
      const made = isObject(call["function"]) ? call["function"] : {};
      calls.set(textOf(call["id"]), {
        name: textOf(made["name"]),
        arguments: parseArguments(textOf(made["arguments"])) ?? {},
      });
    }
    const made = wire["role"] === "tool" ? calls.get(textOf(wire["tool_call_id"])) : undefined;
    if (made !== undefined) done.push({ ...made, result: contentText(wire["content"]) });
  }
  const first = wires[0];
  return { request: isObject(first) && start >= 0 ? contentText(first["content"]) : "", done };
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return objectsOf(content)
    .map((part) => textOf(part["text"]))
    .join("\n\n");
}
