import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import { text } from "./text.ts";

interface TypedKey {
  readonly key: string;
  /** The provider that the person chose. */
  readonly chosen: string | null;
  readonly detected: { readonly name: string | null; readonly isSure: boolean } | null;
}

/** Whose key it is, as a sentence; "" where the person has said so and the key does not tell it surely. */
export function detectedWords({ key, chosen, detected }: TypedKey, rows: readonly ProviderRow[]): string {
  if (isAddress(key)) return text("provider.addressAsKey");
  if (chosen !== null && detected?.isSure !== true) return "";
  if (detected === null) return text("first.pasteHint");
  if (detected.name === null) return text("connection.unknownKey");
  const name = rows.find((row) => row.name === detected.name)?.title ?? detected.name;
  return text(detected.isSure ? "connection.keyIsOf" : "connection.keyMayBeOf", { name });
}

function isAddress(key: string): boolean {
  return /^\s*https?:\/\//i.test(key);
}
