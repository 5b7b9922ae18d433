import { afterAll, expect, it } from "vitest";
import { agentAway, button, closeBrowser, openWindow, say } from "../../support/window-bench.ts";

/* What a kill of Perch cut off is told once, above the window. */

afterAll(closeBrowser);

it("names the run that was cut off until it is gone on with, and not again", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  bench.allow(agentAway);
  await say(page, "think for 60 seconds");
  await button(page, "Stop").waitFor();
  await home.end("SIGKILL");
  await home.start();
  await page.goto(home.url);
  const notice = page.getByRole("status", { name: "After a crash" });
  await notice.getByText("cut off a run").waitFor();
  expect(await button(notice, "Show the log").isVisible()).toBe(true);
  await notice.getByRole("link", { name: /think for 60 seconds/ }).waitFor();
  await button(notice, "Resume").click();
  await notice.waitFor({ state: "detached" });
  await button(page, "Stop").waitFor();

  await home.end("SIGKILL");
  await home.start();
  await page.goto(home.url);
  await notice.waitFor();
  await button(notice, "Dismiss").click();
  await notice.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  expect(await notice.count()).toBe(0);
});
