import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";

describe("the folder that a program is to be started in", () => {
  it.each<[string, string, (folder: string) => object]>([
    ["is not there", "started", (cwd) => stdioServer({}, { cwd })],
    ["is not there, and the program is named from it on", "found", (cwd) => ({ command: "./bin/server", cwd })],
  ])("is told, and no missing program, where it %s", async (_, stage, settings) => {
    await using home = await createTestHome();
    const gone = join(home.folder, "gone");
    await home.config(serverSettings({ files: settings(gone) }));
    const client = home.open().connect(terminal);
    const { server } = value(await client.request("mcp.restart", { name: "files" }));
    expect(server.problem).toMatchObject({
      message: `The folder that it is to be started in is not there: ${gone}`,
      nextStep: expect.stringContaining("Correct its folder"),
    });
    const failed = server.stages.find(({ state }) => state === "failed");
    expect(failed).toMatchObject({ stage, message: "no such folder" });
  });

  it("is told where it is a file", async () => {
    await using home = await createTestHome();
    const file = join(home.folder, "file");
    await writeFile(file, "");
    await home.config(serverSettings({ files: stdioServer({}, { cwd: file }) }));
    const client = home.open().connect(terminal);
    const { server } = value(await client.request("mcp.restart", { name: "files" }));
    expect(server.problem?.message).toContain(`is not there: ${file}`);
  });

  it("is not blamed where it is there and the program is not", async () => {
    await using home = await createTestHome();
    await home.config(serverSettings({ files: { command: "./bin/server", cwd: home.folder } }));
    const client = home.open().connect(terminal);
    const { server } = value(await client.request("mcp.restart", { name: "files" }));
    expect(server.stages.find(({ state }) => state === "failed")).toMatchObject({ stage: "found" });
    expect(server.problem?.message).toContain("./bin/server");
    expect(server.problem?.nextStep).toContain("Install it");
  });
});
