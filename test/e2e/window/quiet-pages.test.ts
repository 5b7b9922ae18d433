import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { noSearchSettings } from "../../support/test-home.ts";
import {
  agentAway,
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  goTo,
  itServed,
  openWindow,
  say,
  untilFetched,
} from "../../support/window-bench.ts";

/* Settings, Knowledge, the inbox and the header of a chat: what they say, and what each offers to press. */

afterAll(closeBrowser);

it("chooses the model of all chats that have no own one by the chat's menu, and refuses what is none", async () => {
  await using bench = await openWindow({ settings: noSearchSettings });
  const { page, home } = bench;
  await goTo(page, "Settings");
  const work = page.getByRole("region", { name: "Work" });
  await work.getByText("For chats that have not chosen their own").waitFor();
  await work.getByRole("button", { name: "Model: practice" }).click();
  const search = page.getByRole("combobox", { name: "Model" });
  await search.fill("nonsense");
  await page.locator("[cmdk-empty]").waitFor();
  await search.fill("nowhere/gpt");
  await page.getByRole("option", { name: "Use nowhere/gpt" }).click();
  await page.locator("[data-notice]").filter({ hasText: "no provider named “nowhere”" }).waitFor();
  const kept = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).agents.defaults.model;
  expect(await kept()).toBe("practice/practice");
  await page
    .getByRole("region", { name: "About" })
    .getByText(/^Perch \d/)
    .waitFor();
  const places = page.getByRole("region", { name: "Where everything lies" });
  await places.getByText("~/.perch/config.json").waitFor();
  await button(places, "Open file: Settings file").waitFor();
  const doctor = page.getByRole("region", { name: "Check-up" });
  await button(doctor, "Look now").click();
  await doctor.getByRole("list", { name: "Check-up" }).getByRole("listitem").first().waitFor();
  await button(doctor, "Look now").waitFor();
});

it("opens the memory at once, says what each file is for, and follows what others write", async () => {
  await using bench = await openWindow({
    prepare: async (home) => {
      await home.write(".perch/workspace/skills/weekly/SKILL.md", "---\nname: weekly\n---\nText\n");
    },
  });
  const { page, home } = bench;
  await goTo(page, "Knowledge");
  const editor = page.getByRole("textbox", { name: /MEMORY\.md/ });
  await editor.waitFor();
  await page.getByRole("link", { name: /SOUL\.md.*Who Perch is/ }).waitFor();
  await page.getByRole("link", { name: /USER\.md.*About you/ }).waitFor();
  const memory = join(home.home, "workspace/memory/MEMORY.md");
  await writeFile(memory, "# Memory\n\nThe boat is called Heron.\n");
  await page.getByText("The boat is called Heron.").waitFor();
  expect(await page.getByText("unsaved").count()).toBe(0);
  await page.getByRole("link", { name: /weekly/ }).click();
  await page.getByRole("status").filter({ hasText: "It has no description, so it is never used" }).waitFor();
});

it("has one thing to do in an empty place", async () => {
  await using bench = await openWindow();
  const { page } = bench;
  await composer(page).waitFor();
  await page.keyboard.press("Control+2");
  await button(page.getByRole("main"), "New job").first().waitFor();
  await page.keyboard.press("Control+6");
  await page.getByRole("heading", { name: "Nothing waits for you" }).waitFor();
  await button(page.getByRole("main"), "New chat").click();
  await composer(page).waitFor();
  await page.keyboard.press("Control+5");
  await page.getByRole("heading", { name: "Usage" }).waitFor();
});

it("changes where a chat works, makes the folder, and shows it the same way everywhere", async () => {
  await using bench = await openWindow({ prepare: (home) => home.write("Assistant/notes.txt", "One.\n") });
  const { page } = bench;
  await page.getByRole("button", { name: "Work folder: ~/Assistant" }).click();
  await page.getByRole("menuitem", { name: "Change for this chat…" }).click();
  const field = page.getByRole("dialog").getByRole("textbox", { name: "Work folder" });
  await field.fill("~/Assistant/notes.txt");
  await field.press("Enter");
  await page.getByRole("alert").filter({ hasText: "is a file" }).waitFor();
  await field.fill("~/Papers");
  await field.press("Enter");
  await button(page, "Make it").click();
  await gone(page.getByRole("dialog"));
  const folder = page.getByRole("button", { name: "Work folder: ~/Papers" });
  await folder.and(page.locator(":focus")).waitFor();
  await button(page, "Put samples there").click();
  await page.getByRole("button", { name: /^Sum up notes.md/ }).waitFor();
  await say(page, "list the files");
  await finished(page, "notes.md").waitFor();
  await folder.waitFor();
});

itServed("says once that the connection is gone, shows no bones for ever, and tries again when asked", async () => {
  await using bench = await openWindow();
  const { page, home } = bench;
  bench.allow(agentAway);
  await composer(page).waitFor();
  await untilFetched(page, "connections");
  const { port } = new URL(home.url);
  await home.end("SIGTERM");
  await page.getByRole("alert").filter({ hasText: "connection to the agent is gone" }).waitFor();
  await goTo(page, "Connections");
  await page.getByText("Read again as soon as the agent answers.").waitFor();
  expect(await page.getByRole("alert").count()).toBe(1);
  await home.start(port);
  await button(page, "Try now").click();
  await gone(button(page, "Try now"));
  await page
    .getByRole("list")
    .getByRole("link", { name: /Practice/ })
    .first()
    .waitFor();
  await gone(page.getByText("Read again as soon as the agent answers."));
});
