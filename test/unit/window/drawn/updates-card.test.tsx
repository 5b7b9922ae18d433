import { expect, it } from "vitest";
import type { DesktopFacts, UpdateFacts } from "../../../../src-preload/contract/desktop.ts";
import { UpdatesCard } from "../../../../src-renderer/features/settings/updates-card.tsx";
import { createDesktop } from "../../../../src-renderer/state/desktop.ts";
import "../../../../src-renderer/ui/later-words.ts";
import { beginWith, drawIn, unansweredWindow, wordsOf } from "./draw.tsx";

const facts = (updates: UpdateFacts): DesktopFacts => ({
  notifications: { kind: "untried" },
  shortcut: { keys: null, state: "none" },
  login: { isWanted: false, state: "off" },
  tray: { hasTray: true, isKept: false, isUsual: false },
  updates,
});

function card(desktop: DesktopFacts | null): string {
  const window = unansweredWindow();
  beginWith(window.laterDesktop.with(createDesktop).store, { desktop });
  return drawIn(window, <UpdatesCard />);
}

const withState = (state: UpdateFacts["state"], lookedAt: number | null = null): string =>
  wordsOf(card(facts({ isAutomatic: true, lookedAt, state })));

it("is nothing in a browser", () => {
  expect(card(null)).toBe("");
});

it("says why there are none, and offers nothing then", () => {
  expect(withState({ kind: "unavailable", reason: "unpackaged" })).toContain("runs from its sources");
  expect(withState({ kind: "unavailable", reason: "no-address" })).toContain("knows no address");
  const managed = withState({ kind: "unavailable", reason: "package-manager" });
  expect(managed).toContain("package manager");
  expect(managed).not.toContain("Look now");
});

it("says when it looked last and what came of it", () => {
  expect(withState({ kind: "unknown" })).toContain("Nobody has looked yetNot since Perch was startedLook now");
  const looked = withState({ kind: "current" }, Date.UTC(2026, 10, 30, 12));
  expect(looked).toContain("This Perch is the newest one");
  expect(looked).toMatch(/Looked last: .*2026/);
  expect(withState({ kind: "failed", message: "no such host" })).toContain("That did not work: no such host");
  expect(card(facts({ isAutomatic: true, lookedAt: null, state: { kind: "looking" } }))).toContain("aria-disabled");
  expect(withState({ kind: "looking" })).toContain("Looking…");
});

it("offers what is ready, with a backup first, and what is new in it", () => {
  const ready = withState({ kind: "ready", version: "2.0.0", notes: "Faster." });
  expect(ready).toContain("Perch 2.0.0 is ready");
  expect(ready).toContain("backed up first");
  expect(ready).toContain("Back up and restartWhat is new");
  expect(withState({ kind: "ready", version: "2.0.0", notes: "" })).not.toContain("What is new");
});
