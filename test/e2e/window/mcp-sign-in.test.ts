import { afterAll, expect, it } from "vitest";
import { startOAuthServer } from "../../support/mcp/oauth-server.ts";
import { serverSettings } from "../../support/mcp/servers.ts";
import { button, closeBrowser, goTo, openWindow, say } from "../../support/window-bench.ts";
import { listedConnection as listed, openServer } from "../../support/window-connections.ts";

/* Signing in to an MCP server: in the browser, its end at the server, and once more. */

afterAll(closeBrowser);

it("signs in to a server, calls its tool, is told when that is over, and signs in again", async () => {
  await using server = await startOAuthServer({ person: { email: "ada@example.com" } });
  const call = { calls: [{ name: "mcp_tracker_add", arguments: { a: 2, b: 3 } }] };
  const answers = [call, { text: "It is five." }, call, { text: "You are not signed in." }];
  await using bench = await openWindow({
    answers,
    settings: { ...serverSettings({ tracker: { url: server.url } }), approvals: { mode: "full" } },
  });
  const { page, context } = bench;
  await openServer(page, "tracker");
  await listed(page, "tracker").getByText("Sign in", { exact: true }).waitFor();
  const card = page.getByRole("region", { name: "Sign-in" });
  await card.getByText(/wants you to sign in$/).waitFor();
  // Without a mouse: what was pressed is gone, and the next key goes on from the link to the page.
  await button(card, "Sign in").press("Enter");
  const link = card.getByRole("link", { name: "Open the page" });
  await card.locator("a:focus").getByText("Open the page").waitFor();
  const address = (await link.getAttribute("href")) ?? "";
  await card.getByText(address).waitFor();
  await card.getByRole("button", { name: "The browser is on another computer?" }).click();
  await card.getByLabel("Address where the browser ended").fill("http://127.0.0.1/callback?code=1&state=guessed");
  await button(card, "Sign in").click();
  await card.getByText(/Copy all of it/).waitFor();
  const [browser] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await browser.getByRole("heading", { name: "You are signed in" }).waitFor();
  await browser.getByText(/knows you as ada@example\.com/).waitFor();
  await browser.close();
  await card.getByText("Signed in as ada@example.com").waitFor();
  await listed(page, "tracker").getByText("2 tools").waitFor();

  await goTo(page, "Chats");
  await say(page, "add");
  await page.getByText("It is five.", { exact: true }).waitFor();
  server.revokeAll();
  await say(page, "add again");
  await page.getByText("You are not signed in.", { exact: true }).waitFor();
  expect(bench.endpoint.requests.at(-1)?.body.messages.at(-1)?.content).toContain("press Sign in");
  await openServer(page, "tracker");
  await card.getByText("You were known there as ada@example.com").waitFor();
  await button(card, "Sign in again").click();
  await server.visit((await link.getAttribute("href")) ?? "");
  await card.getByText("Signed in as ada@example.com").waitFor();
  await button(card, "Sign out").click();
  await card.getByText(/wants you to sign in$/).waitFor();
  expect(server.valid).toEqual([]);
});
