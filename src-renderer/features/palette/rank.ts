/** 1 where the words stand as they are, less where their letters follow each other, 0 where they do not. */
export function rank(_item: string, keywords: readonly string[], search: string): number {
  const wanted = comparable(search.trim());
  if (wanted === "") return 1;
  const name = comparable(keywords.join(" "));
  if (name.includes(wanted)) return name.startsWith(wanted) ? 1 : 0.8;
  let at = 0;
  for (const letter of wanted) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return 0;
  }
  return 0.3;
}

/** A name of a file may be in another normal form than what is typed. */
function comparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
