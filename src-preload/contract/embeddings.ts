/*
 * Vectors of what can be recalled: what makes them, and how far that is. Money is US dollars.
 */

interface ReadyEmbeddings {
  readonly kind: "ready";
  /** `openai/text-embedding-3-small`. */
  readonly modelId: string;
  /** The provider as people write it. */
  readonly title: string;
  /** Where texts go: the base address, without credentials. */
  readonly address: string;
  readonly isLocal: boolean;
  /** Somebody was told what goes where, and said yes; nothing goes there before. */
  readonly isAgreed: boolean;
  /** Pieces of the memory, the log and chats that have a vector of this model. */
  readonly made: number;
  /** All pieces. */
  readonly all: number;
  /** What the pieces without a vector come to, estimated. */
  readonly lackingTokens: number;
  /** What they will cost; null where the model has no price. */
  readonly forecast: number | null;
  /** Why none are made just now; null where nothing is in the way. */
  readonly problem: string | null;
}

/** What makes vectors. */
export type EmbeddingsPlace =
  | ReadyEmbeddings
  /** Nothing is chosen: words alone are searched. */
  | { readonly kind: "none" }
  /** What is chosen cannot be asked, and why. */
  | { readonly kind: "broken"; readonly message: string };

/** What came of a test; its sentence is made up. */
export type EmbeddingsTest =
  | { readonly kind: "passed"; readonly tookMs: number; readonly message: string }
  | { readonly kind: "failed"; readonly tookMs: number; readonly message: string; readonly nextStep: string };
