import { afterAll, expect, it } from "vitest";
import {
  button,
  chatRow,
  closeBrowser,
  composer,
  finished,
  gone,
  messages,
  openWindow,
  say,
  step,
} from "../../support/window-bench.ts";

/* The list of chats, and what a chat keeps. */

afterAll(closeBrowser);

const choose = async (page: Parameters<typeof button>[0], item: string) => {
  await button(page, "Chat menu").click();
  await page.getByRole("menuitem", { name: item, exact: true }).click();
};

const show = async (page: Parameters<typeof button>[0], filter: string) => {
  await page.getByRole("button", { name: /^Shown chats/ }).click();
  await page.getByRole("menuitemradio", { name: filter, exact: true }).click();
};

it("renames, pins, archives and removes a chat", async () => {
  await using bench = await openWindow({ answers: (_, index) => ({ text: `Reply ${index}.` }) });
  const { page } = bench;
  await say(page, "older chat");
  await finished(page, "Reply 0.").waitFor();
  await button(page, "New chat").click();
  await say(page, "newer chat");
  await finished(page, "Reply 1.").waitFor();
  await chatRow(page, "older chat").click();
  await messages(page, "You").filter({ hasText: "older chat" }).waitFor();

  await choose(page, "Rename");
  await page.getByRole("textbox", { name: "Title" }).fill("Tax folder");
  await page.getByRole("textbox", { name: "Title" }).press("Enter");
  await chatRow(page, "Tax folder").waitFor();
  await page.getByRole("heading", { name: "Tax folder" }).waitFor();

  await choose(page, "Pin");
  await page.getByRole("list", { name: "Chats" }).getByText("Pinned").waitFor();
  await page.reload();
  await page.getByRole("list", { name: "Chats" }).getByText("Pinned").waitFor();

  await choose(page, "Archive");
  await gone(chatRow(page, "Tax folder"));
  await show(page, "Archived");
  await chatRow(page, "Tax folder").waitFor();
  await choose(page, "Unarchive");
  await show(page, "Current");
  await chatRow(page, "Tax folder").waitFor();

  await choose(page, "Move to trash");
  await gone(chatRow(page, "Tax folder"));
  await page.getByText("is in the trash").waitFor();
  await chatRow(page, "newer chat").waitFor();
  await button(page, "Undo").last().click();
  await page.getByRole("heading", { name: "Tax folder" }).waitFor();
});

it("finds a chat by its name", async () => {
  await using bench = await openWindow({ answers: (_, index) => ({ text: `Reply ${index}.` }) });
  const { page } = bench;
  await say(page, "apples");
  await finished(page, "Reply 0.").waitFor();
  await button(page, "New chat").click();
  await say(page, "pears");
  await finished(page, "Reply 1.").waitFor();
  await page.keyboard.press("Control+Shift+F");
  await page.keyboard.type("appl");
  await gone(chatRow(page, "pears"));
  await chatRow(page, "apples").waitFor();
  await page.keyboard.type("zzz");
  await page.getByText("No chat is called").waitFor();
});

it("keeps drafts, each in its chat, through a reload", async () => {
  await using bench = await openWindow({ answers: [{ text: "Reply." }] });
  const { page } = bench;
  await say(page, "first");
  await finished(page, "Reply.").waitFor();
  await composer(page).fill("not sent yet");
  await button(page, "New chat").click();
  await expect.poll(() => composer(page).inputValue()).toBe("");
  await composer(page).fill("another draft");
  await page.reload();
  await expect.poll(() => composer(page).inputValue()).toBe("another draft");
  await chatRow(page, "first").click();
  await expect.poll(() => composer(page).inputValue()).toBe("not sent yet");
});

it("sends a file with a message", async () => {
  await using bench = await openWindow({ answers: [{ text: "Got it." }] });
  const { page, endpoint } = bench;
  const chosen = page.waitForEvent("filechooser");
  await button(page, "Attach").click();
  await (await chosen).setFiles({ name: "list.txt", mimeType: "text/plain", buffer: Buffer.from("milk, eggs") });
  await page.getByRole("list", { name: "Attached files" }).getByText("list.txt").waitFor();
  await say(page, "what is on it?");
  await finished(page, "Got it.").waitFor();
  await gone(page.getByRole("list", { name: "Attached files" }));
  await messages(page, "You").getByText("list.txt").waitFor();
  expect(JSON.stringify((await endpoint.request(0)).body.messages.at(-1))).toContain("list.txt");
});

it("shows why an answer of the model failed", async () => {
  await using bench = await openWindow({
    answers: () => ({ status: 401, body: { error: { message: "The key is not valid, says the test." } } }),
  });
  const { page } = bench;
  await say(page, "hello");
  await messages(page, "Perch").getByText("The key is not valid, says the test.").waitFor();
  await chatRow(page, "Failed").waitFor();
  await page.reload();
  await messages(page, "Perch").getByText("The key is not valid, says the test.").waitFor();
});

it("draws a call whose arguments are not JSON", async () => {
  await using bench = await openWindow({
    folding: "steps",
    answers: [{ calls: [{ name: "read_file", arguments: '{"path": "a' }] }, { text: "Sorry." }],
  });
  const { page } = bench;
  await say(page, "go");
  await finished(page, "Sorry.").waitFor();
  await step(page, /^read_file/)
    .getByRole("button")
    .first()
    .click();
  await step(page, /^read_file/)
    .getByText("Arguments", { exact: true })
    .click();
  expect(await page.getByRole("log").count()).toBe(1);
});
