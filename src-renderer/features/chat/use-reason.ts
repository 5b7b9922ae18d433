import { useState } from "react";

export interface Reason {
  readonly words: string;
  readonly onWrite: (words: string) => void;
}

/** What the person says to a denial. */
export function useReason(): Reason {
  const [words, onWrite] = useState("");
  return { words, onWrite };
}
