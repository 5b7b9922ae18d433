import { headOf, tailOf } from "../text-ends.ts";

export interface OutputCollector {
  add(text: string): void;
  /** What was kept: the head, a line that says how much is missing, the tail. */
  text(): string;
  /** Something is missing in it. */
  isCut(): boolean;
}

/** Keeps the head and the tail of an endless text in bounded memory. */
export function createOutputCollector(headChars: number, tailChars: number): OutputCollector {
  let head = "";
  let tail: string[] = [];
  let tailLength = 0;
  let left = 0;

  const trim = () => {
    const joined = tail.join("");
    const kept = tailOf(joined, tailChars);
    left += joined.length - kept.length;
    tail = [kept];
    tailLength = kept.length;
  };
  return {
    add(text) {
      const own = tailLength === 0 && left === 0 ? headOf(text, headChars - head.length) : "";
      head += own;
      if (own.length === text.length) return;
      tail.push(text.slice(own.length));
      tailLength += text.length - own.length;
      // Cutting only at twice the size keeps the work in proportion to the text.
      if (tailLength > 2 * tailChars) trim();
    },
    text() {
      if (tailLength > tailChars) trim();
      const gap = left === 0 ? "" : `\n[… ${left} characters of output left out …]\n`;
      return head + gap + tail.join("");
    },
    isCut: () => left > 0 || tailLength > tailChars,
  };
}
