import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { type LedgerCallGiven, ledgerFiles, ledgerPath } from "../../support/ledger.ts";
import {
  type BenchOptions,
  button,
  closeBrowser,
  finished,
  goTo,
  itServed,
  openWindow,
  say,
} from "../../support/window-bench.ts";

/* What was used: periods, figures, bars, tables, limits, prices. */

afterAll(closeBrowser);

const monthMs = 32 * 24 * 60 * 60 * 1000;
const now = Date.now();
const hosted = { model: "openai/gpt-5-mini", input: 100_000, output: 20_000, cached: 50_000, cost: 1.5 };
const calls: readonly LedgerCallGiven[] = [
  { ...hosted, at: now - 1000, run: "r_a", chat: "desktop:a" },
  { ...hosted, at: now - 900, run: "r_b", chat: "desktop:b" },
  { at: now - 800, model: "ollama/qwen3:8b", input: 70_000, output: 10_000, isLocal: true, run: "r_c" },
  { at: now - 700, model: "groq/kimi", input: 30_000, output: 10_000, cost: null, estimated: true, run: "r_d" },
  { ...hosted, at: now - monthMs, cost: 7 },
];

function openUsage(options: BenchOptions = {}) {
  return openWindow({
    ...options,
    prepare: async (home) => {
      for (const [path, lines] of ledgerFiles(calls)) await home.write(path, lines);
    },
  });
}

function figure(page: Page, name: string) {
  return page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });
}

function row(page: Page, words: string) {
  return page.getByRole("row").filter({ hasText: words });
}

it("shows a period in figures, by model and by chat, and goes back to an earlier one", async () => {
  await using bench = await openUsage();
  const { page } = bench;
  await goTo(page, "Usage");
  await figure(page, "Spent").getByText("$3.00").waitFor();
  await figure(page, "Spent").getByText("1 call without a price").waitFor();
  await figure(page, "Tokens").getByText("360k").waitFor();
  await figure(page, "Tokens").getByText("300k in, 60k out").waitFor();
  await figure(page, "From cache").getByText("33 %").waitFor();
  await figure(page, "On this computer").getByText("22 %").waitFor();
  expect(await row(page, "gpt-5-mini").textContent()).toMatch(/OpenAI2200k100k40k67 %\$3\.00/);
  expect(await row(page, "qwen3:8b").textContent()).toMatch(/Ollama.*free/s);
  expect(await row(page, "kimi").textContent()).toMatch(/estimated.*no price/s);
  await page.getByRole("button", { name: /^Prices of/ }).waitFor();
  await button(page, "Chat").click();
  await page.getByRole("columnheader", { name: "Chat" }).waitFor();
  expect(await page.getByRole("region", { name: "Used by" }).locator("tbody tr").count()).toBe(3);
  await button(page, "Earlier").click();
  await figure(page, "Spent").getByText("$7.00").waitFor();
  await button(page, "Day").click();
  await figure(page, "Spent").getByText("$3.00").waitFor();
  expect(await button(page, "Later").isDisabled()).toBe(true);
});

it("tells the tokens of each day by keyboard, and the same in a table", async () => {
  await using bench = await openUsage();
  const { page } = bench;
  await goTo(page, "Usage");
  await button(page, "Week").click();
  const days = page.getByRole("listbox", { name: /^Tokens by day/ });
  await expect.poll(() => days.getByRole("option").count()).toBe(7);
  const today = days.getByRole("option", { name: /360k tokens: OpenAI 240k, .*Ollama, local 80k/ });
  await today.waitFor();
  await days.getByRole("option").last().focus();
  await page.keyboard.press("Home");
  await days.getByRole("option").first().and(page.locator(":focus")).waitFor();
  await page.getByText("Numbers by day").click();
  await row(page, "240,000").getByText("360,000").waitFor();
});

itServed("goes on counting while the agent works, and saves every call as CSV", async () => {
  await using bench = await openUsage({ answers: [{ text: "Yes.", usage: { prompt: 4_000_000, completion: 1000 } }] });
  const { page } = bench;
  await goTo(page, "Usage");
  await figure(page, "Tokens").getByText("360k").waitFor();
  const other = await bench.openPage();
  await say(other, "hello");
  await finished(other, "Yes.").waitFor();
  await figure(page, "Tokens").getByText("4.36M").waitFor();
  const saved = page.waitForEvent("download");
  await button(page, "Export as CSV").click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^perch-usage-month-\d{4}-\d{2}\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("inputTokens");
  expect(lines).toHaveLength(6);
});

it("sets limits with a word about what is no limit, and shows how near they are", async () => {
  await using bench = await openUsage();
  const { page, home } = bench;
  await goTo(page, "Usage");
  await page.getByText("No limit is set.").waitFor();
  await button(page, "Change limits…").click();
  const dialog = page.getByRole("dialog", { name: "Limits and prices" });
  await dialog.getByRole("textbox", { name: "Each day, Dollars" }).fill("3.50");
  await dialog.getByRole("textbox", { name: "Each run, Tokens" }).fill("a lot");
  await dialog.getByText("A whole number, like 200k").waitFor();
  expect(await button(dialog, "Save").isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "Each run, Tokens" }).fill("200k");
  await button(dialog, "Save").click();
  await dialog.waitFor({ state: "hidden" });
  const budgets = page.getByRole("complementary", { name: "Budgets" });
  await budgets.getByText("$3.00 of $3.50").waitFor();
  await budgets.getByText("120k of 200k tokens").waitFor();
  await budgets.getByText("Today is past 80 %").waitFor();
  expect(await budgets.getByRole("meter", { name: "Today" }).getAttribute("aria-valuetext")).toBe("86 %");
  const kept = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(kept.budgets).toMatchObject({ day: { money: 3.5 }, run: { tokens: 200_000 }, warnAt: 0.8 });
});

it("takes a price of one's own for a model, and gives it back to the table", async () => {
  await using bench = await openUsage();
  const { page, home } = bench;
  await goTo(page, "Usage");
  await page.getByRole("button", { name: /^Prices of/ }).click();
  const dialog = page.getByRole("dialog", { name: "Limits and prices" });
  const prices = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).prices;
  const input = dialog.getByRole("textbox", { name: "openai/gpt-5-mini, In" });
  await expect.poll(() => input.inputValue()).toBe("0.25");
  await input.fill("half");
  await row(page, "openai/gpt-5-mini").getByText("A price is a number of dollars, like 0.25").waitFor();
  await input.fill("");
  await dialog.getByRole("textbox", { name: "openai/gpt-5-mini, Out" }).focus();
  expect(await row(page, "openai/gpt-5-mini").getByRole("alert").count()).toBe(0);
  await button(dialog, "Prices").focus();
  await row(page, "openai/gpt-5-mini").getByText("a price needs both In and Out").waitFor();
  expect(await prices()).toBeUndefined();
  await input.fill("0.5");
  await input.press("Enter");
  await button(row(page, "openai/gpt-5-mini"), "Reset").waitFor();
  expect(await prices()).toEqual({ "openai/gpt-5-mini": { input: 0.5, output: 2, cachedInput: 0.025 } });
  await button(row(page, "openai/gpt-5-mini"), "Reset").click();
  await expect.poll(() => input.inputValue()).toBe("0.25");
  expect(await prices()).toEqual({});
  // From field to field by Tab, while each of them is being saved.
  await input.focus();
  for (const typed of ["3120", "4120", "5120"]) {
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(typed);
    await page.keyboard.press("Tab");
  }
  const all = { input: 3120, output: 4120, cachedInput: 5120 };
  await expect.poll(prices).toEqual({ "openai/gpt-5-mini": all });
});

it("says what long prompts cost of a model, also beside a price of one's own", async () => {
  const sol = { ...hosted, model: "openai/gpt-6.1-sol", at: now - 600, run: "r_e" };
  await using bench = await openWindow({
    prepare: async (home) => {
      for (const [path, lines] of ledgerFiles([sol])) await home.write(path, lines);
    },
  });
  const { page, home } = bench;
  await goTo(page, "Usage");
  await page.getByRole("button", { name: /^Prices of/ }).click();
  const dialog = page.getByRole("dialog", { name: "Limits and prices" });
  const long = row(page, sol.model).getByText("above 272k: $4 / $15");
  await long.waitFor();
  await dialog.getByText("leaves that as it is").waitFor();
  const input = dialog.getByRole("textbox", { name: `${sol.model}, In` });
  await input.fill("1.5");
  await input.press("Enter");
  await button(row(page, sol.model), "Reset").waitFor();
  const config = JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  expect(config.prices).toEqual({ [sol.model]: { input: 1.5, output: 10, cachedInput: 0.1 } });
  await long.waitFor();
});

it("says that nothing was used, and what is wrong when it cannot be read", async () => {
  await using bench = await openWindow({
    prepare: (home) => home.write(`${ledgerPath(now)}/in-the-way`, ""),
  });
  const { page } = bench;
  await goTo(page, "Usage");
  await page.getByRole("alert").waitFor();
  await button(page.getByRole("alert"), "Try again").waitFor();
  await using fresh = await openWindow();
  await goTo(fresh.page, "Usage");
  await fresh.page.getByText("Nothing was used here").waitFor();
});
