import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import { jobOf } from "../../support/job-view.ts";
import {
  approval,
  button,
  chatRow,
  closeBrowser,
  composer,
  finished,
  gone,
  goTo,
  messages,
  openWindow,
  say,
  untilDrawn,
} from "../../support/window-bench.ts";

/* Jobs in the window: made, tried, switched on, run, and what they report. */

afterAll(closeBrowser);

const details = (page: Page) => page.getByRole("complementary", { name: "Job details" });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
/** What has the focus, by its name. */
const focused = (page: Page) =>
  page.evaluate<string>("document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent");
const report = (page: Page, name: string) => page.getByRole("article", { name });

it("makes a job by a sentence, tries it, switches it on, and finds what it reports in the Inbox", async () => {
  await using bench = await openWindow({ answers: () => ({ text: "It is **sunny**." }) });
  const { page, home } = bench;
  await composer(page).waitFor();
  // By keyboard alone.
  await page.keyboard.press("Control+2");
  await page.getByText("Nothing is planned yet").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("new job");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "New job" });
  await expect.poll(() => focused(page)).toBe("Name");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await form.getByText("Give it a name.").waitFor();
  await expect.poll(() => focused(page)).toBe("Name");
  await page.keyboard.type("Weather");
  await page.keyboard.press("Tab");
  await page.keyboard.type("What is the weather?");
  await page.keyboard.press("Tab");
  await page.keyboard.type("sometimes");
  await form.getByText("That is no time that can be read.").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole("textbox", { name: "When" }).fill("every weekday at 9");
  await form.getByText(/^Every weekday at 9:00/).waitFor();
  await form.getByText(/^Next: /).waitFor();
  await page.keyboard.press("Enter");
  await gone(form);

  await row(page, "Weather").getByText("try it first").waitFor();
  const toggle = details(page).getByRole("switch", { name: "Weather is on" });
  expect(await toggle.isDisabled()).toBe(true);
  await button(details(page), "Try it").click();
  await details(page).getByText("sunny").waitFor();
  expect(await focused(page)).toBe("Try it");
  await toggle.click();
  await row(page, "Weather").getByText("On", { exact: true }).waitFor();
  await row(page, "Weather").getByRole("cell", { name: /^Done/ }).waitFor();
  await details(page)
    .getByText(/^Next: /)
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await untilDrawn(page);
  expect(await axeViolations(page, "colours")).toEqual([]);

  await page
    .getByRole("complementary", { name: "Automations" })
    .getByRole("link", { name: /Weather.*Done/ })
    .click();
  await finished(page, "sunny").waitFor();
  expect(await messages(page, "You").textContent()).toContain("What is the weather?");

  const inbox = page.getByRole("link", { name: /^Inbox/ });
  const badge = inbox.locator("[data-count]");
  await expect.poll(() => badge.getAttribute("data-count")).toBe("1");
  await inbox.click();
  await report(page, "Weather").getByText("sunny").waitFor();
  await gone(badge);
  expect(await axeViolations(page)).toEqual([]);
  await report(page, "Weather").getByRole("link", { name: "Open run" }).click();
  await finished(page, "sunny").waitFor();
  await goTo(page, "Inbox");
  await button(page, "Dismiss Weather").click();
  await page.getByText("Nothing waits for you").waitFor();

  await goTo(page, "Automations");
  await button(details(page), "Edit job").click();
  const edit = page.getByRole("dialog", { name: "Edit job" });
  await edit.getByRole("textbox", { name: "Name" }).fill("Sky");
  await button(edit, "Save").click();
  await row(page, "Sky").getByText("On", { exact: true }).waitFor();
  await button(details(page), "Delete job").click();
  await button(page.getByRole("dialog", { name: "Delete “Sky”?" }), "Delete job").click();
  await page.getByText("Nothing is planned yet").waitFor();

  const path = join(home.home, "automations", "jobs.json");
  await writeFile(path, "{ not json");
  await page.reload();
  await page.getByRole("alert").getByText("jobs.json").waitFor();
  await goTo(page, "Chats");
  await say(page, "Tell me here.");
  await finished(page, "sunny").waitFor();
  const deliverTo = decodeURIComponent(new URL(page.url()).hash.replace("#/chats/", ""));
  const told = { ...jobOf("told", { name: "Told" }), deliverTo };
  await writeFile(path, JSON.stringify({ jobs: [told] }));
  await goTo(page, "Automations");
  await button(details(page), "Run now").click();
  await row(page, "Told").getByRole("cell", { name: /^Done/ }).waitFor();
  await details(page).getByRole("link", { name: "Tell me here." }).click();
  const brought = page.getByRole("article", { name: "Report of Told" });
  await brought.getByText("sunny").waitFor();
  expect(await messages(page, "You").count()).toBe(1);
  expect(await axeViolations(page)).toEqual([]);
  await chatRow(page, "Tell me here.").waitFor();
  expect(await chatRow(page, /./).count()).toBe(1);
  await brought.getByRole("link", { name: "Open run" }).click();
  await page.getByRole("heading", { name: "Told" }).waitFor();
});

it("runs a job by its schedule once the pause is over, and takes back what it did to a file", async () => {
  const write = (content: string) => ({ calls: [{ name: "write_file", arguments: { path: "news.md", content } }] });
  const answers = [write("Rain\n"), { text: "Written on trial." }, write("Sun\n"), { text: "Written by itself." }];
  await using bench = await openWindow({ answers, settings: { approvals: { mode: "ask" } }, hasOwnClock: true });
  const { page, home } = bench;
  const news = join(home.work, "news.md");
  await composer(page).waitFor();
  await goTo(page, "Automations");
  await button(page, "New job").last().click();
  const form = page.getByRole("dialog", { name: "New job" });
  await form.getByRole("textbox", { name: "Name" }).fill("News");
  await form.getByRole("textbox", { name: "What to do" }).fill("Write the news down.");
  await form.getByRole("textbox", { name: "When" }).fill("every day at 4");
  await button(form, "More").click();
  await form.getByRole("textbox", { name: "Most tokens a run" }).fill("many");
  await button(form, "Add job").click();
  await form.getByText("A whole number from 1,000").waitFor();
  await form.getByRole("textbox", { name: "Most tokens a run" }).fill("90,000");
  await form.getByRole("switch", { name: "Less often while nobody reads it" }).click();
  expect(await axeViolations(page)).toEqual([]);
  await button(form, "Add job").click();
  await gone(form);

  await button(details(page), "Try it").click();
  await details(page).getByText("It waits for you").waitFor();
  await details(page).getByRole("link", { name: "Open run" }).click();
  await button(approval(page), "Always allow…").click();
  const remember = page.getByRole("form", { name: "What to remember" });
  await remember.getByText(/job/i).first().click();
  await button(remember, "Allow and remember").click();
  await finished(page, "Written on trial.").waitFor();
  await goTo(page, "Automations");
  await details(page).getByRole("switch", { name: "News is on" }).click();
  await row(page, "News").getByText("On", { exact: true }).waitFor();
  await button(page, "Pause all").click();
  await page.getByRole("menuitem", { name: "Until I resume" }).click();
  const paused = page.getByRole("group", { name: "Jobs and heartbeat are paused" });
  await paused.waitFor();
  const path = join(home.home, "automations", "jobs.json");
  const { jobs } = JSON.parse(await readFile(path, "utf8"));
  expect(jobs[0]).toMatchObject({ backOff: false, limits: { maxTokens: 90_000 } });
  await button(paused, "Resume").click();
  await gone(paused);
  await bench.advance(untilFour() + 60_000);
  const inbox = page.getByRole("link", { name: /^Inbox/ });
  await expect.poll(() => inbox.locator("[data-count]").getAttribute("data-count")).toBe("2");
  expect(await readFile(news, "utf8")).toBe("Sun\n");

  await details(page).getByRole("tab", { name: "Run" }).click();
  await details(page).getByText("by its schedule").waitFor();
  await details(page)
    .getByText(/^Allowed: /)
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await details(page).getByRole("tab", { name: "Changes" }).click();
  await details(page)
    .getByRole("button", { name: /news\.md/ })
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(details(page), "Revert file").click();
  await expect.poll(() => readFile(news, "utf8")).toBe("Rain\n");
  await button(page, "Figures").click();
  await page.getByRole("row", { name: /^News 2 100 % 0 %|^News 2 100 % 50 %/ }).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await inbox.click();
  const told = report(page, "News").filter({ hasText: "Written by itself." });
  await told.getByRole("link", { name: "Open run" }).click();
  await finished(page, "Written by itself.").waitFor();
});

/** Milliseconds until the clock on the wall shows four in the morning. */
function untilFour(): number {
  const four = new Date();
  four.setHours(4, 0, 0, 0);
  if (four.getTime() <= Date.now()) four.setDate(four.getDate() + 1);
  return four.getTime() - Date.now();
}
