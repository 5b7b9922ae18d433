import { expect, it } from "vitest";
import en from "../../../resources/locales/en.json" with { type: "json" };
import { hereWords } from "../../../src-renderer/ui/here-words.ts";

it("leaves out the way to the page where a connection is shown, and nothing else", () => {
  const pointing = Object.entries(en).filter(([key, words]) => key.startsWith("model.") && hereWords(words) !== words);
  expect(pointing.length).toBeGreaterThan(5);
  for (const [, words] of pointing) expect(hereWords(words)).not.toMatch(/under Connections|config\.json/);
  const auth = "host refused the key. Check the key in the window under Connections, or in providers of config.json.";
  expect(hereWords(auth)).toBe("host refused the key. Check the key.");
  expect(hereWords("It is broken.")).toBe("It is broken.");
});
