import { expect, it, onTestFinished, vi } from "vitest";
import { actMs, createNotices, noticeMs } from "../../../src-renderer/state/notices.ts";

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const notices = createNotices();
  return { ...notices, shown: () => notices.store.getState().notices.map(({ text }) => text) };
}

it("takes a failure away with the place that it is about, and leaves what was done", () => {
  const { notify, leavePlace, shown } = setUp();
  notify("There is no address for Custom yet.", "failed");
  notify("The chat was removed.");
  leavePlace();
  expect(shown()).toEqual(["The chat was removed."]);
});

it("shows each for its own while", () => {
  const { notify, shown } = setUp();
  notify("one", "failed");
  vi.advanceTimersByTime(noticeMs - 1);
  notify("two");
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(["two"]);
  vi.advanceTimersByTime(noticeMs);
  expect(shown()).toEqual([]);
});

it("leaves time to do what a notice offers, and goes with it", () => {
  const { notify, dismiss, store, shown } = setUp();
  notify("It is in the trash.", "plain", { label: "Undo", run: () => undefined });
  vi.advanceTimersByTime(noticeMs);
  expect(shown()).toEqual(["It is in the trash."]);
  dismiss(store.getState().notices[0]?.id ?? -1);
  expect(shown()).toEqual([]);
  notify("Again.", "plain", { label: "Undo", run: () => undefined });
  vi.advanceTimersByTime(actMs);
  expect(shown()).toEqual([]);
});
