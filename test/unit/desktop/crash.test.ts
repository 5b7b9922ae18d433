import { expect, it } from "vitest";
import { createCrashCount } from "../../../src-main/desktop/crash-count.ts";
import { isSafeAddress, safeActOf, safeAddress, safePage } from "../../../src-main/desktop/safe-page.ts";

it("comes back after a crash, and gives up at the third within a minute", () => {
  const crashes = createCrashCount();
  expect([0, 30_000, 59_000].map(crashes.note)).toEqual(["reload", "reload", "safe-mode"]);
  crashes.forget();
  expect([60_000, 90_000, 121_000].map(crashes.note)).toEqual(["reload", "reload", "reload"]);
  expect(crashes.note(122_000)).toBe("safe-mode");
});

it("has a page of its own, whose links are acts and whose words are no script", () => {
  const address = safeAddress("app://perch/");
  expect(address).toBe("app://perch/safe");
  expect(isSafeAddress(address)).toBe(true);
  expect(["app://perch/", "app://perch/safe/again", "nonsense"].map(isSafeAddress)).toEqual([false, false, false]);
  const page = safePage();
  const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => safeActOf(`app://perch${href}`));
  expect(links).toEqual(["again", "log", "quit"]);
  expect(["app://perch/safe", "app://perch/safe/elsewhere", "x"].map(safeActOf)).toEqual([null, null, null]);
  expect(page).not.toMatch(/<script|\son\w+=/);
});
