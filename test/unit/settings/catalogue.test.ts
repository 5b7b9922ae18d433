import { expect, it } from "vitest";
import sentences from "../../../resources/locales/en.json" with { type: "json" };

/** Only the window shows these, on the pages that they name. */
const windowOnly = /^(?:composer|context)\.|^knowledge\.budget/;

it("names the way without a window beside each place of the window, where a terminal can show the sentence", () => {
  const places = Object.entries(sentences).filter(
    ([key, words]) => /\b(?:under|window:) (?:Connections|Usage|Settings)\b/.test(words) && !windowOnly.test(key),
  );
  expect(places.length).toBeGreaterThan(15);
  for (const [key, words] of places) {
    expect(words, key).toMatch(/[Ii]n the window/);
    expect(words, key).toMatch(/config\.json/);
  }
});
