/**
 * The base address of an endpoint as sentences and files name it: no credentials, no query, no slash at its end, and
 * not the path of a chat, which some providers' pages show with it.
 */
export function addressOfBase(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname}`.replace(/(?:\/chat\/completions)?\/*$/, "");
}

/** On this very machine. False for what is no address. */
export function isLoopback(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { hostname } = new URL(baseUrl);
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** The header that the key goes into, in lower case; without a key its value is null. */
export function keyHeader(kind: "bearer" | "api-key", key: string | null): { name: string; value: string | null } {
  if (kind === "api-key") return { name: "api-key", value: key };
  return { name: "authorization", value: key === null ? null : `Bearer ${key}` };
}
