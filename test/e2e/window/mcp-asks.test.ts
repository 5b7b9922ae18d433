import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { askingServer, serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { button, closeBrowser, finished, goTo, messages, openWindow, say } from "../../support/window-bench.ts";

/* What servers ask of the person in the middle of a call. */

afterAll(closeBrowser);

const card = (page: Page) => page.getByRole("group", { name: "desk asks you something" });

it("answers a server's form in the chat, declines one in the Inbox, and shows whose page is to be opened", async () => {
  await using bench = await openWindow({
    answers: (_request, index) =>
      index % 2 === 0
        ? {
            calls: [
              {
                name: `mcp_desk_${["book", "confirm", "visit", "long"][index / 2] ?? "plain"}`,
                arguments: {},
              },
            ],
          }
        : { text: `answer ${index}` },
    settings: serverSettings({ desk: askingServer() }),
  });
  const { page, endpoint } = bench;
  const result = () => String(endpoint.requests.at(-1)?.body.messages.at(-1)?.content);

  await say(page, "Book a table");
  await button(page, "Allow once").click();
  await card(page).getByText("Which table would you like? **Really**").waitFor();
  await card(page).getByText("Servers must not ask for passwords").waitFor();
  await button(card(page), "Send answer").click();
  // What is missing is told, and the first of it has the focus.
  await card(page).getByText("Fill this in").first().waitFor();
  await card(page).locator("input:focus").waitFor();
  await page.keyboard.type("Ada");
  await card(page).getByRole("spinbutton", { name: "Guests (needed)" }).fill("9");
  await card(page).getByText("At most 8 is taken").waitFor();
  await card(page).getByRole("combobox", { name: "Meal (needed)" }).selectOption("Dinner");
  await card(page).getByRole("switch", { name: "Outside" }).click();
  await card(page).getByRole("checkbox", { name: "Quiet" }).check();
  // What was typed is there after a look at another page.
  await goTo(page, "Inbox");
  await card(page).getByRole("textbox", { name: "Your name (needed)" }).waitFor();
  await page.goBack();
  await card(page).getByRole("spinbutton", { name: "Guests (needed)" }).fill("4");
  expect(await card(page).getByRole("textbox", { name: "Your name (needed)" }).inputValue()).toBe("Ada");
  await card(page).getByRole("spinbutton", { name: "Guests (needed)" }).press("Enter");
  await finished(page, "answer 1").waitFor();
  expect(JSON.parse(result())).toEqual({
    action: "accept",
    content: { name: "Ada", guests: 4, outside: false, meal: "d", wishes: ["q"] },
  });

  await say(page, "Delete it");
  await button(page, "Allow once").click();
  await card(page).waitFor();
  await goTo(page, "Inbox");
  await button(card(page), "Decline").click();
  await page.getByText("Nothing").waitFor();
  await page.goBack();
  await finished(page, "answer 3").waitFor();
  expect(JSON.parse(result())).toEqual({ action: "decline" });

  await say(page, "Sign it");
  await button(page, "Allow once").click();
  const visit = page.getByRole("group", { name: "desk wants you to open a web page" });
  await visit.getByText("sign.example", { exact: true }).waitFor();
  await visit.getByText("https://user@sign.example/paper?id=7").waitFor();
  await button(visit, "Cancel").click();
  await finished(page, "answer 5").waitFor();
  expect(JSON.parse(result())).toEqual({ action: "cancel" });

  await say(page, "Pack it");
  await button(page, "Allow once").click();
  const packing = page.getByRole("meter", { name: "Progress" });
  await packing.waitFor();
  expect(await packing.getAttribute("aria-valuenow")).toBe("30");
  await page.getByText("Packing").waitFor();
  await button(page, "Stop this call").click();
  await finished(page, "answer 7").waitFor();
  expect(result()).toContain("The user stopped this call of desk");

  await page.evaluate("location.hash = '#/connections/mcp/desk'");
  await page.getByRole("region", { name: "How its tools are used" }).getByText("Book before you ask.").waitFor();
  await page.getByRole("tab", { name: "Log" }).click();
  await page.getByText("[warning] packer: slow today").waitFor();
});

it("shows the picture that a server's tool answers with, in its step", async () => {
  await using bench = await openWindow({
    answers: [{ calls: [{ name: "mcp_files_picture", arguments: {} }] }, { text: "Drawn." }],
    settings: serverSettings({ files: stdioServer() }),
  });
  const { page } = bench;
  await say(page, "Draw");
  await button(page, "Allow once").click();
  await finished(page, "Drawn.").waitFor();
  await messages(page, "Perch")
    .getByRole("button", { name: /picture/ })
    .first()
    .click();
  const brought = page.getByRole("list", { name: "What it brought" });
  await expect.poll(() => brought.locator("img").evaluate((image) => Reflect.get(image, "naturalWidth"))).toBe(1);
});
