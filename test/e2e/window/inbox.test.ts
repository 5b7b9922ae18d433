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
  untilReadable,
} from "../../support/window-bench.ts";

/* The Inbox as one place: threads, filters, keys. */

afterAll(closeBrowser);

const report = (page: Page, name: string) => page.getByRole("article", { name });
const field = (page: Page, name: string) => page.getByRole("textbox", { name: `Answer to ${name}` });
const filter = (page: Page, name: string) =>
  page.getByRole("group", { name: "Show" }).getByRole("button", { name: new RegExp(`^${name}`) });
const focused = (page: Page) => page.evaluate<string | null>("document.activeElement.getAttribute('data-key')");

it("answers reports in their threads, asks an agent, and is gone through by keys", async () => {
  await using bench = await openWindow({
    answers: (request) => {
      const words = JSON.stringify(request.body.messages.at(-1));
      return { text: words.includes("plan it") ? "Here is **the plan**." : "It **rains** then." };
    },
  });
  const { page, home } = bench;
  await composer(page).waitFor();
  await say(page, "What is the weather?");
  await finished(page, "rains").waitFor();
  const sessionKey = decodeURIComponent(new URL(page.url()).hash.replace("#/chats/", ""));
  const at = Date.now();
  const told = (id: string, given: object) => ({ id, at, title: id, text: `About ${id}.`, ...given });
  const many = Array.from({ length: 480 }, (_, index) =>
    told(`Old ${index}`, { kind: "news", at: index, isSeen: true }),
  );
  const reports = [
    ...many,
    told("Broken", { kind: "failure", at: at - 3 }),
    told("Dentist", { kind: "reminder", at: at - 2 }),
    told("Weather", { kind: "result", sessionKey, at: at - 1 }),
  ];
  await writeFile(join(home.home, "inbox.json"), JSON.stringify({ reports }));
  await mkdir(join(home.home, "workspace", "agents", "planner"), { recursive: true });
  const profile = "---\nname: planner\ndescription: Plans what is to be done.\n---\nYou plan.\n";
  await writeFile(join(home.home, "workspace", "agents", "planner", "AGENT.md"), profile);
  await page.reload();
  const inbox = page.getByRole("link", { name: /^Inbox/ });
  await expect.poll(() => inbox.locator("[data-count]").getAttribute("data-count")).toBe("3");
  await goTo(page, "Inbox");
  await report(page, "Weather").getByText("New").waitFor();
  await expect.poll(() => inbox.locator("[data-count]").count()).toBe(0);
  // Of many, those in sight alone are drawn.
  expect(await page.getByRole("listitem").count()).toBeLessThan(60);
  expect(await axeViolations(page)).toEqual([]);

  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toBe("Weather");
  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toBe("Dentist");
  await page.keyboard.press("k");
  await expect.poll(() => focused(page)).toBe("Weather");
  await page.keyboard.press("Enter");
  await field(page, "Weather").waitFor();
  await page.keyboard.type("And tomorrow?");
  await page.keyboard.press("Enter");
  const thread = page.getByRole("region", { name: "Answers to Weather" });
  await thread.getByText("rains").waitFor();
  await thread.getByText("And tomorrow?").waitFor();
  expect(await thread.getByText("What is the weather?").count()).toBe(0);
  await page.keyboard.type("@planner plan it");
  await page.keyboard.press("Enter");
  await thread.getByText("the plan").waitFor();
  await thread.getByText("@planner", { exact: true }).waitFor();
  await page.keyboard.type("@pl");
  await thread.getByRole("option", { name: "@planner" }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  expect(await field(page, "Weather").inputValue()).toBe("@planner ");
  await page.emulateMedia({ colorScheme: "dark" });
  await untilDrawn(page);
  expect(await axeViolations(page, "colours")).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toBe("Weather");

  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await field(page, "Dentist").fill("Move it.");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Answers to Dentist" }).getByText("rains").waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await report(page, "Dentist").waitFor({ state: "detached" });
  await expect.poll(() => focused(page)).toBe("Broken");
  await button(page, "Undo").click();
  await report(page, "Dentist").waitFor();

  await filter(page, "Problems").click();
  await report(page, "Broken").waitFor();
  expect(await page.getByRole("article").count()).toBe(1);
  await filter(page, "Results").click();
  await report(page, "Weather").getByRole("link", { name: "Open chat" }).waitFor();
  await filter(page, "Waiting").click();
  await page.getByText("Requests for permission and questions").waitFor();
  await filter(page, "News").click();
  await button(report(page, "Dentist"), "Answer").click();
  await page
    .getByRole("region", { name: "Answers to Dentist" })
    .getByRole("link", { name: "Open the whole chat" })
    .click();
  await page.getByRole("article", { name: "Report of Dentist" }).getByText("About Dentist.").waitFor();
});

it("decides with A and D where the focus is on the request", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await say(page, 'write "one" to one.txt');
  await page.getByRole("group", { name: "Approval" }).waitFor();
  await goTo(page, "Inbox");
  await page.getByRole("list", { name: "What is in the Inbox" }).waitFor();
  // The focus is elsewhere: it decides nothing.
  await page.keyboard.press("d");
  await page.keyboard.press("j");
  await expect.poll(() => focused(page)).toMatch(/^approval /);
  await untilReadable(page);
  await page.keyboard.press("d");
  await page.getByText("Nothing waits for you").waitFor();
});
