import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAssistant } from "../../../src-main/assistant.ts";
import { withOwnNode } from "../../../src-main/mcp/own-node.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { noSandbox } from "../../support/no-sandbox.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

/** A place where Node lies, with these files beside it. */
async function nodeWith(given: readonly string[], content = ""): Promise<string> {
  const place = await mkdtemp(join(tmpdir(), "perch-node-"));
  onTestFinished(() => rm(place, { recursive: true, force: true }));
  await mkdir(join(place, "bin"));
  await symlink(process.execPath, join(place, "bin", "node"));
  for (const name of given) {
    await mkdir(dirname(join(place, name)), { recursive: true });
    await writeFile(join(place, name), content, { mode: 0o755 });
  }
  return place;
}

const npxCli = "lib/node_modules/npm/bin/npx-cli.js";
const asked = (command: string, place: string | null) =>
  withOwnNode(
    command,
    { PATH: "/none" },
    { node: place === null ? null : join(place, "bin/node"), userHome: "/home/me", platform: "linux" },
  );

describe("the Node that runs Perch", () => {
  it("lends npx, which lies beside it, and its folder for what that starts", async () => {
    const place = await nodeWith(["bin/npx"]);
    expect(await asked("npx", place)).toMatchObject({
      path: join(place, "bin/npx"),
      env: { PATH: `/none:${join(place, "bin")}` },
    });
    expect(await asked("node", place)).toMatchObject({ path: join(place, "bin/node") });
  });

  it("runs the script of npm where there is no program for it", async () => {
    const place = await nodeWith([npxCli]);
    expect(await asked("npx", place)).toMatchObject({ path: join(place, "bin/node"), before: [join(place, npxCli)] });
    expect(await asked("npm", place)).toBeNull();
  });

  it.each<[string, string, boolean]>([
    ["another program", "uvx", true],
    ["a program by its path", "/opt/npx", true],
    ["anything where it is none", "npx", false],
  ])("lends nothing for %s", async (_, command, hasNode) => {
    const place = await nodeWith(["bin/uvx", npxCli]);
    expect(await asked(command, hasNode ? place : null)).toBeNull();
  });

  it("starts a server by npx where nothing else has it, and tells what to do where it has none", async () => {
    // It stands for npx: what follows it is what is run.
    const place = await nodeWith([npxCli], "process.argv.splice(1, 1); import(process.argv[1]);");
    await using home = await createTestHome({ PATH: "/none", SHELL: "" });
    const { args } = stdioServer() as { readonly args: readonly string[] };
    await home.config(serverSettings({ notes: { command: "npx", args } }));
    const stateWith = async (node: string | null) => {
      const host = { ...home.host, paths: { ...home.host.paths, node } };
      const assistant = createAssistant(host, { version: "test", files: nodeFileSystem, sandbox: noSandbox });
      const { server } = value(await assistant.connect(terminal).request("mcp.restart", { name: "notes" }));
      await assistant.close();
      return server;
    };
    const lent = await stateWith(join(place, "bin/node"));
    expect(lent).toMatchObject({ state: "ready", toolCount: 7 });
    expect(lent.stages[0]?.message).toContain("which came with Perch");
    const without = await stateWith(null);
    expect(without.problem?.nextStep).toContain("npx comes with Node.js");
  });
});
