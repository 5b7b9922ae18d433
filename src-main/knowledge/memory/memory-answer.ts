import type { AgentAuthor } from "../../../src-preload/contract/knowledge.ts";
import type { Writing } from "../knowledge-writer.ts";
import type { FactChange } from "./facts.ts";

/** What became of a fact. */
export type MemoryAnswer =
  | { readonly kind: "done"; readonly fact: string }
  /** The person decides about it. */
  | { readonly kind: "proposed"; readonly fact: string }
  /** The person said that this is never to be remembered. */
  | { readonly kind: "refused"; readonly fact: string }
  /** There is no room for it. Tokens. */
  | { readonly kind: "full"; readonly tokens: number; readonly budget: number }
  | { readonly kind: "empty" }
  | { readonly kind: "too-long" }
  | Exclude<FactChange, { kind: "changed" }>;

/** How the agent writes: in whose name, and what happens around the write. */
export type MemoryWriting = Omit<Writing, "author"> & { readonly author: AgentAuthor };

/**
 * `asked`: a turn of a chat wants it. `background`: nobody is there to make room, so that what finds none is proposed, and
 * what was refused for ever is left out. `strange`: the same, of a chat that holds text of strangers: always proposed.
 */
export type MemoryOccasion = "asked" | "background" | "strange";
