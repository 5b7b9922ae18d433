// What brings a page of the window into a state that is shown.

export const composer = "textarea[data-composer]";

/** What a new chat offers. */
export function starters(page) {
  return page.getByRole("heading", { name: "What shall we do?" });
}

export async function open(page, hash) {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** How much of a turn is shown, in the long chat. */
export async function setFolding(page, name) {
  await open(page, "#/settings");
  await page.getByRole("button", { name, exact: true }).click();
  await open(page, "#/chats/desktop%3Ashowcase");
  await page.getByText("Sort last year's receipts by month, and").waitFor({ state: "attached" });
  await page.getByRole("log", { name: "Transcript" }).hover();
  await page.mouse.wheel(0, -100_000);
}

export async function setBudget(page, name, limit) {
  await open(page, "#/usage");
  await page.getByRole("button", { name: "Change limits…" }).click();
  await page.getByRole("textbox", { name }).fill(limit);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

export async function newChat(page, words) {
  await open(page, "#/chats");
  await page.getByRole("button", { name: "New chat" }).first().click();
  await starters(page).waitFor();
  await page.locator(composer).fill(words);
  await page.locator(composer).press("Enter");
}

/** Other words in the editor. */
export async function rewrite(page, words) {
  await page.getByRole("textbox", { name: /MEMORY/ }).focus();
  await page.keyboard.press(process.platform === "darwin" ? "Meta+A" : "Control+A");
  await page.keyboard.insertText(words);
}
