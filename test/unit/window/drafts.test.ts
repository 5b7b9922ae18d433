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

it("has a message that did not go in its place again: in front of what was typed since, or over another message", () => {
  const drafts = createDrafts();
  drafts.set("a", { text: "one", media: [image] });
  const one = drafts.take("a");
  expect(drafts.of("a").text).toBe("");
  drafts.set("a", { text: "two", media: [] });
  drafts.putBack("a", one);
  expect(drafts.of("a")).toEqual({ text: "one\n\ntwo", media: [image] });

  drafts.edit("a", { text: "old", media: [], replaces: "m1" });
  const old = drafts.take("a");
  expect(drafts.of("a").text).toBe("one\n\ntwo");
  drafts.putBack("a", old);
  expect(drafts.of("a")).toEqual(old);
  drafts.take("a");
  drafts.set("a", { ...drafts.of("a"), text: "three" });
  drafts.putBack("a", old);
  expect(drafts.of("a")).toMatchObject({ text: "old", replaces: "m1", aside: [{ text: "three" }] });
});
