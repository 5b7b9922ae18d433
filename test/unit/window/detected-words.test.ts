import { expect, it } from "vitest";
import { detectedWords } from "../../../src-renderer/ui/detected-words.ts";

const words = (key: string, chosen: string | null, detected: Parameters<typeof detectedWords>[0]["detected"]) =>
  detectedWords({ key, chosen, detected }, []);

it("guesses whose key it is until the person says so, and goes on to name a sure one", () => {
  const maybe = { name: "openai", isSure: false };
  expect(words("sk-0123456789", null, maybe)).toContain("It may be a key of openai");
  expect(words("sk-0123456789", "custom", maybe)).toBe("");
  expect(words("0123456789", "custom", { name: null, isSure: false })).toBe("");
  expect(words("sk-ant-0123", "custom", { name: "anthropic", isSure: true })).toBe("A key of anthropic.");
});

it("names an address in the place of a key", () => {
  const unknown = { name: null, isSure: false };
  for (const chosen of [null, "custom"]) {
    expect(words(" https://api.example.com/v1", chosen, unknown)).toMatch(/^This is an address, not a key/);
  }
});
