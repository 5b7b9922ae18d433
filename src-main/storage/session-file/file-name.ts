import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";

/*
 * key ↔ file name. Letters a-z, digits and `-` stand for themselves, `:` is `+`, any other ASCII character is `=` and two
 * hex digits, any other UTF-16 unit `=u` and four: lower-case ASCII only, so that no file system folds two names into
 * one. A key holds a `:`, so no name is one of Windows' devices.
 */

const extension = ".jsonl";
const maxStemBytes = 200;
const hashedPrefixChars = 120;

function encodeUnit(unit: string): string {
  if (unit === ":") return "+";
  const code = unit.charCodeAt(0);
  return code < 0x80 ? `=${code.toString(16).padStart(2, "0")}` : `=u${code.toString(16).padStart(4, "0")}`;
}

/** The name of the file of a session. Different keys have different names; a long one ends in a hash, which has no way back. */
export function fileNameOf(key: SessionKey): string {
  const stem = key.replace(/[^a-z0-9-]/g, encodeUnit);
  if (stem.length <= maxStemBytes) return stem + extension;
  // `=h` never comes out of `encodeUnit`. UTF-16, since UTF-8 has one form for all lone surrogates.
  const { createHash } = process.getBuiltinModule("node:crypto");
  const hash = createHash("sha256").update(Buffer.from(key, "utf16le")).digest("hex");
  return `${stem.slice(0, hashedPrefixChars)}=h${hash}${extension}`;
}

/** The key that a name was made of; null when it is none of ours, or `written` when that is the key of a hashed name. */
export function keyOfFileName(name: string, written: SessionKey | null): SessionKey | null {
  if (written !== null && fileNameOf(written) === name) return written;
  if (!name.endsWith(extension)) return null;
  const plain = name
    .slice(0, -extension.length)
    .replaceAll("+", ":")
    .replace(/=(?:u([0-9a-f]{4})|([0-9a-f]{2}))/g, (_, wide: string | undefined, narrow: string | undefined) =>
      String.fromCharCode(Number.parseInt(wide ?? narrow ?? "", 16)),
    );
  const key = sessionKeySchema.safeParse(plain);
  return key.success && fileNameOf(key.data) === name ? key.data : null;
}
