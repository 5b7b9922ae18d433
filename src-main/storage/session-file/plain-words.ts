/**
 * Markdown as one line of words for a row of a list: no signs of markup, no addresses, no code fences. For looking at, not for
 * reading back; words between signs stay, whatever they mean.
 */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:```|~~~).*$/gm, "")
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)/gm, "")
    .replace(/^[ \t]*(?:[-*_][ \t]*){3,}$/gm, "")
    .replace(/^(?=[ \t|:-]*--)[ \t|:-]+$/gm, "")
    .replace(/!?\[([^\]\n]{0,500})\]\([^)\n]{0,2000}\)/g, "$1")
    .replace(/(\*\*|__|~~|`{1,3})/g, "")
    .replace(/(^|[\s(])[*_](?=\S)([^*_\n]{1,500}?)(?<=\S)[*_](?=[\s).,;:!?]|$)/g, "$1$2")
    .replace(/\s+/g, " ")
    .replace(/ ?(?:\| ?)+/g, " ")
    .trim();
}
