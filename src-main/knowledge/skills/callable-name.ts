/** Letters of any script, digits and `. _ -` between them: what can be typed after a slash or a dollar sign. */
const callable = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]{0,62}[\p{L}\p{M}\p{N}_])?$/u;

/** The name by which a skill is called: in small letters, a dash for each blank. Null for what cannot be typed as one word. */
export function callableName(given: string): string | null {
  const name = given.normalize("NFC").trim().replace(/\s+/g, "-").toLowerCase();
  return callable.test(name) ? name : null;
}
