import { expect, it } from "vitest";
import { createDrafts } from "../../../src-renderer/state/drafts.ts";

const image = { kind: "image", path: "a.png", mediaType: "image/png" } as const;

it("keeps what was typed or attached while a message was on its way", () => {
  const drafts = createDrafts();
  const taken = { text: "one", media: [] };
  drafts.set("a", taken);
  drafts.set("a", { text: "one two", media: [image] });
  drafts.sent("a", taken);
  expect(drafts.of("a")).toEqual({ text: " two", media: [image] });
});

it("brings back what lay aside while a message was edited, once it is sent or dropped", () => {
  const drafts = createDrafts();
  drafts.set("a", { text: "half a thought", media: [] });
  drafts.edit("a", { text: "old", media: [], replaces: "m1" });
  drafts.edit("a", { text: "older", media: [], replaces: "m0" });
  drafts.sent("a", drafts.of("a"));
  expect(drafts.of("a")).toEqual({ text: "half a thought", media: [] });
  drafts.edit("a", { text: "old", media: [] });
  drafts.clear("a");
  expect(drafts.of("a").text).toBe("half a thought");
});

it("lays aside one on the other, and gives them back in turn", () => {
  const drafts = createDrafts();
  for (const text of ["first", "second", "third"]) drafts.edit("a", { text, media: [] });
  expect(drafts.of("a").aside?.map(({ text }) => text)).toEqual(["first", "second"]);
  drafts.clear("a");
  expect(drafts.of("a")).toEqual({ text: "second", media: [], aside: [{ text: "first", media: [] }] });
});
