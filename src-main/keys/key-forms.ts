/** Shorter ones are no keys; taking them out would tear words apart. */
const minKeyChars = 8;
/** Half of a key is as good as a clue to it, and half of a short one is a word. */
const minHalfChars = 10;

/** What people write where a program insists on a key and the server wants none, and words that are in every record. */
const placeholders =
  /^(?:(?:sk-)?no[-_ ]?key(?:[-_ ](?:required|needed))?|not[-_ ]?(?:needed|required|used)|lm[-_ ]?studio|assistant|anything|placeholder|your[-_ ]api[-_ ]key|api[-_ ]?key|undefined)$/i;

/** The keys among these texts, trimmed, each once: long enough, and no placeholder. */
export function keysAmong(texts: Iterable<string>): readonly string[] {
  const trimmed = [...texts].map((text) => text.trim());
  return [...new Set(trimmed)].filter((text) => text.length >= minKeyChars && !placeholders.test(text));
}

/** Everything that tells a key: as it is written in a text, in JSON, in an address, in base64, in hex, and by halves. */
export function formsOfKey(key: string): readonly string[] {
  const half = Math.ceil(key.length / 2);
  const halves = half < minHalfChars ? [] : [key.slice(0, half), key.slice(-half)];
  const hex = Buffer.from(key, "utf8").toString("hex");
  return [...new Set([...writtenForms(key), ...base64Forms(key), hex, hex.toUpperCase(), ...halves])];
}

function writtenForms(key: string): readonly string[] {
  const encoded = encodeURIComponent(key.toWellFormed());
  const quoted = JSON.stringify(key).slice(1, -1);
  return [key, quoted, encoded, encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())];
}

/** What stands for the key alone in base64, at each of the three places in a group of bytes where it may begin. */
export function base64Forms(key: string): readonly string[] {
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
