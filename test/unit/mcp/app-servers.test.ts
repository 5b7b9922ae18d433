import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { createAssistant } from "../../../src-main/assistant.ts";
import { appPlaces } from "../../../src-main/mcp/sources/app-places.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { noSandbox } from "../../support/no-sandbox.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

describe("where other applications keep their servers", () => {
  const linux = "/home/me";
  const mac = "/Users/me";
  const windows = String.raw`C:\Users\me`;
  const roaming = String.raw`D:\Roaming`;

  it.each<[NodeJS.Platform, string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    [
      "linux",
      linux,
      {},
      {
        "Claude Desktop": "/home/me/.config/Claude/claude_desktop_config.json",
        "VS Code": "/home/me/.config/Code/User/mcp.json",
        Codex: "/home/me/.codex/config.toml",
        goose: "/home/me/.config/goose/config.yaml",
        Zed: "/home/me/.config/zed/settings.json",
        Cursor: "/home/me/.cursor/mcp.json",
        Windsurf: "/home/me/.codeium/windsurf/mcp_config.json",
        "Gemini CLI": "/home/me/.gemini/settings.json",
        "LM Studio": "/home/me/.lmstudio/mcp.json",
        "Claude Code": "/home/me/.claude.json",
      },
    ],
    [
      "linux",
      linux,
      { XDG_CONFIG_HOME: "/data/config", CODEX_HOME: "/data/codex" },
      {
        "Claude Desktop": "/data/config/Claude/claude_desktop_config.json",
        Zed: "/data/config/zed/settings.json",
        Codex: "/data/codex/config.toml",
      },
    ],
    [
      "darwin",
      mac,
      {},
      {
        "Claude Desktop": "/Users/me/Library/Application Support/Claude/claude_desktop_config.json",
        "VS Code": "/Users/me/Library/Application Support/Code/User/mcp.json",
        "VS Code Insiders": "/Users/me/Library/Application Support/Code - Insiders/User/mcp.json",
        Zed: "/Users/me/.config/zed/settings.json",
        goose: "/Users/me/.config/goose/config.yaml",
      },
    ],
    [
      "win32",
      windows,
      { APPDATA: roaming },
      {
        "Claude Desktop": String.raw`D:\Roaming\Claude\claude_desktop_config.json`,
        "VS Code": String.raw`D:\Roaming\Code\User\mcp.json`,
        Zed: String.raw`D:\Roaming\Zed\settings.json`,
        goose: String.raw`D:\Roaming\Block\goose\config\config.yaml`,
        Cursor: String.raw`C:\Users\me\.cursor\mcp.json`,
      },
    ],
    [
      "win32",
      windows,
      {},
      { "Claude Desktop": String.raw`C:\Users\me\AppData\Roaming\Claude\claude_desktop_config.json` },
    ],
  ])("is known on %s", (platform, userHome, env, expected) => {
    const places = appPlaces({ platform, userHome, env }, "/work");
    const first = Object.keys(expected).map((app) => [app, places.find((one) => one.app === app)?.path]);
    expect(Object.fromEntries(first)).toEqual(expected);
  });
});

/** A person with these files, and Perch for them. */
async function personWith(given: Readonly<Record<string, string | Buffer>>, settings: object = {}) {
  const stack = new AsyncDisposableStack();
  const home = stack.use(await createTestHome());
  const userHome = join(home.folder, "user");
  for (const [path, content] of Object.entries(given)) {
    await mkdir(dirname(join(userHome, path)), { recursive: true });
    await writeFile(join(userHome, path), content);
  }
  await home.config(settings);
  const host = { ...home.host, paths: { ...home.host.paths, userHome } };
  const assistant = createAssistant(host, { version: "test", files: nodeFileSystem, sandbox: noSandbox });
  stack.defer(() => assistant.close());
  const client = assistant.connect(terminal);
  return {
    home,
    client,
    find: async () => value(await client.request("mcpSources.findApps", {})),
    saved: async () => JSON.parse(await readFile(join(home.home, "config.json"), "utf8")).tools?.mcpServers ?? {},
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const npx = { command: "npx", args: ["-y", "a-mcp"] };
const cursor = ".cursor/mcp.json";
const codex = ".codex/config.toml";

describe("servers of other applications", () => {
  it("are found in each of their forms, one that several have once, without any value", async () => {
    await using person = await personWith({
      ".config/Claude/claude_desktop_config.json": JSON.stringify({
        mcpServers: { a: { ...npx, env: { KEY: "hush-1" } } },
      }),
      [cursor]: `\ufeff// mine\n${JSON.stringify({ mcpServers: { a: { ...npx, env: { KEY: "hush-1" } }, b: { url: "https://b.test/mcp", headers: { Authorization: "Bearer hush-2" } } } })}`,
      ".claude.json": JSON.stringify({
        mcpServers: {},
        projects: { "/x": { mcpServers: { c: { command: "c-mcp" } } } },
        history: ["x"],
      }),
      ".config/Code/User/mcp.json": JSON.stringify({
        inputs: [],
        servers: { d: { ...npx, env: { K: "$" + "{input:k}" } } },
      }),
      ".gemini/settings.json": JSON.stringify({ theme: "x", mcpServers: { e: { httpUrl: "https://e.test" } } }),
      [codex]: '[mcp_servers.f]\ncommand = "f-mcp"\nenabled = false\n[other]\ncommand = "not-this"\n',
      ".config/goose/config.yaml":
        "extensions:\n  developer:\n    type: builtin\n  g:\n    type: stdio\n    cmd: g-mcp\n",
      ".config/zed/settings.json": '{ "context_servers": { "h": { "command": { "path": "h-mcp", "args": [] } } }, }',
    });
    const { servers, files } = await person.find();
    expect(servers.map(({ name, apps }) => [name, apps])).toEqual([
      ["a", ["Claude Desktop", "Cursor"]],
      ["c", ["Claude Code"]],
      ["b", ["Cursor"]],
      ["d", ["VS Code"]],
      ["e", ["Gemini CLI"]],
      ["f", ["Codex"]],
      ["g", ["goose"]],
      ["h", ["Zed"]],
    ]);
    expect(servers.map(({ isOff }) => isOff)).toEqual([false, false, false, false, false, true, false, false]);
    expect(servers[3]?.values).toEqual([{ name: "K", isMissing: true }]);
    expect(files.every(({ problem }) => problem === null)).toBe(true);
    expect(JSON.stringify(servers)).not.toContain("hush");
    expect(await person.saved()).toEqual({});
  });

  it("are brought in where they are chosen, with their keys in the key store and a name of their own", async () => {
    await using person = await personWith(
      {
        [cursor]: JSON.stringify({
          mcpServers: {
            a: stdioServer({}, { env: { API_KEY: "hush-1", LEVEL: "info", OTHER: "<YOUR_OTHER>" } }),
            b: stdioServer({ mode: "newest-only" }),
            c: { command: "left-alone" },
          },
        }),
      },
      serverSettings({ A: { command: "mine" } }),
    );
    const { token, servers } = await person.find();
    expect(Object.keys(await person.saved())).toEqual(["A"]);
    const brought = value(await person.client.request("mcpSources.bringIn", { token, ids: [0, 1, 0, 99] })).servers;
    expect(brought).toEqual([
      { kind: "added", id: 0, name: "a-2" },
      { kind: "added", id: 1, name: "b" },
      { kind: "failed", id: 99, message: expect.stringContaining("too long ago") },
    ]);
    const saved = await person.saved();
    expect(Object.keys(saved)).toEqual(["A", "a-2", "b"]);
    expect(saved["a-2"].env).toEqual({ API_KEY: "secret:mcp:a-2:API_KEY", LEVEL: "info" });
    expect(person.home.secrets.get("mcp:a-2:API_KEY")).toBe("hush-1");
    expect((await person.find()).servers.map(({ known }) => known)).toEqual(["a-2", "b", null]);
    expect(servers.map(({ known }) => known)).toEqual([null, null, null]);
  });

  it("cannot be brought in by a look that another one followed", async () => {
    await using person = await personWith({ [cursor]: JSON.stringify({ mcpServers: { a: npx } }) });
    const { token } = await person.find();
    await person.find();
    const brought = await person.client.request("mcpSources.bringIn", { token, ids: [0] });
    expect(brought).toMatchObject({ ok: false, error: { code: "conflict" } });
    expect(await person.saved()).toEqual({});
  });

  it.each<[string, string, string | Buffer, string]>([
    ["half a file", cursor, '{"mcpServers": {"a": ', "no JSON"],
    ["what is no text", cursor, Buffer.from([0xff, 0xfe, 0, 1]), "no JSON"],
    ["what is too deep", cursor, "[".repeat(50_000), "no JSON"],
    ["a broken table", codex, "[mcp_servers.a\ncommand", "no TOML"],
    ["a text that names itself", ".config/goose/config.yaml", "extensions: &a [*a, *a]", "no YAML"],
    ["a file that is too large", cursor, Buffer.alloc(33 * 1024 * 1024, 32), "larger than 32 MB"],
  ])("are named with what is wrong with their file: %s", async (_, path, content, words) => {
    await using person = await personWith({
      [path]: content,
      ".lmstudio/mcp.json": JSON.stringify({ mcpServers: { l: npx } }),
    });
    const { files, servers } = await person.find();
    expect(files.map(({ problem }) => problem)).toEqual([expect.stringContaining(words), null]);
    expect(servers.map(({ name }) => name)).toEqual(["l"]);
  });

  it("are none where an application has an empty file, or a list of another kind", async () => {
    await using person = await personWith({
      [cursor]: "",
      ".lmstudio/mcp.json": "null",
      ".gemini/settings.json": '{"mcpServers":[1,{"a":2}]}',
      ".claude.json": '{"projects":{"x":null}}',
    });
    const { files, servers } = await person.find();
    expect([files.map(({ problem }) => problem), servers]).toEqual([[null, null, null, null], []]);
  });
});
