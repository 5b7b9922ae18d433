/** The name, with a number behind it where it is taken; names that differ in case alone are the same. At most 40 letters. */
export function freeName(name: string, taken: readonly string[]): string {
  const lower = new Set(taken.map((one) => one.toLowerCase()));
  const numbered = (count: number): string => (count === 1 ? name : `${name.slice(0, 36)}-${count}`);
  let count = 1;
  while (lower.has(numbered(count).toLowerCase())) count += 1;
  return numbered(count);
}
