import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { axeViolations } from "../../support/axe.ts";
import {
  button,
  closeBrowser,
  composer,
  finished,
  goTo,
  openWindow,
  say,
  untilDrawn,
} from "../../support/window-bench.ts";

/* The heartbeat in the window: what it costs, switched on, a beat now, what it told, and the answer to that. */

afterAll(closeBrowser);

const card = (page: Page) => page.getByRole("region", { name: "Heartbeat" });

it("is switched on once its cost was seen, beats, tells in the Inbox and is answered in its chat", async () => {
  await using bench = await openWindow({
    answers: [
      { calls: [{ name: "notify", arguments: { text: "Rain on Saturday.", title: "Weather" } }] },
      { text: "OK" },
      { text: "Take an umbrella." },
    ],
    async prepare({ home }) {
      await mkdir(join(home, "workspace"), { recursive: true });
      await writeFile(join(home, "workspace", "HEARTBEAT.md"), "- [ ] Look at the weather\n- [x] done\n");
    },
  });
  const { page } = bench;
  await composer(page).waitFor();
  await goTo(page, "Automations");
  await card(page).getByText("1 open items in").or(card(page).getByText("1 open item in")).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await button(card(page), "Settings of the heartbeat").click();
  const form = page.getByRole("dialog", { name: "Settings of the heartbeat" });
  await form.getByRole("textbox", { name: "Minutes between beats" }).fill("never");
  await button(form, "Save").click();
  await form.getByText("A number from 1 to 1440.").waitFor();
  const minutes = form.getByRole("textbox", { name: "Minutes between beats" });
  await expect.poll(() => minutes.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  await form.getByRole("textbox", { name: "Minutes between beats" }).fill("60");
  await form.getByRole("textbox", { name: "From" }).fill("7");
  expect(await axeViolations(page)).toEqual([]);
  await button(form, "Save").click();
  await card(page).getByText("every 60 min, 07:00–20:00").waitFor();

  await button(card(page), "Switch on").click();
  const question = page.getByRole("dialog", { name: "Switch on the heartbeat?" });
  await question.getByText(/^At most .* tokens a day/).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(question, "Switch on").click();
  await card(page).getByRole("switch", { name: "Heartbeat is on" }).waitFor();

  await button(card(page), "Run now").click();
  await card(page).getByText("Told you · Weather").waitFor();
  await card(page)
    .getByRole("img", { name: /Told you 1×/ })
    .waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await untilDrawn(page);
  expect(await axeViolations(page, "colours")).toEqual([]);
  await button(card(page), "Run now").click();
  await page.getByText(/^The last beat was just now\./).waitFor();

  await page.getByRole("link", { name: /^Inbox/ }).click();
  const report = page.getByRole("article", { name: "Weather" });
  await report.getByText("Rain on Saturday.").waitFor();
  await report.getByRole("link", { name: "Open run" }).click();
  await say(page, "What shall I take?");
  await finished(page, "Take an umbrella.").waitFor();

  await goTo(page, "Automations");
  await card(page).getByRole("switch", { name: "Heartbeat is on" }).click();
  await button(card(page), "Switch on").waitFor();
  await card(page).getByRole("link", { name: "HEARTBEAT.md" }).click();
  await page.getByText("Look at the weather").first().waitFor();
});
