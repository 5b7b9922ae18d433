import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import { isRecord } from "../../../src-preload/contract/own-value.ts";

/** The arguments of a call as it was made; none where a model wrote no JSON. */
export function readArguments(written: string): Readonly<Record<string, unknown>> {
  try {
    const value = parseBoundedJson(written);
    return isRecord(value) ? value : {};
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}
