import { type ContractError, isContractError } from "./errors.ts";
import { isRecord } from "./own-value.ts";

/** The outer shape of a frame that a server sends. The values inside are trusted: the agent made them. */
export type ServerFrame =
  | { readonly id: number | null; readonly ok: true; readonly value: unknown }
  | { readonly id: number | null; readonly ok: false; readonly error: ContractError }
  | { readonly event: { readonly type: string } };

/** Null where it is none. Read by hand and not by a schema: a page reads one for each event, and does not load zod. */
export function readServerFrame(frame: unknown): ServerFrame | null {
  if (!isRecord(frame)) return null;
  const { event, id, ok, value, error } = frame;
  if (hasType(event)) return { event };
  if (!isFrameId(id)) return null;
  if (ok === true) return { id, ok, value };
  return ok === false && isContractError(error) ? { id, ok, error } : null;
}

function isFrameId(id: unknown): id is number | null {
  return id === null || Number.isSafeInteger(id);
}

function hasType(event: unknown): event is { readonly type: string } {
  return isRecord(event) && typeof event["type"] === "string";
}
