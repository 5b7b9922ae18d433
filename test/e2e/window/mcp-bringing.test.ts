import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { button, closeBrowser, gone, goTo, openWindow } from "../../support/window-bench.ts";
import { listedConnection as listed, serverIn, serversIn } from "../../support/window-connections.ts";

/* MCP servers that are there already: in a text of a page, in other applications, in a catalogue, in a file. */

afterAll(closeBrowser);

async function openAdding(page: Page) {
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await button(dialog, "MCP server").click();
  return dialog;
}

it("adds what another application has set up, by tick, with its key kept apart", async () => {
  const cursor = {
    mcpServers: { dates: stdioServer({}, { env: { API_KEY: "hush-hush-2" } }), other: { command: "x" } },
  };
  await using bench = await openWindow({
    settings: serverSettings({}),
    async prepare(home) {
      await home.write(".cursor/mcp.json", JSON.stringify(cursor));
      await home.write(".gemini/settings.json", "{ half");
    },
  });
  const { page, home } = bench;
  const dialog = await openAdding(page);
  await button(dialog, "Other apps").click();
  await dialog.getByText("What Gemini CLI has could not be read.").waitFor();
  const row = dialog.getByRole("listitem").filter({ hasText: "dates" });
  await row.getByText("stdio-server.mjs").waitFor();
  await row.getByText("Variables: API_KEY").waitFor();
  expect(await page.content()).not.toContain("hush-hush");
  expect(await serversIn(home)).toEqual({});
  await row.getByRole("checkbox", { name: "Add dates" }).check();
  await button(dialog, "Add and start").click();
  await gone(dialog);
  await page.getByRole("heading", { name: "dates", exact: true }).waitFor();
  await listed(page, "dates").getByText("7 tools").waitFor();
  expect((await serverIn(home, "dates")).env).toEqual({ API_KEY: expect.stringMatching(/^secret:/) });
});
