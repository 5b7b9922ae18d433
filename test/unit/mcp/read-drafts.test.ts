import { describe, expect, it } from "vitest";
import { readDrafts } from "../../../src-main/mcp/read-drafts.ts";
import { splitCommand } from "../../../src-main/mcp/split-command.ts";
import { value } from "../../support/test-home.ts";

const read = (pasted: string) => value(readDrafts(pasted, "linux"));
const command = (name: string, words: readonly string[], values: Readonly<Record<string, string>> = {}) => {
  const [program = "", ...args] = words;
  return { name, target: { kind: "command", command: program, args, cwd: null }, values };
};
const address = (name: string, url: string, values: Readonly<Record<string, string>> = {}) => ({
  ...{ name, values },
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
  ])("%s is read", (pasted, drafts) => {
    expect(read(pasted)).toEqual(drafts);
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
  ])("%s is told what is wrong", (pasted, words) => {
    const read = readDrafts(pasted, "linux");
    expect(read.ok ? "" : read.error.message).toContain(words);
  });
});

describe("a command line", () => {
  it.each<[string, NodeJS.Platform, readonly string[]]>([
    [`a "b c" 'd "e"' f\\ g "" "h\\"i"`, "linux", ["a", "b c", 'd "e"', "f g", "", 'h"i']],
    [`C:\\tools\\x.exe "C:\\my files" \\"q\\"`, "win32", ["C:\\tools\\x.exe", "C:\\my files", '"q"']],
    ["  ", "linux", []],
  ])("%s is split as a shell does on %s", (line, platform, words) => {
    expect(splitCommand(line, platform)).toEqual(words);
  });
});
