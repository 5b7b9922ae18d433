const secretName =
  /auth(?!ors?\b)|key|token|secret|cookie|passw|pwd|credential|signature|webhook|(?:^|[_-])(?:sig|pat|pass|pin|dsn)(?:$|[_-])/i;

/** A variable, a header or a parameter of this name lets somebody in. */
export function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** By its name, or because nothing but a key looks like this. */
export function letsSomebodyIn(name: string, value: string): boolean {
  return isSecretName(name) || looksRandom(value);
}

/** The same for a variable of a program, whose values are often paths. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || hasPassword(value) || (looksRandom(value) && !/[/\\~]/.test(value));
}

/** `postgres://name:password@host`. */
function hasPassword(value: string): boolean {
  return URL.canParse(value) && new URL(value).password !== "";
}

/** Long, in one piece, of letters and digits: no word, no address and no date. */
export function looksRandom(value: string): boolean {
  return /^[A-Za-z0-9_+/=.~-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value);
}
