import { createStore } from "zustand/vanilla";
import type { ProviderRow } from "../../src-preload/contract/providers.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { createCrossing } from "./crossing.ts";

interface DetectedKey {
  /** The provider whose key it may be; null for one that nobody recognises. */
  readonly name: string | null;
  readonly isSure: boolean;
}

interface Typed {
  readonly key: string;
  /** The provider that the person chose; null: the key tells it. */
  readonly chosen: string | null;
  readonly address: string;
}

export interface KeyDraftState extends Typed {
  /** Whose key it may be, by how it begins; null before it was looked at. */
  readonly detected: DetectedKey | null;
}

/** A key that is being entered, whose it is, and the address where nothing else tells it. */
export interface KeyDraft extends KeyDraftState {
  /** Those that a key can be of. */
  readonly rows: readonly ProviderRow[];
  /** Chosen or recognised; undefined while it is neither. */
  readonly row: ProviderRow | undefined;
  readonly needsAddress: boolean;
  /** Everything that must be there is. */
  readonly isWhole: boolean;
  /** As routes take it. */
  readonly input: { readonly apiKey?: string; readonly apiBase?: string };
}

/** So few characters are no key yet. */
const leastChars = 6;
const nothing: KeyDraftState = { key: "", chosen: null, address: "", detected: null };

/** What was pasted is where a server is, and no key. */
export function isAddress(words: string): boolean {
  return /^\s*(?:https?:\/\/|localhost[:/]|(?:\d{1,3}\.){3}\d{1,3}[:/])/i.test(words);
}

/** A key as it is typed; the agent says whose it may be, and sends it nowhere. */
export function createKeyDraft(client: AgentClient) {
  const store = createStore<KeyDraftState>(() => nothing);
  const detecting = createCrossing();

  async function detect(apiKey: string): Promise<void> {
    detecting.drop();
    store.setState({ detected: null });
    if (apiKey.length < leastChars) return;
    const came = await detecting.ask(() => client.request("provider.detect", { apiKey }));
    if (came?.answer.ok === true) store.setState({ detected: came.answer.value });
  }

  return {
    store,
    change(typed: Partial<Typed>): void {
      store.setState(typed);
      if (typed.key !== undefined) void detect(typed.key.trim());
    },
    clear(): void {
      detecting.drop();
      store.setState(nothing);
    },
  };
}

export type KeyDraftControl = ReturnType<typeof createKeyDraft>;

/** What is typed, together with the providers that are known. */
export function readKeyDraft(state: KeyDraftState, known: readonly ProviderRow[]): KeyDraft {
  const rows = known.filter(({ kind }) => kind !== "local" && kind !== "practice");
  const row = rows.find(({ name }) => name === (state.chosen ?? state.detected?.name));
  const key = state.key.trim();
  const address = state.address.trim();
  // Without an address of its own a custom one is nowhere; it may do without a key.
  const needsAddress = row !== undefined && (row.kind === "custom" || row.apiBase === null);
  return {
    ...state,
    rows,
    row,
    needsAddress,
    isWhole: row !== undefined && (needsAddress ? address !== "" : key !== ""),
    input: { ...(key === "" ? {} : { apiKey: key }), ...(needsAddress ? { apiBase: address } : {}) },
  };
}
