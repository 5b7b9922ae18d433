import { expect, test } from "vitest";
import { createPathLock } from "../../../src-main/tools/path-lock.ts";

const { signal } = new AbortController();

test("one path is held by one at a time, in the order of asking; others do not wait", async () => {
  const locks = createPathLock();
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const holding = locks.hold("/a", signal, async () => {
    events.push("first in");
    await first.promise;
    events.push("first out");
  });
  const waiting = ["second", "third"].map((name) => locks.hold("/A", signal, async () => events.push(name)));
  await locks.hold("/b", signal, async () => events.push("other path"));
  first.resolve();
  await Promise.all([holding, ...waiting]);
  expect(events).toEqual(["first in", "other path", "first out", "second", "third"]);
});

test("a holder that fails lets the next one in", async () => {
  const locks = createPathLock();
  const failing = locks.hold("/a", signal, () => Promise.reject(new Error("no")));
  const next = locks.hold("/a", signal, async () => "in");
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("in");
});

test("one that was stopped while it waited does nothing", async () => {
  const locks = createPathLock();
  const stop = new AbortController();
  const first = Promise.withResolvers<void>();
  const holding = locks.hold("/a", signal, () => first.promise);
  let ran = false;
  const waiting = locks.hold("/a", stop.signal, async () => {
    ran = true;
  });
  stop.abort(new Error("stopped"));
  first.resolve();
  await holding;
  await expect(waiting).rejects.toThrow("stopped");
  expect(ran).toBe(false);
});
