import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { processesOf, runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { endpointSettings } from "../support/test-home.ts";
import { startOwner } from "../torture/owner.ts";

const command = join(import.meta.dirname, "../../out/main/cli.js");

/** A home that is set up, and a program that starts `perch mcp` on it. */
async function program(answers: readonly string[]) {
  const endpoint = await startScriptedEndpoint(answers.map((text) => ({ text })));
  const base = await realpath(await mkdtemp(join(tmpdir(), "perch-serve-mcp-")));
  const [home, work] = [join(base, "home"), join(base, "work")];
  for (const folder of [home, work]) await mkdir(folder);
  await writeFile(join(home, "config.json"), JSON.stringify(endpointSettings(endpoint.baseUrl)));
  onTestFinished(async () => {
    await endpoint.close();
    await rm(base, { recursive: true, force: true });
  });
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, PERCH_HOME: home, PERCH_SECRETS: "file" };
  const client = new Client({ name: "editor", version: "1.0.0" });
  const connect = () =>
    client.connect(
      new StdioClientTransport({ command: process.execPath, args: [command, "mcp"], env, cwd: work, stderr: "pipe" }),
    );
  const ask = async (question: string) => {
    const { content } = await client.callTool({ name: "ask", arguments: { question } });
    return content[0]?.type === "text" ? content[0].text : "";
  };
  return { home, client, connect, ask };
}

describe("`perch mcp`", () => {
  it("answers a program alone, and is gone with it", async () => {
    const { home, client, connect, ask } = await program(["From me."]);
    await connect();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "ask",
      "list_chats",
      "search_chats",
      "read_memory",
      "add_memory",
    ]);
    expect(await ask("Who is there?")).toBe("From me.");
    await client.close();
    await expect.poll(() => processesOf(home)).toEqual([]);
  });

  it("works beside the Perch that runs, and finds the next one when that has ended", async () => {
    const { home, client, connect, ask } = await program(["Beside it.", "After it."]);
    const owner = await startOwner(home);
    await connect();
    expect(await ask("one")).toBe("Beside it.");
    await owner.end("SIGTERM");
    expect(await ask("two")).toBe("After it.");
    const { content } = await client.callTool({ name: "list_chats", arguments: {} });
    expect(JSON.stringify(content).match(/mcp:/g)).toHaveLength(2);
    await client.close();
    await expect.poll(() => processesOf(home)).toEqual([]);
  });

  it("takes no arguments", async () => {
    const home = await mkdtemp(join(tmpdir(), "perch-serve-mcp-"));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const { code, stdout, stderr } = await runCommand({ home, args: ["mcp", "now"] });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("takes no arguments");
  });
});
