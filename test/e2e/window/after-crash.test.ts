import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import type { ServedHome } from "../../support/served-home.ts";
import { agentAway, button, closeBrowser, openWindow, say } from "../../support/window-bench.ts";

/* What a kill of Perch cut off is told once, above the window. */

afterAll(closeBrowser);

async function killDuring(words: string, page: Page, home: ServedHome): Promise<void> {
  await say(page, words);
  await button(page, "Stop").waitFor();
  await home.end("SIGKILL");
  await home.start();
  await page.goto(home.url);
}

it("names the run that was cut off, not again once it was closed, and goes on with it", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  bench.allow(agentAway);
  await killDuring("think for 60 seconds", page, home);
  const notice = page.getByRole("status", { name: "After a crash" });
  await notice.getByRole("link", { name: "think for 60 seconds" }).waitFor();
  expect(await button(notice, "Show the log").isVisible()).toBe(true);
  await button(notice, "Dismiss").click();
  await notice.waitFor({ state: "detached" });

  await killDuring("think for 70 seconds", page, home);
  await notice.getByRole("link", { name: "think for 70 seconds" }).waitFor();
  expect(await notice.getByText("think for 60 seconds").count()).toBe(0);
  await button(notice, "Resume").click();
  await notice.waitFor({ state: "detached" });
  await button(page, "Stop").waitFor();
});
