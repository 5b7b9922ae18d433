import { open } from "./window-acts.mjs";

/** What is done while nobody watches, and what was reported of it: the states of a home of its own. */
export const automationStates = {
  automations: async (page) => {
    await open(page, "#/automations");
    await page.getByRole("table").getByText("Weekly report").waitFor();
  },
  "automations-run": (page) => page.getByRole("tab", { name: "Run" }).click(),
  "automations-changes": (page) => page.getByRole("tab", { name: "Changes" }).click(),
  "automations-stopped": async (page) => {
    await open(page, "#/automations/j_digest");
    await page.getByText("The key was refused (401).").first().waitFor();
  },
  "automations-remove": async (page) => {
    await open(page, "#/automations/j_unbroken");
    await page.getByRole("button", { name: "Delete job" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "automations-figures": async (page) => {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Figures" }).click();
  },
  "automations-form": async (page) => {
    await page.getByRole("button", { name: "New job" }).first().click();
    await page.getByRole("dialog").getByText("More").click();
  },
  "heartbeat-form": async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/automations");
    await page.getByRole("button", { name: "Jobs", exact: true }).click();
    await page.getByRole("button", { name: "Settings of the heartbeat" }).click();
    await page.getByRole("dialog").waitFor();
  },
  "inbox-reports": async (page) => {
    await page.keyboard.press("Escape");
    await open(page, "#/inbox");
    await page.getByText("The invoice is there").first().waitFor();
  },
  "inbox-thread": async (page) => {
    await page.getByRole("article", { name: "Weekly report" }).getByRole("button", { name: "Answer" }).click();
    await page
      .getByRole("region", { name: /Weekly report/ })
      .getByRole("textbox")
      .waitFor();
  },
  agents: async (page) => {
    await open(page, "#/knowledge/agents%2Ftool-dreamer%2FAGENT.md");
    await page.locator(".monaco-editor").first().waitFor();
    await page.getByText("It names tools that do not exist").first().waitFor();
  },
  "agents-form": async (page) => {
    await page.getByRole("button", { name: "New agent" }).first().click();
    await page.getByRole("dialog").waitFor();
  },
};
