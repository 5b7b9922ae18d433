import { expect, it } from "vitest";
import { createNoticeBook, noticeOfMac, noticeOfWindows } from "../../../src-main/desktop/notice-book.ts";
import { type DesktopPreferences, firstPreferences, readPreferences } from "../../../src-main/desktop/preferences.ts";

it("knows what the last notifications are about, and no more of them than a person sees", () => {
  let kept: DesktopPreferences = firstPreferences;
  const change = (part: Partial<DesktopPreferences>): void => {
    kept = { ...kept, ...part };
  };
  const book = createNoticeBook({ current: () => kept, change });
  for (let count = 0; count < 60; count += 1) book.note(`n${count}`, `#/chats/desktop%3A${count}`);
  expect(book.addressOf("n59")).toBe("#/chats/desktop%3A59");
  expect([book.addressOf("n9"), book.addressOf("n10")]).toEqual([null, "#/chats/desktop%3A10"]);
  expect(readPreferences(kept)).toMatchObject({ isWhole: true, preferences: { notices: kept.notices } });
  const foreign = { notices: [{ id: "x", address: "https://elsewhere.invalid" }] };
  expect(readPreferences(foreign)).toMatchObject({ isWhole: false, preferences: { notices: [] } });
});

it("reads which one was clicked as Windows and macOS tell it", () => {
  expect(noticeOfWindows("type=click&tag=abc")).toBe("abc");
  expect(noticeOfWindows("nonsense")).toBeNull();
  expect(noticeOfMac({ identifier: "abc", actionIdentifier: "default" })).toBe("abc");
  expect([null, {}, "x", { identifier: 3 }].map(noticeOfMac)).toEqual([null, null, null, null]);
});
