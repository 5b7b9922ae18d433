/** Words of somebody else as a sentence that another one can follow: they end with a stop. */
export function asSentence(words: string): string {
  return words === "" || /[.!?…。！？]$/.test(words) ? words : `${words}.`;
}
