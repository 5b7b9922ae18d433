import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { ServedHome } from "./served-home.ts";
import { goTo } from "./window-bench.ts";

/** A connection in the list. */
export function listedConnection(page: Page, name: string) {
  return page.getByRole("complementary", { name: "Connections" }).getByRole("link", { name });
}

/** The right column of a connection. */
export function settingsPanel(page: Page) {
  return page.getByRole("complementary", { name: "Settings" });
}

/** Goes to an MCP server. */
export async function openServer(page: Page, name: string): Promise<void> {
  await goTo(page, "Connections");
  await listedConnection(page, name).click();
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

/** What config.json says of the MCP servers. */
export async function serversIn(home: ServedHome) {
  return JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).tools.mcpServers;
}

export async function serverIn(home: ServedHome, name: string) {
  return (await serversIn(home))[name];
}
