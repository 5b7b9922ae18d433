import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileNameOf, keyOfFileName } from "../../../src-main/storage/session-file/file-name.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";

const keyOf = (key: string) => sessionKeySchema.parse(key);

/** Keys close to each other: the same letters in other cases, forms and escapes. */
const unit = fc.constantFrom(
  ..."aAbB01:_-=+.%~ /\\uhx".split(""),
  "\u00e9",
  "e\u0301",
  "\u212b",
  "\u00c5",
  "\ud800",
  "\udc00",
  "会",
  "İ",
  "ß",
);
const key: fc.Arbitrary<SessionKey> = fc
  .tuple(fc.constantFrom("a", "con", "nul", "com1", "telegram"), fc.string({ unit, minLength: 1, maxLength: 180 }))
  .map(([channel, chat]) => `${channel}:${chat}`.slice(0, 200))
  .filter((text) => sessionKeySchema.safeParse(text).success)
  .map(keyOf);

/** What the least careful file system makes of a name. */
const folded = (name: string) => name.normalize("NFKD").toLowerCase().toUpperCase();

describe("the file name of a session", () => {
  test("different keys never share a file, on a file system that folds case and accents neither", () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        fc.pre(one !== other);
        expect(folded(fileNameOf(one))).not.toBe(folded(fileNameOf(other)));
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ["a:b", "a:_b"],
    ["x:a:b", "x:a_b"],
    ["x:A", "x:a"],
    ["x:\u00e9", "x:e\u0301"],
    ["x:=41", "x:A"],
    ["x:\ud800", "x:\ud801"],
    [`x:${"A".repeat(197)}b`, `x:${"A".repeat(197)}c`],
  ])("%j and %j have two files", (one, other) => {
    expect(folded(fileNameOf(keyOf(one)))).not.toBe(folded(fileNameOf(keyOf(other))));
  });

  test("a name is legal everywhere: lower-case ASCII, no device of Windows, no more than 255 bytes", () => {
    fc.assert(
      fc.property(key, (one) => {
        const name = fileNameOf(one);
        expect(name).toMatch(/^[a-z][a-z0-9+=-]*\.jsonl$/);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./);
        expect(name.length).toBeLessThanOrEqual(206);
      }),
    );
  });

  test("a plain key can be read in its name", () => {
    expect(fileNameOf(keyOf("desktop:8f3k2q"))).toBe("desktop+8f3k2q.jsonl");
  });

  test("the key comes back from the name, with the help of the metadata line where the name ends in a hash", () => {
    fc.assert(
      fc.property(key, (one) => {
        const name = fileNameOf(one);
        expect(keyOfFileName(name, one)).toBe(one);
        expect(keyOfFileName(name, null)).toBe(name.length < 206 && !name.includes("=h") ? one : null);
      }),
    );
  });

  test("a file that was copied under another name is none of ours", () => {
    expect(keyOfFileName("desktop+1 (copy).jsonl", keyOf("desktop:1"))).toBeNull();
    expect(keyOfFileName("Desktop+1.jsonl", keyOf("desktop:1"))).toBeNull();
    expect(keyOfFileName("notes.txt", null)).toBeNull();
  });
});
