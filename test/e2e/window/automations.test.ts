import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import { jobOf } from "../../support/job-view.ts";
import {
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
  await form.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.press("Enter");
  await form.getByText("Give it a name.").waitFor();
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
