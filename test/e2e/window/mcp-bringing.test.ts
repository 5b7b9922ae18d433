import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { makeZip } from "../../support/make-zip.ts";
import { startHttpServer } from "../../support/mcp/http-server.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { portOf } from "../../support/port-of.ts";
import { button, closeBrowser, gone, goTo, openWindow } from "../../support/window-bench.ts";
import { listedConnection as listed, serverIn, serversIn } from "../../support/window-connections.ts";

/* MCP servers that are there already: in a text of a page, in other applications, in a catalogue, in a file. */

afterAll(closeBrowser);

/** A registry of our own, which has one page. */
async function startRegistry(page: object) {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end(JSON.stringify(page));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    address: `http://127.0.0.1:${portOf(server)}`,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function openAdding(page: Page) {
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await button(dialog, "MCP server").click();
  return dialog;
}

it("shows the whole command of what was pasted, in two of its forms, before it is started", async () => {
  await using bench = await openWindow({ settings: serverSettings({}) });
  const { page, home } = bench;
  const dialog = await openAdding(page);
  const paste = dialog.getByRole("textbox", { name: "Paste its configuration" });
  await paste.fill("npm install -g notes-mcp");
  await button(dialog, "Look at it").click();
  await dialog.getByRole("alert").getByText("starts no server").waitFor();
  const { command, args } = stdioServer() as { readonly command: string; readonly args: readonly string[] };
  const [script = "", options = ""] = args;
  await paste.fill(`$ claude mcp add --scope user dates -- "${command}" "${script}" '${options}'`);
  await button(dialog, "Look at it").click();
  await dialog.getByText("stdio-server.mjs").waitFor();
  expect(await serversIn(home)).toEqual({});
  await button(dialog, "Paste something else").click();
  await paste.fill(`[mcp_servers.notes]\ncommand = '${command}'\nargs = ['${script}', '{}']\n`);
  await button(dialog, "Look at it").click();
  await button(dialog.getByRole("form", { name: "notes" }), "Add and start").click();
  await gone(dialog);
  await listed(page, "notes").getByText("7 tools").waitFor();
  expect(Object.keys(await serversIn(home))).toEqual(["notes"]);
});

it("adds a server of the catalogue: the selection that came along, and a registry that is asked", async () => {
  await using web = await startHttpServer({});
  const server = { name: "io.test/tracker", description: "Tracks.", version: "1.0.0" };
  await using registry = await startRegistry({ servers: [{ ...server, remotes: [{ type: "http", url: web.url }] }] });
  await using bench = await openWindow({
    settings: { tools: { mcpServers: {}, mcpRegistry: registry.address } },
  });
  const { page, home } = bench;
  const dialog = await openAdding(page);
  await button(dialog, "Catalogue").click();
  await dialog.getByRole("searchbox", { name: "Search servers" }).fill("folders that you name");
  await button(dialog, "Look at Files").click();
  await dialog.getByText("@modelcontextprotocol/server-filesystem@").waitFor();
  expect([registry.count(), await serversIn(home)]).toEqual([0, {}]);
  await button(dialog, "Back to the catalogue").click();
  await button(dialog, "Whole registry").click();
  await button(dialog, "Look at tracker").click();
  await dialog.getByText(web.url).waitFor();
  await button(dialog, "Add and connect").click();
  await gone(dialog);
  await listed(page, "tracker").getByText("2 tools").waitFor();
});

it("adds a bundle after what is in it was shown", async () => {
  await using bench = await openWindow({ settings: serverSettings({}) });
  const { page, home } = bench;
  const dialog = await openAdding(page);
  await button(dialog, "Bundle").click();
  const { args } = stdioServer() as { readonly args: readonly string[] };
  const manifest = {
    name: "notes",
    version: "1.2.0",
    author: { name: "Ada" },
    server: {
      type: "node",
      entry_point: "i.mjs",
      mcp_config: {
        command: process.execPath,
        args: [`\${__dirname}/i.mjs`, "{}"],
        env: { TOKEN: `\${user_config.token}` },
      },
    },
    user_config: { token: { type: "string", title: "Token of notes", sensitive: true, required: true } },
  };
  const zip = makeZip([
    { name: "manifest.json", content: JSON.stringify(manifest) },
    { name: "i.mjs", content: await readFile(args[0] ?? "") },
  ]);
  const file = dialog.locator("input[type=file]");
  await file.setInputFiles({ name: "broken.mcpb", mimeType: "application/zip", buffer: zip.subarray(20) });
  await dialog.getByText("no zip that can be read").waitFor();
  await file.setInputFiles({ name: "notes.mcpb", mimeType: "application/zip", buffer: zip });
  const form = dialog.getByRole("form", { name: "notes" });
  await form.getByText("1.2.0, by Ada").waitFor();
  await form.getByText("It is not signed").waitFor();
  await button(form, "Add and start").click();
  await form.getByText("Token of notes is needed.").waitFor();
  await form.getByLabel("Token of notes").fill("hush-hush-3");
  await button(form, "Add and start").click();
  await gone(dialog);
  await listed(page, "notes").getByText("7 tools").waitFor();
  expect((await serverIn(home, "notes")).env).toEqual({ TOKEN: expect.stringMatching(/^secret:/) });
});

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
