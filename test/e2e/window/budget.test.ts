import { afterAll, expect, it } from "vitest";
import {
  button,
  chatRow,
  closeBrowser,
  composer,
  finished,
  gone,
  openWindow,
  say,
} from "../../support/window-bench.ts";

/* A limit that is near, and one that stopped a run. */

afterAll(closeBrowser);

const used = { prompt: 900, completion: 100 };

it("tells once that a limit is near, and keeps a quiet line over the composer", async () => {
  await using bench = await openWindow({
    answers: [{ text: "One.", usage: used }],
    settings: { budgets: { day: { tokens: 1200 } } },
  });
  const { page } = bench;
  const words = "Today's budget is 83 % used (1,000 tokens of 1,200 tokens).";
  await say(page, "hello");
  await finished(page, "One.").waitFor();
  await page.getByRole("status").filter({ hasText: words }).waitFor();
  await page.locator("[data-budget-line]", { hasText: words }).waitFor();
  expect(await page.locator("[data-notice]").count()).toBe(1);
});

it("says which limit stopped a run, and goes on when it is allowed", async () => {
  await using bench = await openWindow({
    answers: (_, index) => ({ text: `Answer ${index}.`, usage: used }),
    settings: { budgets: { day: { tokens: 1000 } } },
  });
  const { page, endpoint } = bench;
  await say(page, "one");
  await finished(page, "Answer 0.").waitFor();
  await say(page, "two");
  const note = page.getByRole("group", { name: "Budget used up" });
  await note.getByText("Today's budget is used up.").waitFor();
  await chatRow(page, "one").getByText("Budget used up").waitFor();
  expect(endpoint.requests).toHaveLength(1);
  await page.reload();
  await button(note, "Go on").click();
  await finished(page, "Answer 1.").waitFor();
  await gone(note);
  await gone(chatRow(page, "one").getByText("Budget used up"));
});

it("lets the limit be changed from there, and the next message goes through", async () => {
  await using bench = await openWindow({
    answers: (_, index) => ({ text: `Answer ${index}.`, usage: used }),
    settings: { budgets: { chat: { tokens: 1000 } } },
  });
  const { page } = bench;
  await say(page, "one");
  await finished(page, "Answer 0.").waitFor();
  await say(page, "two");
  const note = page.getByRole("group", { name: "Budget used up" });
  await button(note, "Change limits…").click();
  const dialog = page.getByRole("dialog", { name: "Limits and prices" });
  await dialog.getByRole("textbox", { name: "Each chat, Tokens" }).fill("");
  await button(dialog, "Save").click();
  await gone(dialog);
  await composer(page).waitFor();
  await say(page, "three");
  await finished(page, "Answer 1.").waitFor();
  await gone(note);
});

it("shows the limits and allows the one that stopped, as slash commands", async () => {
  await using bench = await openWindow({
    answers: (_, index) => ({ text: `Answer ${index}.`, usage: used }),
    settings: { budgets: { day: { tokens: 1000 } } },
  });
  const { page } = bench;
  const log = page.getByRole("log", { name: "Transcript" });
  await say(page, "one");
  await finished(page, "Answer 0.").waitFor();
  await say(page, "/budget allow");
  await log.getByText("No limit stopped the last run of this chat.").waitFor();
  await say(page, "two");
  await page.getByRole("group", { name: "Budget used up" }).waitFor();
  await say(page, "/budget");
  await log.getByText("Today's budget is 100 % used").waitFor();
  await say(page, "/budget allow");
  await log.getByText("Allowed.").waitFor();
  await say(page, "three");
  await finished(page, "Answer 1.").waitFor();
});
