/** The sentence that it thinks now: the last one that is whole, or what there is of the first. */
export function lastSentence(words: string): string {
  const sentences =
    words
      .replace(/\s+/g, " ")
      .trim()
      .match(/[^.!?…。！？]+[.!?…。！？]*/g) ?? [];
  const whole = sentences.filter((sentence) => /[.!?…。！？]$/.test(sentence));
  return (whole.at(-1) ?? sentences.at(-1) ?? "").trim();
}
