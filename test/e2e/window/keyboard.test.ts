import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import {
  button,
  chatRow,
  closeBrowser,
  composer,
  createGate,
  finished,
  gone,
  messages,
  openWindow,
  say,
  untilReadable,
} from "../../support/window-bench.ts";
import { newChatKeys } from "../../support/window-hosts.ts";

/* The window by its keys alone: what each act ends in, and that the focus is somewhere after every one. */

afterAll(closeBrowser);

/** What has the focus, by its name or its words; "" for nothing. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const now = document.activeElement;
    if (now === null || now === document.body) return "";
    return now.getAttribute("aria-label") ?? (now.textContent.trim() || now.tagName);
  })()`);

/** Presses keys, waits for what they do, and sees that the focus is not lost by then. */
async function act(page: Page, keys: string | readonly string[], done: () => Promise<unknown>): Promise<void> {
  for (const key of [keys].flat()) await page.keyboard.press(key);
  await done();
  await expect.poll(() => focused(page), { message: `after ${String(keys)}` }).not.toBe("");
}

const isFocused = (page: Page, name: string) => () => expect.poll(() => focused(page)).toBe(name);
const value = (page: Page) => () => composer(page).inputValue();

it("answers, mentions, stops, edits and sends again", async () => {
  const held = createGate();
  await using bench = await openWindow({
    answers: async (_, index) => {
      if (index === 0) return { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "a" } }] };
      if (index === 2) await held.promise;
      return { text: `Reply ${index}.` };
    },
    prepare: async (home) => {
      await home.write("Assistant/notes.md", "n");
      await home.write("Assistant/docs/nothing.md", "n");
    },
  });
  const { page } = bench;
  await isFocused(page, "Message")();
  await page.keyboard.type("write a");
  await act(page, "Enter", () => untilReadable(page));
  await act(page, "Control+Enter", () => finished(page, "Reply 1.").waitFor());

  const options = page.getByRole("listbox", { name: "Files" }).getByRole("option");
  await page.keyboard.type("look at @no");
  await expect.poll(() => options.count()).toBe(2);
  expect(await options.nth(0).getAttribute("aria-selected")).toBe("true");
  await act(page, "ArrowDown", () => expect.poll(() => options.nth(1).getAttribute("aria-selected")).toBe("true"));
  const marked = await composer(page).getAttribute("aria-activedescendant");
  expect(marked).toBe(await options.nth(1).getAttribute("id"));
  await act(page, "Enter", () => expect.poll(value(page)).toMatch(/^look at @\S+ $/));
  expect(await messages(page, "You").count()).toBe(1);

  // Escape closes the list and leaves the run alone; the next one stops it.
  await act(page, "Enter", () => button(page, "Stop").waitFor());
  await page.keyboard.type("and @no");
  await options.first().waitFor();
  await act(page, "Escape", () => gone(options.first()));
  await button(page, "Stop").waitFor();
  expect(await value(page)()).toBe("and @no");
  await act(page, "Escape", () => gone(button(page, "Stop")));
  held.open();
  await act(page, ["Control+a", "Delete"], () => expect.poll(value(page)).toBe(""));

  await page.keyboard.press("Control+k");
  await page.keyboard.type("edit and resend");
  await act(page, "Enter", () => expect.poll(value(page)).toMatch(/^look at/));
  await isFocused(page, "Message")();
  await page.keyboard.press("End");
  await page.keyboard.type("again");
  await act(page, "Enter", () => finished(page, "Reply 3.").waitFor());
});

it("completes a command behind a slash, and sends one that is whole", async () => {
  await using bench = await openWindow({ answers: [{ text: "Hello." }] });
  const { page } = bench;
  await isFocused(page, "Message")();
  await page.keyboard.type("/st");
  await page.getByRole("option", { name: /stop/ }).waitFor();
  await act(page, ["ArrowDown", "Tab"], () => expect.poll(value(page)).toBe("/status"));
  await act(page, "Enter", () => messages(page, "Perch").getByText("Mode: ask").waitFor());
});

it("goes through the list, renames, chooses several, puts them away and takes that back", async () => {
  await using bench = await openWindow({ answers: (_, index) => ({ text: `Reply ${index}.` }) });
  const { page } = bench;
  for (const [index, words] of ["apples", "pears", "plums"].entries()) {
    if (index > 0) await page.keyboard.press(newChatKeys);
    await expect.poll(value(page)).toBe("");
    await say(page, words);
    await finished(page, `Reply ${index}.`).waitFor();
  }
  const tabStops = page.getByRole("list", { name: "Chats" }).locator('a[tabindex="0"]');
  expect(await tabStops.count()).toBe(1);
  const at = (title: string) => () => expect.poll(() => focused(page)).toContain(title);

  // Backwards: the log, then the list, then the rail.
  await act(page, ["Shift+F6", "Shift+F6"], at("plums"));
  await act(page, "End", at("apples"));
  await act(page, "ArrowUp", at("pears"));
  await act(page, "Home", at("plums"));
  await act(page, "a", at("apples"));
  await act(page, "F2", () => page.getByRole("textbox", { name: "Title" }).waitFor());
  await page.keyboard.type("Oranges");
  await act(page, "Enter", at("Oranges"));
  await act(page, "F2", () => page.getByRole("textbox", { name: "Title" }).waitFor());
  await act(page, "Escape", at("Oranges"));

  await act(page, "Shift+ArrowUp", () => page.getByText("2 chosen").first().waitFor());
  await act(page, "Delete", () => page.getByText("2 chats are in the trash.").waitFor());
  await gone(chatRow(page, "Oranges"));
  await act(page, "Control+z", () => chatRow(page, "Oranges").waitFor());
  await chatRow(page, "pears").waitFor();

  await act(page, "Delete", () => page.getByText("is in the trash.").waitFor());
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show the trash");
  await act(page, "Enter", () => page.getByRole("list", { name: "Trash" }).waitFor());
  await act(page, "F6", async () => undefined);
  const put = page.getByRole("button", { name: /^Put back/ });
  await put.focus();
  await act(page, "Enter", () => gone(put));
  await act(page, newChatKeys, () => page.getByRole("list", { name: "Chats" }).waitFor());
});

it("deletes for ever what it is asked to, and nothing where the person thinks better of it", async () => {
  await using bench = await openWindow({ answers: [{ text: "Reply." }] });
  const { page } = bench;
  await say(page, "apples");
  await finished(page, "Reply.").waitFor();
  await act(page, ["Shift+F6", "Shift+F6", "Delete"], () => page.getByText("is in the trash.").waitFor());
  await page.keyboard.press("Control+k");
  await page.keyboard.type("show the trash");
  await act(page, "Enter", () => page.getByText("30 days left").waitFor());
  const erase = page.getByRole("button", { name: "Delete apples for ever" });
  await erase.focus();
  const asked = page.getByRole("dialog", { name: "Delete for ever" });
  await act(page, "Enter", () => asked.waitFor());
  await act(page, "Escape", () => gone(asked));
  await isFocused(page, "Delete apples for ever")();
  await act(page, "Enter", () => asked.waitFor());
  await button(asked, "Delete for ever").focus();
  await act(page, "Enter", () => page.getByText("The trash is empty.").waitFor());
});

it("gives the focus back after each dialogue, and to the heading of a page that is gone to", async () => {
  await using bench = await openWindow({ answers: [{ text: "Reply." }] });
  const { page } = bench;
  await say(page, "apples");
  await finished(page, "Reply.").waitFor();
  for (const keys of ["Control+k", "Control+/"]) {
    await act(page, keys, () => page.getByRole("dialog").waitFor());
    await act(page, "Escape", () => gone(page.getByRole("dialog")));
    await isFocused(page, "Message")();
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("change limits");
  await act(page, "Enter", () => page.getByRole("dialog", { name: "Limits and prices" }).waitFor());
  await act(page, "Escape", () => gone(page.getByRole("dialog")));
  await isFocused(page, "Message")();

  for (const [keys, heading] of [
    ["Control+5", "Usage"],
    ["Control+6", "Inbox"],
    ["Control+,", "Settings"],
  ] as const) {
    await act(page, keys, isFocused(page, heading));
  }
  await act(page, "Control+1", isFocused(page, "Message"));

  const mode = page.getByRole("button", { name: /^Mode: / });
  await act(page, "Alt+m", () => expect.poll(() => mode.getAttribute("aria-label")).toBe("Mode: Accept edits"));
  await act(page, "Alt+m", () => expect.poll(() => mode.getAttribute("aria-label")).toBe("Mode: Plan only"));
  await act(page, "Alt+m", () => expect.poll(() => mode.getAttribute("aria-label")).toBe("Mode: Ask before edits"));
  await isFocused(page, "Message")();

  const model = page.getByRole("button", { name: /^Model: / });
  await model.focus();
  await act(page, "Enter", () => page.getByRole("option").first().waitFor());
  await act(page, "Escape", () => gone(page.getByRole("option").first()));
  await expect.poll(() => focused(page)).toContain("Model: ");

  await act(page, "F2", () => page.getByRole("textbox", { name: "Title" }).waitFor());
  await page.keyboard.type("Fruit");
  await act(page, "Enter", () => page.getByRole("heading", { name: "Fruit" }).waitFor());
  for (let part = 0; part < 6; part += 1) await act(page, "F6", async () => undefined);
});

it("finds words in the whole chat, also where the window has not read it", async () => {
  const long = Array.from({ length: 90 }, (_, line) => `line ${line}`).join("\n\n");
  await using bench = await openWindow({
    answers: (_, index) => ({ text: index === 0 ? "The **hidden needle** lies here." : `Reply ${index}. ${long}` }),
  });
  const { page } = bench;
  const rounds = 34;
  for (let round = 0; round < rounds; round += 1) {
    await say(page, `round ${round}`);
    await finished(page, round === 0 ? "needle" : `Reply ${round}.`).waitFor();
  }
  await page.reload();
  await finished(page, `Reply ${rounds - 1}.`).waitFor();
  await isFocused(page, "Message")();
  await act(page, "Control+f", isFocused(page, "INPUT"));
  await page.keyboard.type("Hidden needle");
  await page.getByText("1 of 1").waitFor();
  await expect.poll(() => messages(page, "Perch").getByText("hidden needle").count()).toBe(1);
  await expect.poll(() => page.evaluate<number>('CSS.highlights.get("found-current")?.size ?? 0')).toBe(1);
  await page.getByText("hidden needle").click({ trial: true });
  await page.keyboard.press("Control+a");
  await page.keyboard.type("round 3");
  await page.getByText("5 of 5").waitFor();
  await act(page, "Enter", () => page.getByText("1 of 5").waitFor());
  await act(page, "F3", () => page.getByText("2 of 5").waitFor());
  await act(page, "Shift+Enter", () => page.getByText("1 of 5").waitFor());
  await act(page, "Escape", isFocused(page, "Message"));
});

/** Tab by Tab to what has this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  const named = page.getByLabel(name).or(page.getByRole("link", { name })).or(button(page, name));
  // A list may still be read: whoever tabs to something sees it.
  await named.first().waitFor();
  const hasFocus = () => named.and(page.locator(":focus")).count();
  for (let stops = 0; stops < 80 && (await hasFocus()) === 0; stops += 1) {
    await page.keyboard.press("Tab");
    // Behind the last stop the browser has its own, and comes back to the first one.
    if (await page.evaluate<boolean>("document.activeElement === document.body")) continue;
    expect(await focused(page), `a Tab on the way to ${name}`).not.toBe("");
  }
  expect(await hasFocus(), `no Tab leads to ${name}`).toBe(1);
}

it("adds a connection, sets a limit, and edits and saves MEMORY.md", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  const config = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
  const adding = page.getByRole("dialog", { name: "Add connection" });
  await isFocused(page, "Message")();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("add connection");
  await act(page, "Enter", () => adding.waitFor());
  await tabTo(page, "Provider");
  await page.keyboard.type("Custom");
  await tabTo(page, "Address");
  await page.keyboard.type("http://127.0.0.1:9/v1");
  await act(page, "Enter", () => gone(adding));
  await page.getByRole("heading", { name: "Custom" }).waitFor();

  const limits = page.getByRole("dialog", { name: "Limits and prices" });
  await page.keyboard.press("Control+k");
  await page.keyboard.type("change limits");
  await act(page, "Enter", () => limits.waitFor());
  await tabTo(page, "Each day, Tokens");
  await page.keyboard.type("200k");
  await act(page, "Enter", () => gone(limits));
  expect((await config()).budgets.day.tokens).toBe(200_000);

  await act(page, "Control+3", () => page.getByRole("heading", { name: "MEMORY.md" }).waitFor());
  await tabTo(page, "MEMORY.md");
  await act(page, "Enter", () => page.getByRole("textbox", { name: /MEMORY\.md/ }).waitFor());
  const memory = () => readFile(join(home.home, "workspace/memory/MEMORY.md"), "utf8");
  await page.keyboard.type("Likes tea.");
  await act(page, "Control+s", () => expect.poll(memory).toContain("Likes tea."));
});
