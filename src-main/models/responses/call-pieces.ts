import { type JsonObject, textOf } from "../json.ts";
import type { WireItem } from "../wire-types.ts";
import type { Part, PassedParts } from "./passed-parts.ts";

/** Makes elements of `tool_calls` of what is told of a call: its name once, its arguments in pieces. */
export interface CallPieces {
  /** The call is there; its arguments may be. */
  begun(item: WireItem, index: number): JsonObject;
  piece(index: number, text: string): JsonObject;
  /** The arguments are whole. */
  rest(index: number, whole: string): JsonObject;
  /** The call is whole. */
  whole(item: WireItem, index: number): JsonObject;
}

export function createCallPieces(passed: PassedParts): CallPieces {
  const named = new Set<number>();

  function next(index: number, text: string): string {
    passed.add(partOf(index), text);
    return text;
  }

  function rest(index: number, whole: string): string {
    return next(index, passed.restOf(partOf(index), whole));
  }

  function withName(item: WireItem, index: number, text: string): JsonObject {
    const name = textOf(item.name);
    const isNew = name !== "" && !named.has(index);
    if (isNew) named.add(index);
    return { arguments: text, ...(isNew ? { name } : {}) };
  }

  return {
    piece: (index, text) => ({ index, function: { arguments: next(index, text) } }),
    rest: (index, whole) => ({ index, function: { arguments: rest(index, whole) } }),
    begun: (item, index) => ({
      index,
      id: textOf(item.call_id),
      function: withName(item, index, next(index, textOf(item.arguments))),
    }),
    whole: (item, index) => ({
      index,
      id: textOf(item.call_id) || textOf(item.id),
      function: withName(item, index, rest(index, textOf(item.arguments))),
    }),
  };
}

function partOf(item: number): Part {
  return { item, kind: "arguments", number: 0 };
}
