import { expect, it } from "vitest";
import { matchingParts } from "../../../src-renderer/state/about.ts";

const parts = [
  { name: "@scope/One", version: "1.0.0", licence: "MIT" },
  { name: "Inter", version: "", licence: "OFL-1.1" },
];

it("a part is found by its name, its version or its licence, however that is written", () => {
  const found = (query: string): readonly string[] => matchingParts(parts, query).map(({ name }) => name);
  expect(found("")).toEqual(["@scope/One", "Inter"]);
  expect(found(" one 1.0 ")).toEqual(["@scope/One"]);
  expect(found("ofl")).toEqual(["Inter"]);
  expect(found("gpl")).toEqual([]);
});
