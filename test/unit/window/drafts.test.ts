import { beforeEach, expect, it, vi } from "vitest";
import { createDrafts } from "../../../src-renderer/state/drafts.ts";

const image = { kind: "image", path: "a.png", mediaType: "image/png" } as const;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

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

it("keeps texts through a reload, also those that lie aside, and starts empty where they cannot be read", () => {
  const drafts = createDrafts();
  drafts.set("a", { text: "half a thought", media: [] });
  drafts.edit("a", { text: "old", media: [], replaces: "m1" });
  const reloaded = createDrafts();
  expect(reloaded.of("a").text).toBe("old");
  reloaded.clear("a");
  expect(reloaded.of("a").text).toBe("half a thought");
  localStorage.setItem("perch.drafts", '{"a":{"text":1}}');
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  expect(createDrafts().of("a").text).toBe("");
  expect(warn).toHaveBeenCalledOnce();
});
