import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { RouteCall } from "../../../src-preload/contract/routes.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { createTestHome, record, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let client: Connection;
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "perch-mcp-"));
  home = await createTestHome();
  client = home.open().connect(terminal);
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const readConfig = async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8"));
const save = (change: RouteCall<"mcp.save">) => client.request("mcp.save", change);
const open = async (name: string) => value(await client.request("mcp.open", { name }));

function target(options: Parameters<typeof stdioServer>[0] = {}) {
  const { command, args } = stdioServer(options) as { command: string; args: string[] };
  return { kind: "command", command, args } as const;
}

/** As the settings name it. */
function variable(name: string): string {
  return `\${${name}}`;
}

/** Until it is ready or has failed. */
async function settled(name: string) {
  await expect.poll(async () => (await open(name)).server.state, { timeout: 10_000 }).toMatch(/ready|failed/);
  return open(name);
}

describe("a server that is added", () => {
  it("is connected at once; what lets somebody in lies in the key store, the rest in the settings", async () => {
    const dumpEnv = join(folder, "env.json");
    const values = { CALENDAR_TOKEN: "a-token-of-the-calendar", LOG_LEVEL: "debug" };
    const saved = value(
      await save({ name: "calendar", isNew: true, target: target({ mode: "needs-token", dumpEnv }), values }),
    );
    expect(saved.server.values).toEqual([
      { name: "CALENDAR_TOKEN", place: "key-store" },
      { name: "LOG_LEVEL", place: "settings" },
    ]);
    expect((await settled("calendar")).server).toMatchObject({
      state: "ready",
      title: "Test server 1.2.3",
      toolCount: 7,
    });
    const { env } = (await readConfig()).tools.mcpServers.calendar;
    expect(env).toEqual({ CALENDAR_TOKEN: "secret:mcp:calendar:CALENDAR_TOKEN", LOG_LEVEL: "debug" });
    expect(home.secrets.get("mcp:calendar:CALENDAR_TOKEN")).toBe("a-token-of-the-calendar");
    const seen = JSON.parse(await readFile(dumpEnv, "utf8"));
    expect(seen).toMatchObject(values);
  });

  it("is not one of a name that is taken, also where only the case differs", async () => {
    value(await save({ name: "files", isNew: true, target: target() }));
    const again = await save({ name: "Files", isNew: true, target: target() });
    expect(again.ok ? null : again.error).toMatchObject({ code: "conflict", data: { field: "name" } });
  });

  it.each<[Partial<RouteCall<"mcp.save">>, string]>([
    [{ name: "with space" }, "name"],
    [{ target: { kind: "command", command: " " } }, "command"],
    [{ target: { kind: "command", command: "x", args: ["a\0b"] } }, "args"],
    [{ target: { kind: "address", url: "example.test" } }, "url"],
    [{ target: { kind: "address", url: "https://me:word@example.test" } }, "url"],
    [{ values: { "NOT A NAME": "x" } }, "valueName"],
    [{ values: { NAME: "a\0b" } }, "value"],
    [{ timeoutSeconds: 0 }, "timeoutSeconds"],
  ])("with %j is refused beside the field %s", async (change, field) => {
    const refused = await save({ name: "files", isNew: true, target: target(), ...change });
    expect(refused.ok ? null : refused.error).toMatchObject({ code: "invalid-input", data: { field } });
    await expect(readConfig()).rejects.toThrow(/ENOENT/);
  });

  it("that does not speak the protocol is told in its own words, and not by how it was ended", async () => {
    value(await save({ name: "odd", isNew: true, target: target({ mode: "newest-only" }) }));
    const { server } = await settled("odd");
    expect(server.problem?.message).toContain("does not speak as an MCP server: Method not found");
    expect(server.stages[2]).toMatchObject({ state: "failed", message: "not understood" });
  });

  it("that lacks a variable says which, and works once it is set", async () => {
    value(await save({ name: "calendar", isNew: true, target: target({ mode: "needs-token" }) }));
    const { server, log } = await settled("calendar");
    expect(server.problem).toMatchObject({ missing: "CALENDAR_TOKEN" });
    expect(server.problem?.message).toContain("CALENDAR_TOKEN is not set");
    expect(server.stages[2]).toMatchObject({ stage: "initialised", state: "failed", message: "ended, code 1" });
    expect(log.map(({ text }) => text)).toContain("Error: CALENDAR_TOKEN is not set");
    value(await save({ name: "calendar", values: { CALENDAR_TOKEN: "a-token-of-the-calendar" } }));
    await expect.poll(async () => (await open("calendar")).server.state).toBe("ready");
  });
});

describe("a server that is changed", () => {
  it("keeps the values that are not named anew, and loses those that are left out with their secrets", async () => {
    value(
      await save({
        name: "files",
        isNew: true,
        target: target(),
        values: { A_TOKEN: "token-number-one", B_KEY: "key-number-two" },
      }),
    );
    value(await save({ name: "files", values: { A_TOKEN: null } }));
    expect(home.secrets.get("mcp:files:A_TOKEN")).toBe("token-number-one");
    expect(home.secrets.has("mcp:files:B_KEY")).toBe(false);
    expect((await readConfig()).tools.mcpServers.files.env).toEqual({ A_TOKEN: "secret:mcp:files:A_TOKEN" });
  });

  it("leaves no secret behind when it becomes one of another kind", async () => {
    value(await save({ name: "files", isNew: true, target: target(), values: { A_TOKEN: "token-number-one" } }));
    const url = "http://127.0.0.1:1/mcp";
    value(
      await save({ name: "files", target: { kind: "address", url }, values: { Authorization: "Bearer number-two" } }),
    );
    expect([...home.secrets.keys()]).toEqual(["mcp:files:Authorization"]);
    expect((await readConfig()).tools.mcpServers.files).toEqual({
      url,
      headers: { Authorization: "secret:mcp:files:Authorization" },
    });
  });

  it("goes on running where only what it offers is changed", async () => {
    const starts = join(folder, "starts");
    value(await save({ name: "files", isNew: true, target: target({ starts }) }));
    await settled("files");
    const fewer = value(await save({ name: "files", enabledTools: ["echo"] }));
    expect(fewer.server).toMatchObject({ state: "ready", toolCount: 1 });
    expect((await readFile(starts, "utf8")).trim().split("\n")).toHaveLength(1);
  });

  it("takes no key along to another host", async () => {
    const url = "http://127.0.0.1:1/mcp";
    value(
      await save({
        name: "web",
        isNew: true,
        target: { kind: "address", url },
        values: { Authorization: "Bearer key-of-the-host" },
      }),
    );
    value(await save({ name: "web", target: { kind: "address", url: "http://127.0.0.1:2/mcp" } }));
    const { web } = (await readConfig()).tools.mcpServers;
    expect(web.url).toBe("http://127.0.0.1:2/mcp");
    expect(web.headers ?? {}).toEqual({});
    expect(home.secrets.size).toBe(0);
  });

  it("is what it was where a client hands back what it was shown", async () => {
    const args = [...target().args, "--api-key", "key-on-the-command-line"];
    await home.config(serverSettings({ files: { command: process.execPath, args } }));
    const shown = (await open("files")).server.target;
    expect(JSON.stringify(shown)).not.toContain("key-on-the-command-line");
    if (shown.kind !== "command") throw new Error("not a command");
    value(await save({ name: "files", target: { ...shown, args: [...shown.args], cwd: folder } }));
    expect((await readConfig()).tools.mcpServers.files).toMatchObject({ args, cwd: folder });
  });

  it("is off until it is on", async () => {
    value(await save({ name: "files", isNew: true, target: target() }));
    await settled("files");
    expect(value(await save({ name: "files", isOn: false })).server).toMatchObject({ state: "off", toolCount: 0 });
    value(await save({ name: "files", isOn: true }));
    expect((await settled("files")).server.state).toBe("ready");
  });
});

describe("a key that is known already", () => {
  it("is read from what is pasted as it stands there, also where another one begins like it", async () => {
    await home.config({
      providers: { custom: { apiBase: "http://127.0.0.1:9/v1", apiKey: "sk-or-v1-0123456789abcdef" } },
    });
    const pasted = (key: string) => JSON.stringify({ mcpServers: { a: { command: "x", env: { A_TOKEN: key } } } });
    for (const key of ["sk-or-v1-0123456789abcdef", "sk-or-v1-0123another"]) {
      const { drafts } = value(await client.request("mcp.read", { text: pasted(key) }));
      expect(drafts[0]?.values).toEqual({ A_TOKEN: key });
    }
  });

  it("stays in an address of which another part is changed, and is never kept as the word in its place", async () => {
    const url = "http://127.0.0.1:1/mcp?api_key=key-in-the-address";
    await home.config(serverSettings({ web: { url } }));
    const shown = (await open("web")).server.target;
    if (shown.kind !== "address") throw new Error("not an address");
    expect(shown.url).toContain("[key]");
    value(await save({ name: "web", target: { kind: "address", url: `${shown.url}&x=1` } }));
    expect((await readConfig()).tools.mcpServers.web.url).toBe(`${url}&x=1`);
    for (const wrong of ["http://127.0.0.1:2/mcp?api_key=[key]", "http://127.0.0.1:1/[key]/mcp"]) {
      const refused = await save({ name: "web", target: { kind: "address", url: wrong } });
      expect(refused.ok ? null : refused.error).toMatchObject({ code: "invalid-input", data: { field: "url" } });
    }
    const args = ["--token=[key]"];
    const refused = await save({ name: "new", isNew: true, target: { kind: "command", command: "x", args } });
    expect(refused.ok ? null : refused.error.data).toEqual({ field: "args" });
  });
});

describe("what stands in the environment", () => {
  it("does not come into the settings with a change of something else", async () => {
    await home[Symbol.asyncDispose]();
    home = await createTestHome({ FILES_TOKEN: "token-of-the-environment", FOLDER: "/the/folder" });
    client = home.open().connect(terminal);
    const env = { A_TOKEN: variable("FILES_TOKEN"), MODE: "quiet" };
    const args = [...target().args, variable("FOLDER")];
    await home.config(serverSettings({ files: { command: process.execPath, args, env } }));
    const shown = (await open("files")).server.target;
    if (shown.kind !== "command") throw new Error("not a command");
    value(await save({ name: "files", timeoutSeconds: 20, target: { ...shown, args: [...shown.args] } }));
    value(await save({ name: "files", values: { A_TOKEN: null, MODE: "loud" } }));
    const kept = (await readConfig()).tools.mcpServers.files;
    expect(kept).toMatchObject({ args, env: { A_TOKEN: variable("FILES_TOKEN"), MODE: "loud" }, timeoutSeconds: 20 });
  });

  it("and is not there is told beside the value, and nothing is saved", async () => {
    const values = { A_TOKEN: variable("NOT_SET_ANYWHERE") };
    const refused = await save({ name: "files", isNew: true, target: target(), values });
    expect(refused.ok ? "" : refused.error.message).toContain("NOT_SET_ANYWHERE");
    await expect(readConfig()).rejects.toThrow(/ENOENT/);
  });
});

describe("a server that is removed", () => {
  it("leaves nothing: no settings, no secret, no trust, no process", async () => {
    const seen = await record(client);
    value(await save({ name: "files", isNew: true, target: target(), values: { A_TOKEN: "token-number-one" } }));
    await settled("files");
    value(await client.request("mcp.remove", { name: "files" }));
    await seen.until("server-removed");
    expect((await readConfig()).tools.mcpServers).toEqual({});
    expect(home.secrets.size).toBe(0);
    expect(JSON.parse(await readFile(join(home.home, "trust.json"), "utf8")).mcpServers).toEqual({});
    const gone = await client.request("mcp.open", { name: "files" });
    expect(gone.ok ? null : gone.error.code).toBe("not-found");
  });
});

describe("what a client is shown", () => {
  it("has no value of a variable, in the settings neither", async () => {
    await home.config(serverSettings({ files: stdioServer({}, { env: { MODE: "quiet", KEY: "secret:x" } }) }));
    const { settings } = value(await client.request("settings.get", {}));
    expect(settings.tools.mcpServers["files"]?.env).toEqual({ MODE: "[key]", KEY: "secret:x" });
    value(await client.request("settings.update", { patch: { tools: { ...settings.tools } } }));
    expect((await readConfig()).tools.mcpServers.files.env).toEqual({ MODE: "quiet", KEY: "secret:x" });
  });

  it("is the log, without colours, and the doctor's word", async () => {
    await home.config(
      serverSettings({ files: stdioServer({ mode: "chatty" }), gone: { command: "npx-that-is-not-there" } }),
    );
    const { log } = value(await client.request("mcp.restart", { name: "files" }));
    expect(log.map(({ from, text }) => `${from}: ${text}`)).toEqual(
      expect.arrayContaining([
        "server: Welcome to the server!",
        "server: listening",
        "perch: Connected: Test server 1.2.3, 7 tools",
      ]),
    );
    const { checks } = value(await client.request("system.doctor", {}));
    const ofServers = checks.filter(({ id }) => id === "mcp");
    expect(ofServers.map(({ name, state }) => [name, state])).toEqual([
      ["MCP server files", "ok"],
      ["MCP server gone", "broken"],
    ]);
    expect(ofServers[1]?.nextStep).toContain("Install it");
  });
});
