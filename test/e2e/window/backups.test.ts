import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { agentAway, button, closeBrowser, goTo, openWindow } from "../../support/window-bench.ts";

/* Backups in the settings: made, looked at, and put in the place of the present. */

afterAll(closeBrowser);

const card = (page: Awaited<ReturnType<typeof openWindow>>["page"]) => page.getByRole("region", { name: "Backups" });

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

  await button(rows.first(), /^Restore the backup of/).click();
  const dialog = page.getByRole("dialog", { name: /^Restore the backup of/ });
  await dialog.getByRole("row", { name: "Memory 2 1 2" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await readFile(memory, "utf8")).toContain("a cat");

  await button(rows.first(), /^Restore the backup of/).click();
  await Promise.all([page.waitForEvent("load"), button(dialog, "Restore").click()]);
  expect(await readFile(memory, "utf8")).toContain("likes tea");
  await rows.filter({ hasText: "Before a restore" }).waitFor();

  await button(rows.filter({ hasText: "Before a restore" }), /^Restore the backup of/).click();
  await Promise.all([page.waitForEvent("load"), button(dialog, "Restore").click()]);
  expect(await readFile(memory, "utf8")).toContain("a cat");
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
