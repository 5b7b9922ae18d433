/** Tells thoughts as they come. Some servers send them twice, in think tags and in a field of their own. */
export interface ThoughtTeller {
  inField(delta: string): void;
  inTag(delta: string): void;
}

interface Source {
  /** Without white space, which is not the same in both. */
  said: string;
  /** Has said nothing yet but what the other one had said before. */
  follows: boolean;
}

/** What one source says again, word by word, is not told again. */
export function createThoughtTeller(tell: (delta: string) => void): ThoughtTeller {
  const field: Source = { said: "", follows: true };
  const tag: Source = { said: "", follows: true };

  function take(own: Source, other: Source, delta: string): void {
    const words = delta.replace(/\s+/g, "");
    const at = own.said.length;
    own.said += words;
    if (own.follows && other.said !== "" && other.said.startsWith(words, at)) return;
    own.follows = false;
    tell(delta);
  }

  return {
    inField: (delta) => take(field, tag, delta),
    inTag: (delta) => take(tag, field, delta),
  };
}
