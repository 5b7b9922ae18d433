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

/** In whose name it is written, and what happens around the write. */
export type MemoryWriting = Writing;

/**
 * `asked`: a turn of a chat wants it. `background`: nobody is there to make room, so that what finds none is proposed, and
 * what was refused for ever is left out. `strange`: the same, of a chat that holds text of strangers: always proposed.
 * `program`: so does another program.
 */
export type MemoryOccasion = "asked" | "background" | "strange" | "program";
