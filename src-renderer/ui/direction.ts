const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const letter = /\p{L}/u;

/** From so many characters on, a browser takes seconds to find the direction of each line of a text. */
const longChars = 10_000;

/** The direction of a text by its first letter. */
export function directionOf(text: string): "ltr" | "rtl" {
  const first = letter.exec(text)?.[0];
  return first !== undefined && rightToLeft.test(first) ? "rtl" : "ltr";
}

/** Of a text that keeps its lines: each by its own first letter, a long one by its first. */
export function directionOfLines(text: string): "auto" | "ltr" | "rtl" {
  return text.length < longChars ? "auto" : directionOf(text);
}
