import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { reachingServer, serverSettings } from "../../support/mcp/servers.ts";
import { portOf } from "../../support/port-of.ts";
import {
  button,
  closeBrowser,
  composer,
  finished,
  gone,
  goTo,
  messages,
  openWindow,
  say,
} from "../../support/window-bench.ts";
import { listedConnection as listed, openServer, serverIn } from "../../support/window-connections.ts";

/* What an MCP server may reach: seen before it is added, refused in a call, allowed with one press. */

afterAll(closeBrowser);

async function answering() {
  const server = createServer((_request, response) => void response.end("reached it"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/`;
}

function reach(page: Page) {
  return page.getByRole("region", { name: "What it may reach" });
}

it("is seen before a server is added; what a call was refused is allowed with one press, and then it works", async () => {
  const url = await answering();
  const ask = { calls: [{ name: "mcp_reaching_fetch", arguments: { url } }] };
  await using bench = await openWindow({
    answers: [ask, { text: "It was refused." }, ask, { text: "It came." }],
    settings: { approvals: { mode: "full" } },
  });
  const { page, home, endpoint } = bench;
  await goTo(page, "Connections");
  await button(page, "Add connection").click();
  const dialog = page.getByRole("dialog", { name: "Add connection" });
  await button(dialog, "MCP server").click();
  await dialog.getByRole("textbox", { name: "Paste its configuration" }).fill(
    JSON.stringify({
      mcpServers: { reaching: { ...reachingServer(), sandbox: { mode: "off", hosts: ["a.example"] } } },
    }),
  );
  await button(dialog, "Look at it").click();
  const draft = dialog.getByRole("region", { name: "What it may reach" });
  // What another app says of it counts for nothing.
  expect(await draft.getByRole("switch", { name: "Run it in the sandbox" }).getAttribute("aria-checked")).toBe("true");
  expect(await draft.getByRole("textbox", { name: "Hosts it may reach" }).inputValue()).toBe("");
  await draft.getByText("no secrets of yours").waitFor();
  await draft.getByRole("textbox", { name: "Hosts it may reach" }).fill("*.com");
  await button(dialog, "Add and start").click();
  await draft.getByRole("alert").getByText("*.com is no host that can be allowed").waitFor();
  await draft.getByRole("textbox", { name: "Hosts it may reach" }).fill("https://API.example.com/v1");
  await button(dialog, "Add and start").click();
  await gone(dialog);
  await listed(page, "reaching").getByText("2 tools").waitFor();
  await reach(page).getByText("In the sandbox", { exact: true }).waitFor();
  await reach(page).getByText("api.example.com").waitFor();

  await goTo(page, "Chats");
  await composer(page).waitFor();
  await say(page, "fetch it");
  await finished(page, "It was refused.").waitFor();
  const told = (endpoint.requests[1]?.body.messages ?? []).map(({ content }) => String(content)).join("\n");
  expect(told).toContain("The sandbox kept this server from reaching 127.0.0.1.");

  await openServer(page, "reaching");
  await reach(page).getByText("The sandbox kept it from reaching 127.0.0.1.").waitFor();
  await button(reach(page), "Allow this host: 127.0.0.1").click();
  await gone(reach(page).getByText("The sandbox kept it from reaching"));
  await listed(page, "reaching").getByText("2 tools").waitFor();
  expect((await serverIn(home, "reaching")).sandbox.hosts).toEqual(["api.example.com", "127.0.0.1"]);

  await goTo(page, "Chats");
  await say(page, "fetch it again");
  await finished(page, "It came.").waitFor();
  const then = (endpoint.requests[3]?.body.messages ?? []).map(({ content }) => String(content)).join("\n");
  expect(then).toContain("200 reached it");
  expect(await messages(page, "Perch").count()).toBe(2);
});

it("of a start that failed stands with its problem, and the press starts it anew", async () => {
  const settings = serverSettings({ reaching: reachingServer({ asksFirst: await answering() }) });
  await using bench = await openWindow({ settings });
  const { page } = bench;
  await openServer(page, "reaching");
  const connection = page.getByRole("region", { name: "Connection" });
  await connection.getByText("While it started, the sandbox kept it from reaching 127.0.0.1.").waitFor();
  await button(connection, "Allow this host: 127.0.0.1").click();
  await listed(page, "reaching").getByText("2 tools").waitFor();
  await reach(page).getByText("127.0.0.1", { exact: true }).waitFor();
});

it("is changed at the server, and switching the sandbox off is warned of", async () => {
  await using bench = await openWindow({ settings: serverSettings({ reaching: reachingServer() }) });
  const { page, home } = bench;
  await openServer(page, "reaching");
  await listed(page, "reaching").getByText("2 tools").waitFor();
  await button(reach(page), "Change").click();
  await reach(page).getByRole("textbox", { name: "Folders it may write" }).fill("~");
  await button(reach(page), "Save").click();
  await reach(page).getByRole("alert").getByText("~ holds your whole home folder. Choose a folder in it.").waitFor();
  await reach(page).getByRole("textbox", { name: "Folders it may write" }).fill("~/Assistant");
  await button(reach(page), "Save").click();
  await reach(page).getByText("~/Assistant", { exact: true }).waitFor();
  await button(reach(page), "Change").click();
  await reach(page).getByRole("switch", { name: "Run it in the sandbox" }).click();
  await reach(page).getByText("can read, change and send whatever you can").waitFor();
  await button(reach(page), "Save").click();
  await reach(page).getByText("Without a sandbox", { exact: true }).waitFor();
  await listed(page, "reaching").getByText("2 tools").waitFor();
  expect((await serverIn(home, "reaching")).sandbox).toEqual({ mode: "off", hosts: [], folders: ["~/Assistant"] });
});
