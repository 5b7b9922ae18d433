import { expect, it } from "vitest";
import { previewText } from "../../../src-renderer/ui/preview-text.ts";

it("shows the head of a skill as a listing, and what follows as it is", () => {
  expect(previewText("---\nname: tea\n---\n# Tea\n")).toBe("```yaml\nname: tea\n```\n\n# Tea\n");
  expect(previewText("---\r\nname: tea\r\n---\r\nText")).toBe("```yaml\nname: tea\n```\n\nText");
});

it("leaves alone what has no head: a rule, a head that does not end, a rule further down", () => {
  for (const words of ["", "---\nname: tea\n", "# A\n\n---\nb\n---\n"]) expect(previewText(words)).toBe(words);
});

it("does not let a fence within the head end the listing", () => {
  const shown = previewText("---\na: |\n  ````\n  # Not a heading\n---\nText");
  expect(shown).toBe("`````yaml\na: |\n  ````\n  # Not a heading\n`````\n\nText");
});
