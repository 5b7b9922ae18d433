import { expect, it } from "vitest";
import { withMerged } from "../../../src-main/knowledge/memory/facts.ts";
import { factsToShorten, shorteningDrafts } from "../../../src-main/knowledge/memory/shorten.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";

const memory = "# Memory\r\n\r\n- Likes tea\r\n- Likes green tea\r\n  in the morning\r\n\r\n## Work\r\n\r\n- Sails\r\n";
const author = { kind: "agent", sessionKey: sessionKeySchema.parse("cli:direct") } as const;
const [tea = "", green = "", sails = ""] = factsToShorten(memory);

const drafted = (...changes: readonly (readonly [readonly string[], string])[]) =>
  shorteningDrafts(
    memory,
    changes.map(([facts, into]) => ({ facts, into })),
    author,
  ).map(({ kind, fact, merges, reason }) => [kind, fact, merges, reason]);

it("a fact that would go, and facts that would be one, are proposals that name each of them", () => {
  expect(drafted([[sails], ""], [[tea, green], "- Likes green\ntea\u202e"])).toEqual([
    ["remove", "Sails", undefined, "tidy"],
    ["merge", "Likes green tea", ["Likes tea", "Likes green tea in the morning"], "tidy"],
  ]);
});

it.each([
  ["is no shorter", [tea], "Likes tea so much"],
  ["is as long", [tea], "Tea liker"],
  ["is no words", [tea], "…"],
  ["is of a fact that is not there", ["Likes coffee"], ""],
  ["names a fact twice", [tea, tea], "Tea"],
])("makes no proposal of a change that %s", (_, facts, into) => {
  expect(drafted([facts, into])).toEqual([]);
});

it("a fact that one change takes is taken by no other, and one that is too long for a fact by none", () => {
  expect(drafted([[tea], ""], [[tea, sails], "Tea"])).toEqual([["remove", "Likes tea", undefined, "tidy"]]);
  expect(factsToShorten(`- ${"x".repeat(700)}\n- a\n- A\n- …`)).toEqual(["a"]);
});

it("puts one fact in the place of others, all else to the byte, and nothing where one of them is gone", () => {
  expect(withMerged(memory, [sails, green, tea], "Tea, sails")).toEqual({
    kind: "changed",
    text: "# Memory\r\n\r\n- Tea, sails\r\n\r\n## Work\r\n\r\n",
    fact: "Tea, sails",
  });
  expect(withMerged(memory, [tea, "Likes coffee"], "Drinks")).toEqual({ kind: "missing", near: [] });
  expect(withMerged(memory, [], "Drinks")).toEqual({ kind: "missing", near: [] });
});
