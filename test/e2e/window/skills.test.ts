import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { makeZip } from "../../support/make-zip.ts";
import {
  button,
  closeBrowser,
  composer,
  finished,
  goTo,
  openWindow,
  say,
  sharedBrowser,
} from "../../support/window-bench.ts";

/* Skills as a person has them: made, mended, called, brought in and switched off. */

afterAll(closeBrowser);

const answers = (_request: unknown, index: number) => ({ text: `answer ${index}` });
const skills = (page: Page) => page.getByRole("region", { name: "Skills" });
const head = (description: string) => `---\nname: tea\n${description}\n---\nBoil the water first.\n`;

async function rewrite(page: Page, words: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: /SKILL\.md/ });
  await editor.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(words);
  await button(page, "Save").click();
}

it("makes one, sees what is wrong with it, mends it, and calls it by its name", async () => {
  await sharedBrowser();
  await using bench = await openWindow({ answers });
  const { page, endpoint } = bench;
  await goTo(page, "Knowledge");
  await button(skills(page), "New skill").click();
  const dialog = page.getByRole("dialog", { name: "New skill" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("../up");
  await button(dialog, "Create").click();
  await dialog.getByRole("alert").filter({ hasText: "cannot be typed as one word" }).waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Tea");
  await dialog.getByRole("textbox", { name: /What it is for/ }).fill("Makes tea of any kind.");
  await button(dialog, "Create").click();
  await page.getByRole("heading", { name: "skills/tea/SKILL.md" }).waitFor();
  await page.getByText("/tea at the beginning of a message or $tea within it calls it.").waitFor();

  await rewrite(page, head("descripton: Makes tea."));
  await page.getByRole("status").filter({ hasText: "It has no description" }).waitFor();
  await rewrite(page, head("description: Makes tea of any kind."));
  await button(page, "Try it").click();
  await expect.poll(() => composer(page).inputValue()).toBe("/tea ");
  await composer(page).pressSequentially("green");
  await composer(page).press("Enter");
  await finished(page, "answer 0").waitFor();
  const first = JSON.stringify(endpoint.requests[0]?.body.messages);
  expect(first).toContain("Makes tea of any kind.");
  expect(JSON.stringify(endpoint.requests[0]?.body.messages.at(-1))).toMatch(/\/tea green.*Boil the water first/);

  await say(page, "And now some $tea");
  await finished(page, "answer 1").waitFor();
  expect(JSON.stringify(endpoint.requests[1]?.body.messages.at(-1))).toContain("Boil the water first");
  await page.getByRole("button", { name: /^Context: \d+ % used$/ }).click();
  await page.getByText("Skill that you called: tea").first().waitFor();
  await page.getByText("Skills that it may look up").waitFor();
});

it("suggests skills behind a slash after the commands, and behind a dollar sign", async () => {
  await using bench = await openWindow({
    prepare: (home) =>
      home.write(".perch/workspace/skills/stew/SKILL.md", "---\ndescription: Cooks a stew.\n---\nStir.\n"),
  });
  const { page } = bench;
  await composer(page).fill("");
  await composer(page).pressSequentially("/st");
  const options = page.getByRole("listbox").getByRole("option");
  await options.filter({ hasText: "/stew" }).waitFor();
  const shown = await options.allTextContents();
  expect(shown.map((words) => words.slice(0, 5))).toEqual(["/stop", "/stat", "/stew"]);
  await composer(page).fill("");
  await composer(page).pressSequentially("please $st");
  await page.getByRole("option", { name: /\$stew.*Cooks a stew/ }).waitFor();
  await composer(page).press("Enter");
  await expect.poll(() => composer(page).inputValue()).toBe("please $stew ");
});

it("brings one in from a zip after a look at it, and switches it on and off", async () => {
  await using bench = await openWindow({ answers });
  const { page, home, endpoint } = bench;
  await goTo(page, "Knowledge");
  await button(skills(page), "Import a skill").click();
  const dialog = page.getByRole("dialog", { name: "Import a skill" });
  await button(dialog, "Zip").click();
  const zip = makeZip([
    { name: "tea/SKILL.md", content: head("description: Makes tea of any kind.") },
    { name: "tea/scripts/boil.sh", content: "#!/bin/sh\necho hot\n", mode: 0o100755 },
  ]);
  const field = dialog.getByLabel("Zip file");
  const hostile = makeZip([
    { name: "tea/SKILL.md", content: head("description: x") },
    { name: "../../x", content: "x" },
  ]);
  await field.setInputFiles({ name: "bad.zip", mimeType: "application/zip", buffer: hostile });
  await button(dialog, "Look at it").click();
  await dialog.getByRole("alert").filter({ hasText: "nothing of it was taken" }).waitFor();
  await field.setInputFiles({ name: "tea.zip", mimeType: "application/zip", buffer: zip });
  await button(dialog, "Look at it").click();
  await dialog.getByText("Scripts come with it").waitFor();
  await dialog
    .getByRole("listitem")
    .filter({ hasText: "scripts/boil.sh" })
    .filter({ hasText: "script" })
    .last()
    .waitFor();
  await button(dialog, "Show what is in them: tea").click();
  await dialog.getByText("echo hot").waitFor();
  await button(dialog, "Import").click();
  await page.getByText("It is switched off: no chat hears of it.").waitFor();
  const turn = skills(page).getByRole("switch", { name: "Use tea" });
  expect(await turn.getAttribute("aria-checked")).toBe("false");
  await turn.click();
  await page.getByText("/tea at the beginning of a message").waitFor();
  await goTo(page, "Chats");
  await say(page, "$tea please");
  await finished(page, "answer 0").waitFor();
  expect(JSON.stringify(endpoint.requests[0]?.body)).toContain("Boil the water first");
  await goTo(page, "Knowledge");
  await skills(page).getByRole("switch", { name: "Use tea", checked: true }).click();
  await skills(page).getByRole("switch", { name: "Use tea", checked: false }).waitFor();
  expect(await readFile(join(home.home, "config.json"), "utf8")).toContain('"tea"');
  await goTo(page, "Chats");
  await say(page, "$tea again");
  await finished(page, "answer 1").waitFor();
  const second = endpoint.requests[1]?.body.messages ?? [];
  expect(String(second[0]?.content)).not.toContain("Makes tea");
  expect(String(second.at(-1)?.content)).not.toContain("Boil the water");
});

it("lists what cannot be used with the reason, and what comes along", async () => {
  await using bench = await openWindow({
    prepare: async (home) => {
      await home.write(".perch/workspace/skills/a group/inner/SKILL.md", head("description: x"));
      await home.write(".perch/workspace/skills/weather/SKILL.md", "---\ndescription: Mine.\n---\nMine.\n");
    },
  });
  const { page } = bench;
  await goTo(page, "Knowledge");
  const rows = skills(page).getByRole("listitem");
  await rows.filter({ hasText: "a group" }).filter({ hasText: "one folder too deep" }).waitFor();
  await rows.filter({ hasText: "weather" }).filter({ hasText: "Your own skill “weather” has the same name" }).waitFor();
  await rows.filter({ hasText: "pdf" }).filter({ hasText: "built in" }).waitFor();
});
