/** The address of a proxy, plain http where it has no scheme; `socks` or `address` for what is none that Perch can use. */
export function readProxyAddress(address: string): URL | "socks" | "address" {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  if (/^socks/i.test(whole)) return "socks";
  // Not every reader of addresses refuses a blank.
  return /^https?:/i.test(whole) && !/\s/.test(whole) && URL.canParse(whole) ? new URL(whole) : "address";
}
