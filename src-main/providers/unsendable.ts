import { text } from "../words.ts";
import type { Candidate } from "./candidates.ts";

/** The names of headers that HTTP allows. */
export const headerName = /^[\w!#$%&'*+.^`|~-]+$/;
const noHeaderValue = /[^\t\x20-\x7e\x80-\xff]/;

/** The characters a key may consist of; "" removes the key. */
export function isKeyText(key: string): boolean {
  return /^[\x21-\x7e]*$/.test(key);
}

/** What a hand has written into the settings and no request can carry, in words; null where all of it can go. */
export function unsendable({ name, spec, settings, key }: Candidate): string | null {
  const provider = spec?.title ?? name;
  if (key.kind === "value" && !isKeyText(key.value)) return text("model.badKey", { provider });
  const headers = Object.entries(settings?.extraHeaders ?? {});
  const bad = headers.find(([header, value]) => !headerName.test(header) || noHeaderValue.test(value));
  return bad === undefined ? null : text("model.badHeader", { provider, header: bad[0] });
}
