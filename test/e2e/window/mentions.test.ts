import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { button, closeBrowser, composer, finished, goTo, openWindow, say } from "../../support/window-bench.ts";

/* What a person names behind an `@`, prompts of servers behind a `/`, and a chat that tries one skill. */

afterAll(closeBrowser);

const option = (page: Page, name: RegExp) => page.getByRole("option", { name });

it("names files, chats and resources from one list, sends a prompt, and tries a skill alone", async () => {
  await using bench = await openWindow({
    answers: (_request, index) => ({ text: `answer ${index}` }),
    settings: serverSettings({ memo: stdioServer({ offers: true }) }),
    prepare: (home) => home.write(".perch/workspace/skills/tea/SKILL.md", "---\ndescription: Makes tea.\n---\nBoil.\n"),
  });
  const { page, endpoint } = bench;
  await say(page, "Capitals of the north");
  await finished(page, "answer 0").waitFor();
  await button(page, "New chat").first().click();

  await composer(page).pressSequentially("see @");
  const list = page.getByRole("listbox", { name: "What fits" });
  await list.getByRole("group", { name: "Chats" }).getByRole("option").waitFor();
  await list.getByRole("group", { name: "From your servers" }).getByRole("option").first().waitFor();
  await composer(page).pressSequentially("north");
  await option(page, /Capitals of the north/).waitFor();
  await composer(page).press("Enter");
  await expect.poll(() => composer(page).inputValue()).toBe('see @chat:"Capitals of the north" ');
  await composer(page).pressSequentially("and @notes.of");
  await composer(page).press("Escape");
  await composer(page).fill('see @chat:"Capitals of the north" and @today');
  await option(page, /Notes of today/).waitFor();
  await composer(page).press("Tab");
  await composer(page).pressSequentially('and @chat:"Never"');
  await composer(page).press("Enter");
  await finished(page, "answer 1").waitFor();
  const sent = JSON.stringify(endpoint.requests.at(-1)?.body.messages.at(-1));
  expect(sent).toContain("User: Capitals of the north");
  expect(sent).toContain("Buy milk.");
  const named = page.getByRole("list", { name: "Named in this message" });
  await named.getByRole("link", { name: "Capitals of the north" }).waitFor();
  await named.getByText("There is no chat “Never”.").waitFor();
  await page.getByRole("button", { name: /^Context: \d+ % used$/ }).click();
  await page.getByRole("region", { name: "Named in your last message" }).getByText("memo:today").waitFor();

  await composer(page).pressSequentially("/review");
  await option(page, /memo:review/).waitFor();
  await composer(page).press("Enter");
  const form = page.getByRole("dialog", { name: "Review a text" });
  await button(form, "Send").click();
  await form.getByText("This is needed.").waitFor();
  await form.getByRole("textbox", { name: "topic (needed)" }).fill("cold tea");
  await button(form, "Send").click();
  await finished(page, "answer 2").waitFor();
  await page.getByText("From the prompt “review” of the server memo").waitFor();
  await page.getByText("Review what is said of cold tea.").waitFor();

  await goTo(page, "Knowledge");
  await page.getByRole("region", { name: "Skills" }).getByRole("link", { name: /^tea/ }).click();
  await button(page, "Try it").click();
  await page.getByRole("heading", { name: "Trying tea" }).waitFor();
  await page.getByText("Only the skill tea").waitFor();
  await composer(page).pressSequentially("green");
  await composer(page).press("Enter");
  await finished(page, "answer 3").waitFor();
  const system = String(endpoint.requests.at(-1)?.body.messages[0]?.content);
  expect(system).toContain("Makes tea.");
  expect(system).not.toContain('name="weather"');
});
