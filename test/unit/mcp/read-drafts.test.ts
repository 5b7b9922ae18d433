import { describe, expect, it } from "vitest";
import { readDrafts } from "../../../src-main/mcp/read-drafts.ts";
import { value } from "../../support/test-home.ts";

const read = async (pasted: string) => value(await readDrafts(pasted, "linux"));
const command = (name: string, words: readonly string[], values: Readonly<Record<string, string>> = {}) => {
  const [program = "", ...args] = words;
  return { name, target: { kind: "command", command: program, args, cwd: null }, values };
};
const address = (name: string, url: string, values: Readonly<Record<string, string>> = {}) => ({
  name,
  values,
  target: { kind: "address", url },
});

const files = { command: "npx", args: ["-y", "@modelcontextprotocol/server-filesystem", "/home/me"] };

describe("what is pasted", () => {
  it.each<[string, unknown]>([
    [JSON.stringify({ mcpServers: { files } }), [command("files", ["npx", ...files.args])]],
    [JSON.stringify({ servers: { files: { type: "stdio", ...files } } }), [command("files", ["npx", ...files.args])]],
    [`"files": ${JSON.stringify(files)},`, [command("files", ["npx", ...files.args])]],
    [JSON.stringify(files), [command("filesystem", ["npx", ...files.args])]],
    ['```json\n{"mcpServers": {"a": {"url": "https://a.test/mcp"},}}\n```', [address("a", "https://a.test/mcp")]],
    [
      '{"mcpServers":{"gh":{"command":"docker","args":["run","x"],"env":{"TOKEN":"<YOUR_TOKEN>","A":1}}}}',
      [command("gh", ["docker", "run", "x"], { TOKEN: "<YOUR_TOKEN>", A: "1" })],
    ],
    [
      JSON.stringify({
        type: "http",
        url: "https://mcp.linear.app/mcp",
        headers: { Authorization: "Bearer $" + "{input:token}" },
      }),
      [address("linear", "https://mcp.linear.app/mcp", { Authorization: "Bearer $" + "{input:token}" })],
    ],
    ["https://mcp.linear.app/sse", [address("linear", "https://mcp.linear.app/sse")]],
    ["http://127.0.0.1:8000/mcp", [address("local", "http://127.0.0.1:8000/mcp")]],
    [
      "npx -y @modelcontextprotocol/server-memory@1.2",
      [command("memory", ["npx", "-y", "@modelcontextprotocol/server-memory@1.2"])],
    ],
    [
      "$ uvx mcp-server-git --repository '/my repo'",
      [command("git", ["uvx", "mcp-server-git", "--repository", "/my repo"])],
    ],
    [
      "API_KEY=abc MODE=x node ./server.js",
      [command("server", ["node", "./server.js"], { API_KEY: "abc", MODE: "x" })],
    ],
    ["/opt/tools/weather-mcp --stdio", [command("weather", ["/opt/tools/weather-mcp", "--stdio"])]],
    [
      "claude mcp add -e KEY=your-key-here things -- npx -y things-mcp",
      [command("things", ["npx", "-y", "things-mcp"], { KEY: "your-key-here" })],
    ],
    [
      'claude mcp add --transport http sentry https://mcp.sentry.dev/mcp --header "Authorization: Bearer abc"',
      [address("sentry", "https://mcp.sentry.dev/mcp", { Authorization: "Bearer abc" })],
    ],
    [
      'Add this:\n\n```json\n{"mcp":{"servers":{"a":{"url":"https://a.test/mcp"}}}}\n```\nand restart.',
      [address("a", "https://a.test/mcp")],
    ],
    ["mcp.example.com/mcp", [address("example", "https://mcp.example.com/mcp")]],
    [
      "claude mcp add --header 'X-Key: abc' --transport http other https://other.test/mcp",
      [address("other", "https://other.test/mcp", { "X-Key": "abc" })],
    ],
  ])("%s is read", async (pasted, drafts) => {
    expect(await read(pasted)).toEqual(drafts);
  });

  it.each([
    ["", "Paste what"],
    ['{"mcpServers": {"a"', "not complete"],
    ["{}", "No server was found"],
    ["[1, 2]", "No server was found"],
    ["Read the page first.\nThen start it.", "No server was found"],
    ["https://", "No server was found"],
    ["null", "No server was found"],
    ["file:///etc/passwd", "No server was found"],
    ["npx foo; rm -rf ~", "without a shell"],
    ["npx foo && npx bar", "without a shell"],
    [`${"[".repeat(5000)}`, "not complete"],
    ['{"mcpServers": {"a": {"command": "x" "args": []}}}', "looks like JSON and is not"],
    ['{"a" "b"}', "looks like JSON and is not"],
    ["mcp-server-git", "name of a package or of a program"],
    ["npx", "No server was found"],
    ["claude mcp add", "No server was found"],
    ["code --add-mcp", "No server was found"],
    ["cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=!!", "No server was found"],
    ["[mcp_servers.a]\ncommand = ", "No server was found"],
    ["a: &a [*a, *a]", "No server was found"],
    ['{"extensions":{"dev":{"type":"builtin","enabled":true}}}', "No server was found"],
    ["Hello there", "No server was found"],
    ['{"mcpServers":{"a":{"command":"npx","args":["-y" "a-mcp"]}}}', "looks like JSON and is not"],
    ['"a": {"command": "x"}, "b" {"command": "y"}', "looks like JSON and is not"],
    ['Add this: {"mcpServers": {"a": {"command": "x"}', "not complete"],
    ["npm install -g @scope/a-mcp", "starts no server"],
    ["pip install mcp-server-git", "starts no server"],
    ["git clone https://a.test/a", "starts no server"],
    ["https://github.com/owner/a-mcp", "page of a project"],
  ])("%s is told what is wrong", async (pasted, words) => {
    const read = await readDrafts(pasted, "linux");
    expect(read.ok ? "" : read.error.message).toContain(words);
  });
});

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
const npx = { command: "npx", args: ["-y", "a-mcp"] };
const plainA = [command("a", ["npx", "-y", "a-mcp"])];
const withKey = [command("a", ["npx", "-y", "a-mcp"], { KEY: "<k>" })];
const addressA = [address("a", "https://a.test/mcp")];
const registered = {
  name: "io.github.me/a",
  description: "Does things.",
  packages: [
    {
      registryType: "npm",
      identifier: "a-mcp",
      version: "1.2.0",
      transport: { type: "stdio" },
      packageArguments: [
        { type: "positional", value: "--stdio" },
        { type: "named", name: "--dir", isRequired: true },
      ],
      environmentVariables: [{ name: "KEY", isRequired: true, isSecret: true }],
    },
    { registryType: "oci", identifier: "ghcr.io/me/a", version: "1.2.0", environmentVariables: [{ name: "KEY" }] },
  ],
  remotes: [{ type: "streamable-http", url: "https://a.test/mcp", headers: [{ name: "X-Key", value: "{key}" }] }],
};
const ofRegistry = [
  command("a", ["npx", "-y", "a-mcp@1.2.0", "--stdio", "--dir", "<--dir>"], { KEY: "<KEY>" }),
  command("a", ["docker", "run", "-i", "--rm", "-e", "KEY", "ghcr.io/me/a:1.2.0"], { KEY: "<KEY>" }),
  address("a", "https://a.test/mcp", { "X-Key": "{key}" }),
];

describe("the forms of other apps", () => {
  it.each<[string, unknown]>([
    [`claude mcp add-json a '${JSON.stringify(npx)}'`, plainA],
    [`claude mcp add-json --scope user a '{"type":"http","url":"https://a.test/mcp"}'`, addressA],
    [`code --add-mcp '${JSON.stringify({ name: "a", ...npx })}'`, plainA],
    [`code --add-mcp "{\\"name\\":\\"a\\",\\"command\\":\\"npx\\",\\"args\\":[\\"-y\\",\\"a-mcp\\"]}"`, plainA],
    ["codex mcp add a --env KEY=<k> -- npx -y a-mcp", withKey],
    ["codex mcp add a --url https://a.test/mcp", addressA],
    ["gemini mcp add -e KEY=<k> a npx -y a-mcp", withKey],
    ["claude mcp add --transport=http a https://a.test/mcp", addressA],
    [`https://cursor.com/install-mcp?name=a&config=${encodeURIComponent(base64(npx))}`, plainA],
    [`https://cursor.com/en/install-mcp?name=a&config=${base64({ url: "https://a.test/mcp" })}`, addressA],
    [`cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=${base64(npx)}`, plainA],
    [`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "a", ...npx }))}`, plainA],
    [`vscode-insiders:mcp/install?${encodeURIComponent(JSON.stringify({ name: "a", ...npx }))}`, plainA],
    [
      `https://insiders.vscode.dev/redirect/mcp/install?name=a&config=${encodeURIComponent(JSON.stringify(npx))}`,
      plainA,
    ],
    [
      `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "a", ...npx }))}`)}`,
      plainA,
    ],
    [`lmstudio://add_mcp?name=a&config=${base64(npx)}`, plainA],
    [
      "goose://extension?cmd=npx&arg=-y&arg=a-mcp&id=a&name=A&env=KEY%3Dk",
      [command("a", ["npx", "-y", "a-mcp"], { KEY: "<KEY>" })],
    ],
    ["@scope/server-things", [command("things", ["npx", "-y", "@scope/server-things"])]],
    ["env KEY=<k> npx -y a-mcp", withKey],
    ["bunx a-mcp", [command("a", ["bunx", "a-mcp"])]],
    ["pipx run a-mcp", [command("a", ["pipx", "run", "a-mcp"])]],
    ["deno run -A npm:a-mcp", [command("a", ["deno", "run", "-A", "npm:a-mcp"])]],
    ["uvx --from git+https://x.test/a a-mcp", [command("a", ["uvx", "--from", "git+https://x.test/a", "a-mcp"])]],
    ["docker run -i --rm -e KEY mcp/a", [command("a", ["docker", "run", "-i", "--rm", "-e", "KEY", "mcp/a"])]],
    [
      String.raw`C:\tools\a-mcp.exe --dir "C:\my files"`,
      [command("a", [String.raw`C:\tools\a-mcp.exe`, "--dir", String.raw`C:\my files`])],
    ],
    [String.raw`{"mcpServers":{"a":{"command":"C:\tools\new.exe"}}}`, [command("a", [String.raw`C:\tools\new.exe`])]],
    [
      JSON.stringify({ a: { command: String.raw`C:\Program Files\x.exe`, args: "--a b" } }),
      [command("a", [String.raw`C:\Program Files\x.exe`, "--a", "b"])],
    ],
    [JSON.stringify({ mcpServers: { a: { command: "npx -y a-mcp" } } }), plainA],
    [JSON.stringify({ a: { command: "cmd", args: ["/c", "npx", "-y", "a-mcp"] } }), plainA],
    [JSON.stringify({ a: { command: "npx", args: "-y a-mcp" } }), plainA],
    [JSON.stringify({ a: { ...npx, env: { KEY: null } } }), [command("a", ["npx", "-y", "a-mcp"], { KEY: "" })]],
    [JSON.stringify({ a: { ...npx, env: ["KEY=<k>"] } }), withKey],
    [
      JSON.stringify({ context_servers: { a: { command: { path: "npx", args: npx.args, env: { KEY: "<k>" } } } } }),
      withKey,
    ],
    [JSON.stringify({ "mcp.servers": { a: npx } }), plainA],
    [JSON.stringify({ "amp.mcpServers": { a: npx } }), plainA],
    [JSON.stringify({ mcp: { servers: { a: npx }, inputs: [] } }), plainA],
    [
      JSON.stringify({ projects: {}, mcpServers: { a: { ...npx, args: ["-y", "a-mcp", `$\{input:dir}`] } } }).replace(
        "$\\\\{",
        "${",
      ),
      [command("a", ["npx", "-y", "a-mcp", "<dir>"])],
    ],
    ...["baseUrl", "httpUrl", "serverUrl", "uri", "url"].map((field): [string, unknown] => [
      JSON.stringify({ mcpServers: { a: { type: "http", [field]: "https://a.test/mcp" } } }),
      addressA,
    ]),
    [JSON.stringify({ a: { transport: { type: "http", url: "https://a.test/mcp" } } }), addressA],
    [`Add this to your settings: {"mcpServers": {"a": {"url": "https://a.test/mcp"}}} and restart.`, addressA],
    [
      "{\n  // the server\n  mcpServers: { 'a': { url: 'https://a.test/mcp' } },\n}".replace("  // the server\n", ""),
      addressA,
    ],
    ['{\n  /* theirs */ "mcpServers": { "a": { "url": "https://a.test/mcp" } }, // one\n}', addressA],
    ['[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "a-mcp"]\n\n[mcp_servers.a.env]\nKEY = "<k>"\n', withKey],
    [
      'model = "x"\n\n[mcp_servers.a]\nurl = "https://a.test/mcp"\nbearer_token_env_var = "TOKEN"\n',
      [address("a", "https://a.test/mcp", { Authorization: "Bearer $" + "{TOKEN}" })],
    ],
    [
      "extensions:\n  a:\n    type: stdio\n    cmd: npx\n    args:\n      - -y\n      - a-mcp\n    envs:\n      KEY: <k>\n",
      withKey,
    ],
    ["extensions:\n  a:\n    type: streamable_http\n    uri: https://a.test/mcp\n    enabled: true\n", addressA],
    [
      "a:\n  cmd: npx\n  args: [-y, a-mcp]\n  env_keys: [KEY]\n",
      [command("a", ["npx", "-y", "a-mcp"], { KEY: "<KEY>" })],
    ],
    [JSON.stringify(registered), ofRegistry],
    [JSON.stringify({ servers: [{ server: registered, _meta: {} }] }), ofRegistry],
  ])("%s", async (pasted, drafts) => {
    expect(await read(pasted)).toEqual(drafts);
  });
});

const json = JSON.stringify({ mcpServers: { a: npx } });

describe("what pages and editors make of it", () => {
  it.each<[string, unknown]>([
    [`{“mcpServers”: {“a”: {“command”: “npx”, “args”: [“-y”, “a-mcp”]}}}`, plainA],
    [`{„mcpServers“: {„a“: {„command“: „npx“, „args“: [„-y“, „a-mcp“]}}}`, plainA],
    [`{‘mcpServers’: {‘a’: {‘command’: ‘npx’, ‘args’: [‘-y’, ‘a-mcp’]}}}`, plainA],
    [json.replaceAll(":", ":\u00a0").replace("{", "{\u200b"), plainA],
    ['{"a":{"command":"npx","args":["“quoted”"]}}', [command("a", ["npx", "“quoted”"])]],
    ["claude mcp add a –– npx –y a-mcp", plainA],
    ["claude mcp add a — npx -y a-mcp", plainA],
    ["npx -y a-mcp “x y”", [command("a", ["npx", "-y", "a-mcp", "x y"])]],
    [
      "claude mcp add a --env KEY=<k> L=w -- npx -y a-mcp",
      [command("a", ["npx", "-y", "a-mcp"], { KEY: "<k>", L: "w" })],
    ],
    ["claude mcp add a -s user -- cmd /c npx -y a-mcp", plainA],
    ["claude mcp add a npx -- -y a-mcp", plainA],
    ['droid mcp add a "npx -y a-mcp"', plainA],
    [`other mcp set a '${JSON.stringify(npx)}'`, plainA],
    ...["$ npx -y a-mcp", "> npx -y a-mcp", "PS C:\\me> npx -y a-mcp", "`npx -y a-mcp`", '"npx -y a-mcp"'].map(
      (line): [string, unknown] => [line, plainA],
    ),
    ["Install it with npx -y a-mcp", plainA],
    ["Then run: `npx -y a-mcp` and wait", plainA],
    ["export KEY=<k> && npx -y a-mcp", withKey],
    ["export KEY='<k>'\nnpx -y a-mcp", withKey],
    ["set KEY=<k> && npx -y a-mcp", withKey],
    ['$env:KEY="<k>"; npx -y a-mcp', withKey],
    [`First:\n\`\`\`bash\nnpm install\n\`\`\`\nthen\n\`\`\`json\n${json}\n\`\`\``, plainA],
    [`~~~json\n${json}\n~~~`, plainA],
    [`Use this: {"x": 1}. Then ${json}, please {thanks}`, plainA],
    [`// settings\n${json}`, plainA],
    [`${json.slice(1, -1)}}}`, plainA],
    [`[![Install](https://cursor.com/x.svg)](https://cursor.com/install-mcp?name=a&config=${base64(npx)})`, plainA],
    [`<a href="cursor://anysphere.cursor-deeplink/mcp/install?name=a&amp;config=${base64(npx)}">Add</a>`, plainA],
    ["<https://a.test/mcp>", [address("test", "https://a.test/mcp")]],
    ["URL: https://a.test/mcp", [address("test", "https://a.test/mcp")]],
    ['Add to ~/.codex/config.toml:\n\n[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "a-mcp"]', plainA],
    ['mcp_servers.a.command = "npx"\nmcp_servers.a.args = ["-y", "a-mcp"]', plainA],
    ["a-mcp@latest", [command("a", ["npx", "-y", "a-mcp@latest"])]],
    ["a-mcp==1.2.0", [command("a", ["uvx", "a-mcp==1.2.0"])]],
    ["https://www.npmjs.com/package/@scope/a-mcp", [command("a", ["npx", "-y", "@scope/a-mcp"])]],
    ["https://pypi.org/project/mcp-server-git/", [command("git", ["uvx", "mcp-server-git"])]],
    [
      String.raw`{"a":{"command":"node","args":["\\\\server\share\x.js"]}}`.replace("\\\\\\\\", "\\\\"),
      [command("a", ["node", "\\\\server\\share\\x.js"])],
    ],
    [
      "docker run -i --rm \\\n  -e KEY=<k> mcp/a:latest",
      [command("a", ["docker", "run", "-i", "--rm", "-e", "KEY", "mcp/a:latest"], { KEY: "<k>" })],
    ],
    [
      JSON.stringify({
        mcp: { a: { type: "local", command: ["npx", "-y", "a-mcp"], environment: { KEY: "{env:KEY}" } } },
      }),
      [command("a", ["npx", "-y", "a-mcp"], { KEY: "$" + "{KEY}" })],
    ],
    [JSON.stringify({ mcpServers: {}, projects: { "/x": { mcpServers: { a: npx } } } }), plainA],
    [
      JSON.stringify({ servers: { a: { ...npx, args: ["$" + "{workspaceFolder}"] } } }),
      [command("a", ["npx", "<workspaceFolder>"])],
    ],
  ])("%s", async (pasted, drafts) => {
    expect(await read(pasted)).toEqual(drafts);
  });
});
