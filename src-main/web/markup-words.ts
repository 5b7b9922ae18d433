const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The words of a short piece of markup: without its tags, with its entities as what they stand for, on one line. */
export function wordsOfMarkup(markup: string): string {
  return markup
    .replace(/<[^<>]*>/g, "")
    .replace(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));/gi,
      (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replace(/\s+/g, " ")
    .trim();
}
