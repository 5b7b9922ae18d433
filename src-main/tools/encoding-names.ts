export const unicodeEncodings = ["utf-8", "utf-8-bom", "utf-16le-bom", "utf-16be-bom", "utf-16le", "utf-16be"] as const;
type UnicodeEncoding = (typeof unicodeEncodings)[number];

/** One byte a character; ASCII lies in each of them. */
export const singleByteEncodings = [
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "koi8-r",
] as const;
type SingleByteEncoding = (typeof singleByteEncodings)[number];

/** One byte or more a character; ASCII lies in each of them, and the byte of a line feed in no other character. */
export const multiByteEncodings = ["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] as const;
type MultiByteEncoding = (typeof multiByteEncodings)[number];

export type LegacyEncoding = SingleByteEncoding | MultiByteEncoding;

/** How the bytes of a text file are read, so that it can be written back the same way. */
export type TextEncoding = UnicodeEncoding | LegacyEncoding;
