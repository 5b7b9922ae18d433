import type { MessageId } from "../../../src-preload/contract/ids.ts";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { Marker, Message } from "../../../src-preload/contract/records.ts";
import { markerSchema } from "../../../src-preload/contract/records.ts";
import { isMessage } from "./is-message.ts";

export type ParsedLine =
  | { readonly kind: "blank" }
  /** `id`: what looks like the id of the message that stood here. */
  | { readonly kind: "damaged"; readonly id: MessageId | null }
  /** A marker of a later version. */
  | { readonly kind: "unknown" }
  | { readonly kind: "marker"; readonly marker: Marker }
  /** `parentKnown` is false when the record names no parent at all: the file order tells it. */
  | { readonly kind: "message"; readonly message: Message; readonly parentKnown: boolean };

const blank: ParsedLine = { kind: "blank" };
const unknown: ParsedLine = { kind: "unknown" };
const markerTypes: ReadonlySet<unknown> = new Set(
  markerSchema.options.flatMap((option) => [...option.shape._type.values]),
);

function damaged(line: string): ParsedLine {
  const id = messageIdSchema.safeParse(/^[\s\uFEFF]*\{"id":"([^"\\]{1,100})"/.exec(line)?.[1]);
  return { kind: "damaged", id: id.success ? id.data : null };
}

function parseMarker(value: object, line: string): ParsedLine {
  if (!markerTypes.has(Reflect.get(value, "_type"))) return unknown;
  const marker = markerSchema.safeParse(value);
  return marker.success ? { kind: "marker", marker: marker.data } : damaged(line);
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** One line of a session file; `null` stands for a line that is too long to be read. */
export function parseLine(line: string | null): ParsedLine {
  if (line === null) return { kind: "damaged", id: null };
  const value = parseJson(line);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return line.trim() === "" ? blank : damaged(line);
  }
  if ("_type" in value) return parseMarker(value, line);
  if (isMessage(value)) return { kind: "message", message: value, parentKnown: true };
  const rooted = { ...value, parentId: null };
  if (!("parentId" in value) && isMessage(rooted)) return { kind: "message", message: rooted, parentKnown: false };
  return damaged(line);
}
