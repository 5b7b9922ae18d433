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

/** The most that something costs, in whole cents and never too few: `≤ $4.13`, `< $0.01` for less than one, `$0.00` for free. */
export function mostDollarsText(dollars: number): string {
  if (dollars === 0) return dollarsText(dollars);
  if (dollars > 0 && dollars < 0.01) return "< $0.01";
  return `≤ $${(Math.ceil(dollars * 100 - 1e-6) / 100).toFixed(2)}`;
}
