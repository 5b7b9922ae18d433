import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { branchOf, said } from "../../support/message-search-bench.ts";
import type { ServedHome } from "../../support/served-home.ts";
import { button, chatRow, closeBrowser, messages, openWindow } from "../../support/window-bench.ts";

/* What was said in all chats, found as it is typed, and the way there and back. */

afterAll(closeBrowser);

const field = (page: Page) => page.getByRole("searchbox", { name: "Search chats and messages" });
const found = (page: Page) => page.getByRole("list", { name: "Messages" }).getByRole("link");
const focused = (page: Page) => page.evaluate<string>("document.activeElement?.textContent ?? ''");
const marked = (page: Page) =>
  page.evaluate<string[]>("[...(CSS.highlights.get('found-current') ?? [])].map((range) => range.toString())");

async function writeChats(home: ServedHome): Promise<void> {
  const long = Array.from({ length: 700 }, (_, at) =>
    at === 3 ? "The **needle** in the *haystack* is here" : `Straw number ${at}`,
  );
  const chats = {
    long: { title: "Long chat", lines: branchOf(long) },
    tree: {
      title: "Needlework",
      lines: [
        ...branchOf(["First question about a needle", "A first answer"], "b"),
        said("e", "Second question", { minute: 30 }),
      ],
    },
  };
  for (const [name, { title, lines }] of Object.entries(chats)) {
    const timestamp = "2026-11-01T00:00:00Z";
    const head = { _type: "metadata", version: 1, key: `desktop:${name}`, createdAt: timestamp };
    await home.writeSession(`desktop:${name}`, [head, ...lines, { _type: "title", title, timestamp }]);
  }
}

it("finds messages while they are typed, narrows them, goes there and comes back", async () => {
  await using bench = await openWindow({ prepare: writeChats });
  const { page } = bench;
  await chatRow(page, "Long chat").waitFor();
  await page.keyboard.press("Control+Shift+F");
  await page.keyboard.type("needl");
  await expect.poll(() => found(page).count()).toBe(2);
  // Chats by their names stand above.
  await chatRow(page, "Needlework").waitFor();
  expect(await found(page).filter({ hasText: "Long chat" }).locator("mark").allTextContents()).toEqual(["needl"]);
  await page.keyboard.type("e haystack");
  await expect.poll(() => found(page).count()).toBe(1);

  // Far up in a long chat, with its words marked and the focus on it.
  await field(page).press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Long chat" }).waitFor();
  await expect.poll(() => marked(page)).toEqual(["needle", "haystack"]);
  await expect.poll(() => focused(page)).toContain("The needle in the haystack");
  expect(await messages(page, "Perch").filter({ hasText: "haystack" }).isVisible()).toBe(true);

  // And back, to the words and the row as they were left.
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page)).toContain("haystack is here");
  expect(await field(page).inputValue()).toBe("needle haystack");
  await expect.poll(() => marked(page)).toEqual([]);

  await page.getByRole("button", { name: /^Who said it/ }).click();
  await page.getByRole("menuitemradio", { name: "You", exact: true }).click();
  await page.getByText("Nobody said “needle haystack”.").waitFor();
  await field(page).fill("needle");
  await expect.poll(() => found(page).count()).toBe(1);
  await page.getByRole("button", { name: /^When it was said/ }).click();
  await page.getByRole("menuitemradio", { name: "Last year", exact: true }).click();
  await expect.poll(() => found(page).count()).toBe(1);
});

it("offers the branch that a message is on, and finds it from the palette", async () => {
  await using bench = await openWindow({ prepare: writeChats });
  const { page } = bench;
  await chatRow(page, "Needlework").waitFor();
  await page.keyboard.press("Control+K");
  // At once: what is found for the first letters may be chosen too, and marks those.
  await page.getByRole("dialog").getByRole("combobox").fill("first question");
  await page
    .getByRole("group", { name: "Messages" })
    .getByRole("option", { name: /First question/ })
    .click();
  await page.getByText("This message is on another branch of the chat.").waitFor();
  await messages(page, "You").filter({ hasText: "Second question" }).waitFor();
  await button(page, "Show that branch").click();
  await messages(page, "You").filter({ hasText: "First question about a needle" }).waitFor();
  await expect.poll(() => marked(page)).toEqual(["First", "question"]);
  await button(page, "Close").click();
  await expect.poll(() => marked(page)).toEqual([]);
});
