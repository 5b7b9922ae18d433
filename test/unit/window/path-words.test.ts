import { expect, it } from "vitest";
import { shownPath } from "../../../src-renderer/ui/path-words.ts";

const place = { userHome: "/home/me" };

it.each([
  ["/home/me/Assistant", "~/Assistant"],
  ["/home/me", "~"],
  ["/home/me/", "~"],
  ["/home/meg/notes", "/home/meg/notes"],
  ["/srv/data", "/srv/data"],
  ["~/Assistant", "~/Assistant"],
  ["", ""],
])("%s is shown as %s", (path, shown) => {
  expect(shownPath(path, place)).toBe(shown);
});

it("what lies in the work folder is shown without it, the folder itself from the home", () => {
  const inWork = { userHome: "/home/me", workFolder: "/home/me/Assistant" };
  expect(shownPath("/home/me/Assistant/a/b.md", inWork)).toBe("a/b.md");
  expect(shownPath("/home/me/Assistant", inWork)).toBe("~/Assistant");
  expect(shownPath("/home/me/Assistants/b.md", inWork)).toBe("~/Assistants/b.md");
});

it("works with the signs of Windows, and while nothing is known or everything lies below", () => {
  expect(shownPath("C:\\Users\\me\\Docs", { userHome: "C:\\Users\\me" })).toBe("~\\Docs");
  expect(shownPath("/a/b", { userHome: null })).toBe("/a/b");
  expect(shownPath("/a/b", { userHome: "/" })).toBe("/a/b");
});
