import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { jobOf } from "../../support/job-view.ts";
import { assistantRecord, userRecord } from "../../support/records.ts";
import { closeBrowser, composer, openWindow } from "../../support/window-bench.ts";

afterAll(closeBrowser);

/** Runs in the page: how long each timer is that it sets. */
function countTimers(): void {
  const set: number[] = [];
  Object.assign(globalThis, { setTimers: set });
  const counted = <Set extends (...given: never[]) => unknown>(setter: Set): Set =>
    new Proxy(setter, {
      apply(target, self, given: [() => void, number]) {
        set.push(given[1]);
        return Reflect.apply(target, self, given);
      },
    });
  globalThis.setTimeout = counted(setTimeout);
  globalThis.setInterval = counted(setInterval);
}

const leastMs = 30_000;

it("sets no timer of less than thirty seconds while twenty chats lie idle and a job waits for its time", async () => {
  await using bench = await openWindow({
    hasOwnClock: true,
    // The one of each day is work, and comes some minutes after a start.
    settings: { backups: { daily: false } },
    onContext: async (context) => {
      await context.addInitScript(countTimers);
    },
    prepare: async (home) => {
      for (let number = 1; number <= 20; number += 1) {
        const answer = assistantRecord("m2", "Answered.", [], { parentId: "m1" });
        await home.writeSession(`desktop:c${number}`, [userRecord("m1", `Question ${number}`), answer]);
      }
      const schedule = { kind: "every", minutes: 1440, from: new Date().toISOString() };
      await home.write(".perch/automations/jobs.json", JSON.stringify({ jobs: [{ ...jobOf("later"), schedule }] }));
    },
  });
  const { page } = bench;
  await page.getByRole("link", { name: /Question 7/ }).click();
  await composer(page).waitFor();
  // What a start has to do is over: indexes, lists, the later parts of the page.
  await sleep(4000);
  await bench.advance(60_000);
  await page.evaluate("setTimers.length = 0");
  const set: number[] = [];
  for (let minute = 0; minute < 10; minute += 1) {
    await sleep(200);
    set.push(...(await bench.advance(60_000)));
  }
  expect(set.filter((ms) => ms < leastMs)).toEqual([]);
  // It looked at its jobs all the while.
  expect(set.length).toBeGreaterThan(0);
  const inPage: number[] = await page.evaluate("setTimers");
  expect(inPage.filter((ms) => ms < leastMs)).toEqual([]);
});
