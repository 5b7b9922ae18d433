const maxBytes = 120;
const maxChars = 1000;
const maxEnding = 17;
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/** A file name for every file system, as near to the given one as that allows. Never a path, a device or empty. */
export function safeName(given: string): string {
  const start = Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1;
  const whole = given.slice(start);
  // Of a name beyond all measure its start and its ending are enough.
  const last = (whole.length > maxChars ? whole.slice(0, maxChars) + whole.slice(-maxEnding) : whole).normalize("NFC");
  const plain = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .toWellFormed()
    .replace(/[<>:"|?*\ufffd]/g, "_")
    .trim();
  const ended = withoutDots(plain);
  const named = ended === "" ? "file" : ended;
  return shorten(device.test(named) ? `_${named}` : named);
}

/** Windows drops dots and spaces at the end. */
function withoutDots(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end--;
  return name.slice(0, end);
}

/** Short enough in UTF-8, with its ending kept. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? "";
  let stem = name.slice(0, name.length - ending.length);
  const room = maxBytes - Buffer.byteLength(ending);
  while (Buffer.byteLength(stem) > room) stem = [...stem].slice(0, -1).join("");
  return stem + ending;
}
