import { afterAll, expect, it } from "vitest";
import {
  button,
  closeBrowser,
  composer,
  finished,
  messages,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

afterAll(closeBrowser);

it("comes from the first run to an answer with a step, without a model", async () => {
  await using bench = await openWindow({
    answers: "none",
    prepare: (home) => home.write("Assistant/notes.md", "# Notes\n"),
  });
  const { page } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await button(page, "Look around without a model").click();
  await composer(page).waitFor();
  await say(page, "list the files");
  await messages(page, "You").filter({ hasText: "list the files" }).waitFor();
  await finished(page, "notes.md").waitFor();
  const listing = step(page, /^list_dir/);
  await listing.getByRole("button").first().click();
  await listing.getByText("notes.md").first().waitFor();
  expect(await page.getByRole("heading", { name: "Choose a model" }).count()).toBe(0);
});

it("says at which stage a key fails, and does not start with it", async () => {
  await using bench = await openWindow({ answers: "none" });
  const { page } = bench;
  await page.getByRole("heading", { name: "Choose a model" }).waitFor();
  await page.getByRole("textbox", { name: "Key" }).fill("no-such-key-at-all");
  await button(page, "Test").click();
  await page.getByRole("list", { name: "Test" }).getByText("does not recognise").waitFor();
  expect(await button(page, "Start").isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Key" }).fill("sk-or-v1-0123456789abcdef");
  await page.getByText("A key of OpenRouter.").waitFor();
});
