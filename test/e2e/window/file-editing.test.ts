import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { button, closeBrowser, finished, gone, openWindow, say, type WindowBench } from "../../support/window-bench.ts";

/* Files of the work folder as a person edits them: open, save, compared where another program wrote, closed, dragged to the chat. */

afterAll(closeBrowser);

const lines = ["one", "two", "three", "four", "five", "six", "seven", ""].join("\n");

const tree = (page: Page) => page.getByRole("tree", { name: "Files" });
const row = (page: Page, path: string) => tree(page).locator(`[data-path="${path}"]`);
const tab = (page: Page, name: string) => page.getByRole("tablist", { name: "Open files" }).getByRole("tab", { name });
const editor = (page: Page, path: string) => page.getByRole("textbox", { name: path, exact: true });
const message = (page: Page) => page.getByRole("textbox", { name: "Message" });

async function openFiles(): Promise<WindowBench & { at(name: string): string }> {
  const bench = await openWindow({
    prepare: async (home) => {
      await home.write("Assistant/plan.txt", lines);
      await home.write("Assistant/docs/my notes.md", "# Notes\n");
    },
  });
  await say(bench.page, "hello");
  await finished(bench.page, "practice model").waitFor();
  await button(bench.page, "Open inspector").click();
  await row(bench.page, "plan.txt").waitFor();
  return { ...bench, at: (name) => join(bench.home.user, "Assistant", name) };
}

/** Puts words in place of a line of the file that is open. */
async function rewrite(page: Page, path: string, from: string, to: string): Promise<void> {
  await editor(page, path).focus();
  await page.keyboard.press("Control+Home");
  const at = lines.split("\n").indexOf(from);
  for (let line = 0; line < at; line += 1) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+End");
  await page.keyboard.insertText(to);
}

it("edits, saves, follows and merges what others write, and loses nothing", async () => {
  await using bench = await openFiles();
  const { page, at } = bench;
  await row(page, "plan.txt").focus();
  await page.keyboard.press("Enter");
  await editor(page, "plan.txt").waitFor();
  await rewrite(page, "plan.txt", "two", "TWO");
  await tab(page, "plan.txt not saved").waitFor();
  await page.keyboard.press("Control+s");
  await gone(tab(page, "plan.txt not saved"));
  await expect.poll(() => readFile(at("plan.txt"), "utf8")).toBe(lines.replace("two", "TWO"));

  // Nothing is unsaved: what another program writes is shown.
  const theirs = lines.replace("two", "TWO").replace("seven", "SEVEN");
  await writeFile(at("plan.txt"), theirs);
  await page.getByText("changed on disk, read again").waitFor();

  // Both changed it: neither is lost.
  await rewrite(page, "plan.txt", "four", "FOUR");
  await writeFile(at("plan.txt"), theirs.replace("SEVEN", "7"));
  const note = page.getByRole("alert").filter({ hasText: "changed on disk while you edited it" });
  await note.waitFor();
  await page.keyboard.press("Control+s");
  await button(note, "Put both together").click();
  await gone(note);
  await button(page, "Back to the editor").click();
  await button(page, "Save").click();
  await expect.poll(() => readFile(at("plan.txt"), "utf8")).toBe(theirs.replace("SEVEN", "7").replace("four", "FOUR"));

  // It is taken away, and saved again.
  await rm(at("plan.txt"));
  await button(page.getByRole("alert").filter({ hasText: "deleted on disk" }), "Save it again").click();
  await expect.poll(() => readFile(at("plan.txt"), "utf8").catch(() => "")).toContain("FOUR");
});

it("asks before unsaved words are closed, keeps them behind the chat, and takes a file of the tree into it", async () => {
  await using bench = await openFiles();
  const { page, at } = bench;
  await row(page, "plan.txt").click();
  await editor(page, "plan.txt").waitFor();
  await rewrite(page, "plan.txt", "two", "2");
  await button(page, "Show changes").click();
  await page.locator(".monaco-diff-editor").waitFor();
  await button(page, "Back to the editor").click();
  await tab(page, "Chat").click();
  await message(page).waitFor();
  await tab(page, "plan.txt not saved").focus();
  await page.keyboard.press("Delete");
  const dialog = page.getByRole("dialog", { name: "Save before closing?" });
  await button(dialog, "Cancel").click();
  await gone(dialog);
  await tab(page, "plan.txt not saved").click();
  await editor(page, "plan.txt").waitFor();
  await page.keyboard.press("Alt+w");
  await button(dialog, "Save").click();
  await gone(tab(page, "plan.txt"));
  expect(await readFile(at("plan.txt"), "utf8")).toBe(lines.replace("two", "2"));

  await row(page, "docs").click();
  await row(page, "docs/my notes.md").click();
  await editor(page, "docs/my notes.md").waitFor();
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Notes" }).waitFor();
  await row(page, "docs/my notes.md").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Mention in chat" }).click();
  await expect.poll(() => message(page).inputValue()).toBe("@docs/my notes.md ");
  await row(page, "plan.txt").hover();
  await page.mouse.down();
  await page.mouse.move(500, 600);
  await page.getByText("Drop to mention it in the message").waitFor();
  await page.mouse.move(500, 500, { steps: 3 });
  await page.mouse.up();
  await expect.poll(() => message(page).inputValue()).toBe("@docs/my notes.md @plan.txt ");
  await tab(page, "my notes.md").click({ button: "middle" });
  await gone(tab(page, "my notes.md"));
});
