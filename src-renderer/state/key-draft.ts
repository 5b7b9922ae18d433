import { useState } from "react";
import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "./context.ts";
import { type DetectedKey, useDetectedKey } from "./detected-key.ts";

interface Typed {
  readonly key: string;
  /** The provider that the person chose; null: the key tells it. */
  readonly chosen: string | null;
  readonly address: string;
}

/** A key that is being entered, whose it is, and the address where nothing else tells it. */
export interface KeyDraft extends Typed {
  readonly detected: DetectedKey | null;
  /** Those that a key can be of. */
  readonly rows: readonly ProviderRow[];
  /** Chosen or recognised; undefined while it is neither. */
  readonly row: ProviderRow | undefined;
  readonly needsAddress: boolean;
  /** Everything that must be there is. */
  readonly isWhole: boolean;
  /** As routes take it. */
  readonly input: { readonly apiKey?: string; readonly apiBase?: string };
  change(typed: Partial<Typed>): void;
}

export function useKeyDraft(): KeyDraft {
  const { providers } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows).filter(
    ({ kind }) => kind !== "local" && kind !== "practice",
  );
  const [typed, setTyped] = useState<Typed>({ key: "", chosen: null, address: "" });
  const detected = useDetectedKey(typed.key);
  const row = rows.find(({ name }) => name === (typed.chosen ?? detected?.name));
  const key = typed.key.trim();
  const address = typed.address.trim();
  // Without an address of its own a custom one is nowhere; it may do without a key.
  const needsAddress = row !== undefined && (row.kind === "custom" || row.apiBase === null);
  return {
    ...typed,
    detected,
    rows,
    row,
    needsAddress,
    isWhole: row !== undefined && (needsAddress ? address !== "" : key !== ""),
    input: { ...(key === "" ? {} : { apiKey: key }), ...(needsAddress ? { apiBase: address } : {}) },
    change: (part) => setTyped((before) => ({ ...before, ...part })),
  };
}
