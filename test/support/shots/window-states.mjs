// The states of the window that pictures are taken of, and what brings a page into each.

import { composer, newChat, open, rewrite, setBudget, setFolding, starters } from "./window-acts.mjs";

const mod = process.platform === "darwin" ? "Meta" : "Control";

/** In order: some states follow from the one before. Each leaves the page as it shall be seen. */
export const windowStates = {
  "new-chat": (page) => starters(page).waitFor(),
  chat: async (page) => {
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.getByText("pasted key with its middle removed").waitFor();
  },
  "chat-top": async (page) => {
    await page.getByRole("log", { name: "Transcript" }).hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByText("Sort last year's receipts by month, and").waitFor();
  },
  "density-result": (page) => setFolding(page, "Result"),
  "density-everything": (page) => setFolding(page, "Everything"),
  "density-steps": (page) => setFolding(page, "Steps"),
  "chat-steps-grouped": async (page) => {
    await page.getByRole("group", { name: "Read 2 files" }).getByRole("button").first().click();
    await page.getByRole("group", { name: "read_file receipts/index.csv" }).waitFor();
  },
  "chat-steps-open": async (page) => {
    await page
      .getByRole("group", { name: /edit_file/ })
      .getByRole("button")
      .first()
      .click();
    await page.getByText("Bakery am Markt").first().waitFor();
  },
  "inspector-files": async (page) => {
    await setFolding(page, "Result");
    await page.keyboard.press(`Alt+${mod}+b`);
    await page.getByRole("tree", { name: "Files" }).waitFor();
  },
  "inspector-run": (page) => page.getByRole("tab", { name: "Run" }).click(),
  "inspector-context": (page) => page.getByRole("tab", { name: "Context" }).click(),
  running: async (page) => {
    await page.keyboard.press(`Alt+${mod}+b`);
    await newChat(page, "Look through all receipts and tell me what is odd");
    await page.getByText("twelve").waitFor();
    for (const words of [
      "Then sort them by shop",
      "And write to me when a sum is above 500 €, with the shop and the day it was paid",
    ]) {
      await page.locator(composer).fill(words);
      await page.keyboard.press(`Shift+${mod}+Enter`);
      await page.locator(`${composer}:placeholder-shown`).waitFor();
      await page.getByText(words).last().waitFor();
    }
  },
  retry: async (page) => {
    await newChat(page, "Is it crowded there?");
    await page.getByRole("timer").waitFor();
  },
  rich: async (page) => {
    await newChat(page, Array.from({ length: 30 }, (_, line) => `A rich answer, please: line ${line}`).join("\n"));
    await page.getByRole("img", { name: "Diagram" }).waitFor();
    await page.getByRole("button", { name: "Enlarge The hill" }).waitFor();
  },
  "rich-top": async (page) => {
    await page.getByRole("log", { name: "Transcript" }).hover();
    await page.mouse.wheel(0, -100_000);
    await page.getByRole("button", { name: "Show all" }).waitFor();
  },
  picture: async (page) => {
    await page.mouse.wheel(0, 100_000);
    await page.getByRole("button", { name: "Enlarge The hill" }).click();
    await page.getByRole("dialog", { name: "The hill" }).waitFor();
  },
  approval: async (page) => {
    await page.keyboard.press("Escape");
    await newChat(page, "Write a summary of the receipts");
    await page.getByRole("group", { name: "Approval" }).waitFor();
  },
  "approval-always": async (page) => {
    await page.getByRole("button", { name: "Always allow…" }).click();
    await page.getByRole("form", { name: "What to remember" }).waitFor();
  },
  "approval-burst": async (page) => {
    await newChat(page, "Write three lists");
    await page.getByRole("button", { name: /^Allow all 3/ }).waitFor();
  },
  "approval-command": async (page) => {
    await newChat(page, "Publish the site");
    await page.getByRole("heading", { name: /^Run curl, sh, git add, git push/ }).waitFor();
  },
  thinking: async (page) => {
    await newChat(page, "Think about it");
    await page.getByText("Then I should compare them.").waitFor();
  },
  stopped: async (page) => {
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByText(/^Stopped by you/).waitFor();
  },
  denied: async (page) => {
    await newChat(page, "Write a summary of the receipts");
    await page.getByRole("group", { name: "Approval" }).getByRole("textbox").fill("Not now");
    await page.getByRole("button", { name: "Deny", exact: true }).click();
    await page.getByText("The summary is written.").last().waitFor();
  },
  "inspector-changes": async (page) => {
    await newChat(page, "Write a summary of the receipts");
    await page.getByRole("button", { name: "Allow once" }).click();
    await page.getByText("The summary is written.").last().waitFor();
    await page.keyboard.press(`Alt+${mod}+b`);
    await page.getByRole("tab", { name: "Changes" }).click();
    await page.getByRole("button", { name: "Revert file" }).waitFor();
  },
  failed: async (page) => {
    await page.keyboard.press(`Alt+${mod}+b`);
    await newChat(page, "This will be refused");
    await page.locator("article [data-error]").first().waitFor();
  },
  "budget-warning": async (page) => {
    await setBudget(page, "Each chat, Tokens", "8000");
    await newChat(page, "Is this cheap?");
    await page.locator("[data-budget-line]").waitFor();
  },
  "budget-stop": async (page) => {
    await page.locator(composer).fill("And this?");
    await page.locator(composer).press("Enter");
    await page.getByRole("group", { name: "Budget used up" }).waitFor();
    await setBudget(page, "Each chat, Tokens", "");
    await page.goBack();
    await page.getByRole("group", { name: "Budget used up" }).waitFor();
    await page.locator("[data-notice]").waitFor({ state: "hidden" });
  },
  "inbox-full": async (page) => {
    await open(page, "#/inbox");
    await page.getByRole("group", { name: "Approval" }).first().waitFor();
  },
  "inbox-empty": async (page) => {
    await page.getByRole("button", { name: /^Deny all 3/ }).click();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole("button", { name: "Deny", exact: true })
        .nth(left - 1)
        .click();
    }
    await page.getByText("Nothing waits for you").waitFor();
  },
  "inbox-rules": async (page) => {
    await page.getByRole("button", { name: "Rules", exact: true }).click();
    await page.getByRole("region", { name: "What Perch remembers" }).waitFor();
  },
  "inbox-log": async (page) => {
    await page.getByRole("button", { name: "Decisions", exact: true }).click();
    await page.getByRole("region", { name: "What was decided" }).waitFor();
  },
  knowledge: async (page) => {
    await open(page, "#/knowledge/memory%2FMEMORY.md");
    await page.locator(".monaco-editor").first().waitFor();
  },
  "knowledge-full": async (page) => {
    await rewrite(page, `# About me\n\n${"- Prefers metric units and 24-hour times\n".repeat(400)}`);
    await page.getByText("the memory is too full").waitFor();
  },
  "knowledge-preview": async (page) => {
    const facts = "- Prefers **metric** units and 24-hour times\n- Invoices live in `~/Docs/tax`\n";
    await rewrite(page, `# About me\n\n${facts}\n## Travel\n\n- Train before plane under eight hours\n`);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Preview", exact: true }).click();
    await page.getByRole("heading", { name: "About me" }).waitFor();
    await page.locator("[data-notice]").waitFor({ state: "hidden" });
  },
  "knowledge-version": async (page) => {
    await page.getByRole("complementary", { name: "Versions" }).locator("[data-key]").last().click();
    await page.getByText("Back to the editor").waitFor();
    await page.locator(".monaco-diff-editor").waitFor();
  },
  "knowledge-proposals": async (page) => {
    await newChat(page, "Remember how I travel");
    await page.getByText("I asked you first.").last().waitFor();
    await open(page, "#/knowledge/memory%2FMEMORY.md");
    const strip = page.getByRole("region", { name: "Facts that wait for you" });
    await strip.getByRole("button", { name: "Show" }).click();
    await strip.getByRole("button", { name: "Edit" }).last().click();
    await strip.getByRole("textbox").waitFor();
  },
  settings: async (page) => {
    await page.getByRole("textbox", { name: "The fact" }).press("Escape");
    await page.getByRole("button", { name: "Accept all" }).click();
    await page.locator("[data-notice]").waitFor({ state: "hidden" });
    await open(page, "#/settings");
  },
  connections: async (page) => {
    await open(page, "#/connections/ollama");
    await page.getByRole("button", { name: "Use gemma3:4b" }).waitFor();
    await page.getByRole("button", { name: "Make qwen3:8b a favourite" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("It calls tools.").waitFor();
  },
  "connections-models": async (page) => {
    await open(page, "#/connections/openai");
    await page.getByText("gpt-5-mini").first().waitFor();
    await page.getByRole("button", { name: "Use gpt-5-mini" }).click();
    await page.getByRole("menuitem", { name: "Use as fallback" }).click();
    await page.getByText("Fallback", { exact: true }).waitFor();
  },
  "connections-refused": async (page) => {
    await open(page, "#/connections/openrouter");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("alert").first().waitFor();
  },
  "connections-no-key": async (page) => {
    await open(page, "#/connections/anthropic");
    await page.getByText("needs a key").waitFor();
  },
  "connections-not-running": async (page) => {
    await open(page, "#/connections/jan");
    await page.getByText("does not answer at").waitFor();
  },
  "connections-list": async (page) => {
    await page.getByRole("button", { name: "Close the right column" }).click();
    await page.getByRole("button", { name: "Show settings" }).waitFor();
  },
  "connection-remove": async (page) => {
    await open(page, "#/connections/custom");
    await page.getByRole("button", { name: "Show settings" }).click();
    await page.getByRole("button", { name: "Remove…" }).click();
    await page.getByRole("combobox", { name: "Model of new chats" }).waitFor();
  },
  "connection-add": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.setViewportSize({ width: 1680, height: 1000 });
    await page.getByRole("button", { name: "Add connection" }).click();
    await page.getByLabel("Key", { exact: true }).fill("sk-or-v1-0123456789abcdef");
    await page.getByText("A key of OpenRouter.").waitFor();
    await page.getByText("How to start").first().waitFor();
  },
  "model-menu": async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.getByRole("button", { name: /^Model: / }).click();
    await page.getByText("Favourites").waitFor();
  },
  usage: async (page) => {
    await open(page, "#/usage");
    await page.getByRole("listbox", { name: /^Tokens by day/ }).waitFor();
  },
  "usage-day": async (page) => {
    await page.getByRole("button", { name: "Chat", exact: true }).click();
    await page.getByRole("button", { name: "Day", exact: true }).click();
  },
  "usage-empty": async (page) => {
    await page.getByRole("button", { name: "Month", exact: true }).click();
    await page.getByRole("button", { name: "Model", exact: true }).click();
    for (let back = 0; back < 3; back += 1) await page.getByRole("button", { name: "Earlier" }).click();
    await page.getByText("Nothing was used here").waitFor();
  },
  limits: async (page) => {
    for (let back = 0; back < 3; back += 1) await page.getByRole("button", { name: "Later" }).click();
    await page.getByRole("listbox", { name: /^Tokens by day/ }).waitFor();
    await page.getByRole("button", { name: "Change limits…" }).click();
    await page.getByRole("textbox", { name: "Each day, Tokens" }).fill("many");
  },
  prices: async (page) => {
    await page.getByRole("dialog").getByRole("button", { name: "Prices" }).click();
    await page.getByText("from the table").first().waitFor();
  },
  palette: async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/chats/desktop%3Ashowcase");
    await page.keyboard.press(`${mod}+k`);
    await page.getByRole("dialog").waitFor();
  },
  keyboard: async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press(`${mod}+/`);
    await page.getByRole("dialog").waitFor();
  },
  "palette-found": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press(`${mod}+k`);
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("re");
    await page.getByRole("option").first().waitFor();
  },
  "mode-menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^Mode: / }).click();
    await page.getByRole("menuitemradio").first().waitFor();
  },
  mention: async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("menuitemradio").first().waitFor({ state: "hidden" });
    await page.locator(composer).fill("");
    await page.locator(composer).pressSequentially("@");
    await page.getByRole("option").first().waitFor();
  },
  find: async (page) => {
    await page.locator(composer).fill("");
    await page.keyboard.press(`${mod}+f`);
    await page.keyboard.type("the");
    await page.getByText(/^\d+ of \d+$/).waitFor();
  },
  "row-menu": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("list", { name: "Chats" }).getByRole("link").nth(1).click({ button: "right" });
    await page.getByRole("menuitem").first().waitFor();
  },
  trash: async (page) => {
    await page.keyboard.press("Escape");
    await page
      .getByRole("link", { name: /^Trip plan/ })
      .first()
      .click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to trash" }).click();
    await page.getByRole("button", { name: /^Shown chats/ }).click();
    await page.getByRole("menuitemradio", { name: "Trash" }).click();
    await page.getByRole("list", { name: "Trash" }).waitFor();
  },
};

/** What the pointer lies on in states that are about it. */
export const hovered = { "usage-day": (page) => page.getByRole("option").nth(2) };
