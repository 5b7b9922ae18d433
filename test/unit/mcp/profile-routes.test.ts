import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { cacheName } from "../../../src-main/mcp/confine-program.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let client: Connection;
beforeEach(async () => {
  home = await createTestHome();
  client = home.open().connect(terminal);
});
afterEach(() => home[Symbol.asyncDispose]());

async function profileIn(name: string) {
  return JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).tools.mcpServers[name].sandbox;
}

const profile = (more: object = {}) => ({ mode: "on" as const, hosts: [], folders: [], ...more });
const reachOf = async (name: string) => value(await client.request("mcp.open", { name })).server.reach;

it("what is pasted has the profile that every server begins with, whatever its page says", async () => {
  const entry = { command: "npx", args: ["-y", "a"], sandbox: { mode: "off", hosts: ["evil.example"] } };
  const { drafts } = value(await client.request("mcp.read", { text: JSON.stringify({ mcpServers: { a: entry } }) }));
  expect(drafts).toEqual([
    { name: "a", target: { kind: "command", command: "npx", args: ["-y", "a"], cwd: null }, values: {} },
  ]);
});

it("a server without a profile is to run confined, and where nothing can be it runs and says why", async () => {
  await home.config(serverSettings({ files: stdioServer() }));
  const { server } = value(await client.request("mcp.restart", { name: "files" }));
  expect(server).toMatchObject({
    state: "ready",
    reach: { ...profile(), packageHosts: [], refused: [], unconfined: "There is no sandbox in this test." },
  });
  const { checks } = value(await client.request("system.doctor", {}));
  expect(checks.find(({ id }) => id === "sandbox")).toMatchObject({
    state: "warning",
    message:
      "There is no sandbox in this test. Each command asks. MCP servers that are programs run without a sandbox: files.",
  });
});

it("the doctor looks at the sandbox for servers alone too, and names those that run without by their settings", async () => {
  await home.config({
    tools: {
      exec: { sandbox: { mode: "off" } },
      mcpServers: { open: stdioServer({}, { sandbox: { mode: "off" } }), off: stdioServer({}, { enabled: false }) },
    },
  });
  const check = async () => {
    const { checks } = value(await client.request("system.doctor", {}));
    return checks.find(({ id }) => id === "sandbox");
  };
  expect(await check()).toMatchObject({
    state: "ok",
    message: "switched off in Settings; each command asks; without it, as their settings say: open",
  });
  value(await client.request("mcp.save", { name: "open", sandbox: profile() }));
  expect(await check()).toMatchObject({
    state: "warning",
    message: "There is no sandbox in this test. MCP servers that are programs run without a sandbox: open.",
  });
});

it("a change of the profile starts the server anew, is kept, and is refused beside its field", async () => {
  const starts = join(home.folder, "starts");
  await home.config(serverSettings({ files: stdioServer({ starts }) }));
  value(await client.request("mcp.restart", { name: "files" }));
  const hosts = ["https://API.example.com/v1", "*.example.org"];
  value(await client.request("mcp.save", { name: "files", sandbox: profile({ hosts, folders: ["~/notes"] }) }));
  const kept = profile({ hosts: ["api.example.com", "*.example.org"], folders: ["~/notes"] });
  expect(await profileIn("files")).toEqual(kept);
  await expect.poll(async () => (await readFile(starts, "utf8")).trim().split("\n")).toHaveLength(2);
  for (const [wrong, field] of [
    [{ hosts: ["*"] }, "hosts"],
    [{ folders: ["/"] }, "folders"],
    [{ folders: [home.home] }, "folders"],
  ] as const) {
    const refused = await client.request("mcp.save", { name: "files", sandbox: profile(wrong) });
    expect(refused.ok ? null : refused.error).toMatchObject({ code: "invalid-input", data: { field } });
  }
  expect(await profileIn("files")).toEqual(kept);
});

it("hosts are allowed one by one, also two at the same time, and none that is no host", async () => {
  await home.config(serverSettings({ files: stdioServer() }));
  const allow = (host: string) => client.request("mcp.allowHost", { name: "files", host });
  const both = await Promise.all([allow("a.example.com"), allow("b.example.com"), allow("a.example.com")]);
  for (const one of both) value(one);
  expect((await reachOf("files"))?.hosts).toEqual(["a.example.com", "b.example.com"]);
  expect(await allow("*")).toMatchObject({ ok: false, error: { code: "invalid-input" } });
  expect(await client.request("mcp.allowHost", { name: "nobody", host: "a.example.com" })).toMatchObject({
    ok: false,
    error: { code: "not-found" },
  });
});

it("of a profile that is written wrongly nothing is taken, and no server starts", async () => {
  await home.config(
    serverSettings({ files: stdioServer({}, { sandbox: { mode: "of", hosts: ["*"], folders: "~" } }) }),
  );
  const listed = await client.request("mcp.list", {});
  expect(listed.ok ? null : listed.error.code).toBe("bad-settings");
});

it("becoming an address it loses its profile", async () => {
  await home.config(serverSettings({ files: stdioServer({}, { sandbox: { hosts: ["a.example.com"] } }) }));
  value(
    await client.request("mcp.save", {
      name: "files",
      isOn: false,
      target: { kind: "address", url: "http://127.0.0.1:1/" },
    }),
  );
  expect(await profileIn("files")).toBeUndefined();
  expect(await reachOf("files")).toBeNull();
});

it("a command tells before it is added what it fetches its package from, and whether it can be confined", async () => {
  const outlook = async (command: string, ...args: string[]) =>
    value(await client.request("mcp.outlook", { command, args }));
  expect(await outlook("uvx", "server-time")).toEqual({
    packageHosts: ["pypi.org", "files.pythonhosted.org"],
    unconfined: "There is no sandbox in this test.",
    unfit: null,
  });
  expect((await outlook("node", "server.js")).packageHosts).toEqual([]);
});

it("where there is a sandbox, a client of a container service is told to need another way", async () => {
  const ready = { state: async () => ({ kind: "ready" as const }) };
  const confine = async () => ({ ok: false as const, error: "it is full" });
  const assistant = home.open({ sandbox: { ...ready, confine, confineServer: confine } });
  const { unfit } = value(await assistant.connect(terminal).request("mcp.outlook", { command: "docker" }));
  expect(unfit).toContain("Its container cannot be started from the sandbox");
});

it("a server that was to be confined and could not be does not run", async () => {
  const starts = join(home.folder, "starts");
  await home.config(serverSettings({ files: stdioServer({ starts }) }));
  const ready = { state: async () => ({ kind: "ready" as const }) };
  const confine = async () => ({ ok: false as const, error: "it is full" });
  const one = home.open({ sandbox: { ...ready, confine, confineServer: confine } }).connect(terminal);
  const { server } = value(await one.request("mcp.restart", { name: "files" }));
  expect(server.problem?.message).toBe("It was to run in the sandbox, and could not be confined: it is full");
  expect(existsSync(starts)).toBe(false);
});

it("what a server fetched goes with it", async () => {
  await home.config(serverSettings({ files: stdioServer({}, { enabled: false }) }));
  const cache = join(home.home, "cache", "mcp", cacheName("files"));
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, "a"), "");
  value(await client.request("mcp.remove", { name: "files" }));
  expect(existsSync(cache)).toBe(false);
});

it("servers whose names differ in a sign alone have caches of their own, which lie side by side", () => {
  const names = ["files", "Files", "fi.les", "fi_les", "../files", "/", "", "x".repeat(500)];
  const folders = names.map(cacheName);
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(names.length);
  expect(folders.every((folder) => /^[a-z0-9_-]{1,60}$/.test(folder))).toBe(true);
});
