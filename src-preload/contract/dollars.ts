/** The least that is written out, in dollars. */
const least = 0.0001;

/** What was used of a limit, with as many digits as it takes to tell them apart. */
export function usedText(used: number, limit: number): string {
  const words = dollarsText(used);
  return words !== dollarsText(limit) || used === limit ? words : `$${used.toFixed(4)}`;
}

/** A sum in dollars as every channel writes it: `$4.12`, below a cent with two of its digits: `$0.0042`. */
export function dollarsText(dollars: number): string {
  if (dollars > 0 && dollars < least) return `< $${least}`;
  const isUnderACent = dollars > 0 && dollars < 0.00995;
  return `$${isUnderACent ? Number(Number(dollars.toPrecision(2)).toFixed(4)) : dollars.toFixed(2)}`;
}
