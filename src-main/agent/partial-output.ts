const headChars = 4000;
const tailChars = 4000;

/** The output of a call so far, its beginning and its end: what remains of a call that is stopped. */
export interface PartialOutput {
  add(text: string): void;
  /** With what the tool itself says of its end. */
  with(said: string): string;
}

export function createPartialOutput(): PartialOutput {
  let head = "";
  let tail = "";
  let left = 0;
  return {
    add(text) {
      const own = text.slice(0, headChars - head.length);
      head += own;
      tail += text.slice(own.length);
      if (tail.length <= 2 * tailChars) return;
      left += tail.length - tailChars;
      tail = tail.slice(-tailChars);
    },
    with(said) {
      const gap = left === 0 ? "" : `\n[… ${left} characters of output left out …]\n`;
      const told = `${head}${gap}${tail}`.trim();
      // A command's own words have its output in them.
      const known = told === "" || said.includes(told.slice(0, 200));
      return known ? said : `${told}\n${said}`;
    },
  };
}
