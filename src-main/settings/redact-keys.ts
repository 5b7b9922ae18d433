/** Shorter ones are no keys; taking them out would tear words apart. */
const minKeyChars = 8;

/**
 * The text with `[key]` in place of each of the keys: as it is written, URL-encoded, and in base64, also where the
 * encoded text holds more than the key or is broken into lines.
 */
export function redactKeys(text: string, keys: readonly string[]): string {
  const long = new Set(keys.map((key) => key.trim()).filter((key) => key.length >= minKeyChars));
  if (text === "" || long.size === 0) return text;
  // Of two that begin at one place the longer is the whole key.
  const ordered = [...long].toSorted((a, b) => b.length - a.length);
  const encoded = ordered.flatMap(base64Forms);
  const plain = [...ordered.flatMap(writtenForms), ...encoded].reduce(without, text);
  // A pattern that looks past the ends of lines is slow to make: only where it will find something.
  const joined = plain.replace(/[\r\n]+/g, "");
  const broken = encoded.filter((form) => joined.includes(form));
  return broken.reduce((rest, form) => rest.replace(new RegExp(overLines(form), "g"), "[key]"), plain);
}

function without(text: string, form: string): string {
  return text.replaceAll(form, "[key]");
}

function writtenForms(key: string): readonly string[] {
  const encoded = encodeURIComponent(key.toWellFormed());
  const quoted = JSON.stringify(key).slice(1, -1);
  return [key, quoted, encoded, encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())];
}

/** What stands for the key alone in base64, at each of the three places in a group of bytes where it may begin. */
function base64Forms(key: string): readonly string[] {
  const bytes = Buffer.from(key, "utf8");
  const whole = bytes.toString("base64");
  const forms = [whole, whole.replace(/=+$/, "")];
  for (const before of [0, 1, 2]) {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const from = Math.ceil((before * 8) / 6);
    const to = Math.floor(((before + bytes.length) * 8) / 6);
    forms.push(encoded.slice(from, to));
  }
  return forms.flatMap((form) => [form, form.replaceAll("+", "-").replaceAll("/", "_")]);
}

function escaped(form: string): string {
  return form.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function overLines(form: string): string {
  return [...form].map(escaped).join("(?:\\r?\\n)?");
}
