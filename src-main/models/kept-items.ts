import type { ToolCall } from "../../src-preload/contract/records.ts";
import { isObject, type JsonObject, objectsOf } from "./json.ts";

/**
 * What a model of the Responses API put out before a call and needs back with it: its thoughts, sealed by its maker, and
 * the places of its words among them (`type: "message"`, without the words).
 */
export interface KeptItems {
  /** Address and model: nobody else gets them, and nobody else could read them. */
  readonly from: string;
  readonly items: readonly JsonObject[];
}

/** Where they stand in the extra fields of a call. */
const name = "responses";

/** The extra fields of a call that carry them into the transcript. */
export function extraOfKept(kept: KeptItems): JsonObject {
  return { [name]: kept };
}

/** The call as every provider may see it, and what was kept with it. */
export function partKept(call: ToolCall): { readonly call: ToolCall; readonly kept: KeptItems | null } {
  const { extra_content: extra, ...bare } = call;
  if (!isObject(extra) || !(name in extra)) return { call, kept: null };
  const { [name]: found, ...others } = extra;
  const hasOthers = Object.keys(others).length > 0;
  return { call: hasOthers ? { ...bare, extra_content: others } : bare, kept: keptOf(found) };
}

function keptOf(found: unknown): KeptItems | null {
  if (!isObject(found) || typeof found["from"] !== "string") return null;
  return { from: found["from"], items: objectsOf(found["items"]) };
}
