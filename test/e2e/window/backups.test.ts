import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { contentsOf } from "../../support/unzip.ts";
import { agentAway, button, closeBrowser, goTo, openWindow } from "../../support/window-bench.ts";

/* Settings that keep and tell: backups, and the diagnostics for whoever helps. */

afterAll(closeBrowser);

const restoreOf = (row: Locator) => row.getByRole("button", { name: /^Restore the backup of/ });
const card = (page: Page) => page.getByRole("region", { name: "Backups" });

it("makes a backup, shows what a restore would change, restores it and takes that back", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  // The agent lets go of the home and claims it anew.
  bench.allow(agentAway);
  const memory = join(home.home, "workspace/memory/MEMORY.md");
  await writeFile(memory, "# Memory\n\n- likes tea\n");
  await goTo(page, "Settings");
  await card(page).getByText("There is no backup yet.").waitFor();
  await button(card(page), "Back up now").click();
  const rows = card(page).getByRole("list", { name: "Backups that there are" }).getByRole("listitem");
  await rows.filter({ hasText: "You asked" }).waitFor();
  await writeFile(memory, "# Memory\n\n- likes coffee\n- has a cat\n");

  await restoreOf(rows.first()).click();
  const dialog = page.getByRole("dialog", { name: /^Restore the backup of/ });
  await dialog.getByRole("row", { name: "Memory 2 1 2" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await readFile(memory, "utf8")).toContain("a cat");

  await restoreOf(rows.first()).click();
  await Promise.all([page.waitForEvent("load"), button(dialog, "Restore").click()]);
  expect(await readFile(memory, "utf8")).toContain("likes tea");
  await rows.filter({ hasText: "Before a restore" }).waitFor();

  await restoreOf(rows.filter({ hasText: "Before a restore" })).click();
  await Promise.all([page.waitForEvent("load"), button(dialog, "Restore").click()]);
  expect(await readFile(memory, "utf8")).toContain("a cat");
});

it("shows what would go into the diagnostics, leaves out what is not wanted, and saves the rest", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await goTo(page, "Settings");
  await button(page, "Choose what goes in…").click();
  const dialog = page.getByRole("dialog", { name: "Diagnostics for a report" });
  await button(dialog, "Look at it: versions.json").click();
  await dialog.getByText('"architecture"').waitFor();
  for (const file of ["checks.json", "settings.json", "log.jsonl"]) {
    await dialog.getByRole("checkbox", { name: `${file} goes in` }).uncheck({ force: true });
  }
  const [download] = await Promise.all([page.waitForEvent("download"), button(dialog, "Save the zip").click()]);
  expect(download.suggestedFilename()).toMatch(/^perch-diagnostics-.*\.zip$/);
  expect([...(await contentsOf(await download.path())).keys()]).toEqual(["versions.json", "data.json"]);
  await dialog.waitFor({ state: "detached" });
});

it("switches the daily one off", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  await goTo(page, "Settings");
  const daily = card(page).getByRole("switch", { name: "One a day, by itself" });
  expect(await daily.isChecked()).toBe(true);
  await daily.click();
  await expect.poll(() => readFile(join(home.home, "config.json"), "utf8")).toContain('"daily": false');
});
