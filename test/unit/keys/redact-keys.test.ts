import { describe, expect, it } from "vitest";
import { redactKeys } from "../../../src-main/keys/redact-keys.ts";

const key = "sk-Ab1+/=? long.key$&";
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("a key in a text", () => {
  it.each([
    ["as it is", `"apiKey": "${key}", again ${key}`, '"apiKey": "[key]", again [key]'],
    ["with blanks around it in the settings", `a ${key} b`, "a [key] b"],
    ["in base64", `x ${base64(key)} y`, "x [key] y"],
    ["URL-encoded", `https://x/?key=${encodeURIComponent(key)}&a=1`, "https://x/?key=[key]&a=1"],
    ["URL-encoded in small letters", "sk-Ab1%2b%2f%3d%3f%20long.key%24%26", "[key]"],
    ["not at all", "sk-Ab1 and the rest of it", "sk-Ab1 and the rest of it"],
  ])("%s", (_, text, expected) => {
    expect(redactKeys(text, [` ${key}\n`])).toBe(expected);
  });

  it.each(["", "a", "ab", "abc"])("is found in the base64 of more, after %j", (before) => {
    const shown = redactKeys(base64(`${before}${key}\nmore`), [key]);
    expect(shown).toContain("[key]");
    expect(Buffer.from(shown.replace("[key]", "").replace(/=/g, ""), "base64").toString()).not.toContain("long");
  });

  it.each([1, 2, 3])("is found in base64 that is broken into lines of %d characters", (width) => {
    const lines = base64(key).replace(new RegExp(`.{${width}}`, "g"), "$&\n");
    expect(redactKeys(lines, [key]).trim()).toMatch(/^\[key\](\n=)*$/);
  });

  it("is found in base64 for addresses", () => {
    const bytes = "\u00fb\u00ff\u00fe\u00fb\u00ff key";
    expect(redactKeys(Buffer.from(bytes).toString("base64url"), [bytes])).toBe("[key]");
  });

  it("is taken out whole where another key is its beginning", () => {
    expect(redactKeys("abcdefgh-ijkl abcdefgh", ["abcdefgh", "abcdefgh-ijkl"])).toBe("[key] [key]");
  });

  it("is left alone when it is too short to be one", () => {
    expect(redactKeys("ollama and none", ["ollama", "none", ""])).toBe("ollama and none");
  });
});

describe("what is left of a key", () => {
  const long = "abcdefghijklmnopqrstuvwxyz0123456789";
  it.each([
    ["in hex", Buffer.from(long).toString("hex"), "[key]"],
    ["in hex of large letters", Buffer.from(long).toString("hex").toUpperCase(), "[key]"],
    ["cut off behind its first half", `${long.slice(0, 18)} [… cut`, "[key] [… cut"],
    ["cut off before its second half", `…${long.slice(-18)} x`, "…[key] x"],
    ["that is less than half", long.slice(0, 17), long.slice(0, 17)],
  ])("%s", (_what, text, expected) => {
    expect(redactKeys(text, [long])).toBe(expected);
  });
});
