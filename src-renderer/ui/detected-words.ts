import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import { text } from "./text.ts";

interface Detected {
  readonly name: string | null;
  readonly isSure: boolean;
}

/** Whose key it is, as a sentence. */
export function detectedWords(detected: Detected | null, rows: readonly ProviderRow[]): string {
  if (detected === null) return text("first.pasteHint");
  if (detected.name === null) return text("connection.unknownKey");
  const name = rows.find((row) => row.name === detected.name)?.title ?? detected.name;
  return text(detected.isSure ? "connection.keyIsOf" : "connection.keyMayBeOf", { name });
}
