const maxBytes = 120;
const device = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;

/** A file name for every file system, as near to the given one as that allows. Never a path, a device or empty. */
export function safeName(given: string): string {
  const last = given.normalize("NFC").split(/[\\/]/).at(-1) ?? "";
  const plain = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .toWellFormed()
    .replace(/[<>:"|?*\ufffd]/g, "_")
    .trim()
    .replace(/[. ]+$/, "");
  const named = plain === "" ? "file" : plain;
  return shorten(device.test(named) ? `_${named}` : named);
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
