import { afterAll, expect, it } from "vitest";
import { button, closeBrowser, finished, goTo, openWindow, say, sharedBrowser } from "../../support/window-bench.ts";

/* Agents as a person has them: made, mended, chosen for a chat, and left again. */

afterAll(closeBrowser);

const answers = (_request: unknown, index: number) => ({ text: `answer ${index}` });

it("makes one, mends what is wrong with it, and has it work in a chat", async () => {
  await sharedBrowser();
  await using bench = await openWindow({ answers });
  const { page, endpoint } = bench;
  const agents = page.getByRole("region", { name: "Agents" });
  await goTo(page, "Knowledge");
  await button(agents, "New agent").click();
  const dialog = page.getByRole("dialog", { name: "New agent" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("perch");
  await button(dialog, "Create").click();
  await dialog.getByRole("alert").filter({ hasText: "cannot be the name of an agent" }).waitFor();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Scout");
  await dialog.getByRole("textbox", { name: /What it is for/ }).fill("Looks around and changes nothing.");
  await button(dialog, "Create").click();
  await page.getByRole("heading", { name: "agents/scout/AGENT.md" }).waitFor();
  await agents.getByText("Looks around and changes nothing.").waitFor();

  const editor = page.getByRole("textbox", { name: /AGENT\.md/ });
  const write = async (words: string): Promise<void> => {
    await editor.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(words);
    await button(page, "Save").click();
  };
  await write("---\ndescription: Looks around.\nmode: root\n---\nYou are Scout.\n");
  await agents.getByText(/Its mode is none of/).waitFor();
  await write("---\ndescription: Looks around.\nmode: plan\ntools: read_file list_dir\n---\nYou are Scout.\n");
  await agents.getByText("Looks around.", { exact: true }).waitFor();
  await write(
    "---\ndescription: Looks around.\nmode: plan\ntools: read_file list_dir list_files\n---\nYou are Scout.\n",
  );
  await agents.getByText(/tools that do not exist: list_files/).waitFor();
  await page
    .getByRole("status")
    .getByText(/tools that do not exist: list_files/)
    .waitFor();

  await goTo(page, "Chats");
  await button(page, "Agent: Perch").click();
  await page.getByRole("menuitemradio", { name: /scout/ }).click();
  await button(page, "Agent: scout").waitFor();
  await page.getByRole("button", { name: /Plan/ }).waitFor();
  await say(page, "What is here?");
  await finished(page, "answer 0").waitFor();
  const { messages, tools } = endpoint.requests[0]?.body ?? {};
  expect(JSON.stringify(messages?.[0])).toContain("You are Scout.");
  expect(JSON.stringify(tools)).not.toContain('"exec"');

  await page.reload();
  await button(page, "Agent: scout").click();
  await page.getByRole("menuitemradio", { name: /Perch/ }).click();
  await button(page, "Agent: Perch").waitFor();
  await say(page, "And now?");
  await finished(page, "answer 1").waitFor();
  expect(JSON.stringify(endpoint.requests[1]?.body.messages[0])).toContain("You are Perch");
});
