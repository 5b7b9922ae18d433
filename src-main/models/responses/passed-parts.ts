/** Where a text of an answer goes: fields of a delta of chat completions. */
export type Channel = "content" | "refusal" | "reasoning_content";

/** A part of an output item. */
export interface Part {
  /** Which item. */
  readonly item: number;
  readonly kind: "text" | "refusal" | "summary" | "thought" | "arguments";
  /** Which of the parts of this kind. */
  readonly number: number;
}

/** How much of each part of an answer was passed on, so that what is told twice is passed on once. */
export interface PassedParts {
  readonly isEmpty: boolean;
  /** What of a whole part was not passed on yet. */
  restOf(part: Part, whole: string): string;
  add(part: Part, piece: string): void;
  /** The next piece as it is to be told: with a line between it and what another item or thought said before it. */
  tell(channel: Channel, part: Part, piece: string): string;
}

export function createPassedParts(): PassedParts {
  const lengths = new Map<string, number>();
  const lastOf = new Map<Channel, string>();
  /** The thoughts of an item may come in full and in short: those that come first are told. */
  const thoughtsOf = new Map<number, Part["kind"]>();

  function add(part: Part, piece: string): void {
    const key = keyOf(part);
    lengths.set(key, (lengths.get(key) ?? 0) + piece.length);
  }

  return {
    get isEmpty() {
      return lengths.size === 0;
    },
    restOf: (part, whole) => whole.slice(lengths.get(keyOf(part)) ?? 0),
    add,
    tell(channel, part, piece) {
      if (piece === "") return "";
      const isThought = channel === "reasoning_content";
      const told = thoughtsOf.get(part.item) ?? part.kind;
      if (isThought) thoughtsOf.set(part.item, told);
      if (isThought && told !== part.kind) return "";
      add(part, piece);
      const block = isThought ? keyOf(part) : String(part.item);
      const before = lastOf.get(channel);
      lastOf.set(channel, block);
      return before === undefined || before === block ? piece : `\n\n${piece}`;
    },
  };
}

function keyOf({ item, kind, number }: Part): string {
  return `${item} ${kind} ${number}`;
}
