import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectInMemory } from "../../../src-main/api/in-memory-connection.ts";
import { createAssistant } from "../../../src-main/assistant.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { createTestHome, type TestHome, terminal, value } from "../../support/test-home.ts";

let home: TestHome;
let opened: string[];
let client: Connection;
let close: () => Promise<void>;

beforeEach(async () => {
  home = await createTestHome();
  opened = [];
  const openExternal = async (target: string) => {
    if (target.includes("unlucky")) throw new Error("no browser");
    opened.push(target);
  };
  const assistant = createAssistant({ ...home.host, openExternal }, { version: "test", files: nodeFileSystem });
  client = connectInMemory(assistant.router, terminal);
  close = () => assistant.close();
});
afterEach(async () => {
  await close();
  await home[Symbol.asyncDispose]();
});

describe("system.open", () => {
  it("opens the named paths and web addresses", async () => {
    const paths = value(await client.request("system.paths", {}));
    expect(paths).toEqual({
      userHome: home.host.paths.userHome,
      data: home.home,
      workspace: join(home.home, "workspace"),
      sessions: join(home.home, "workspace", "sessions"),
      logs: join(home.home, "logs"),
      backups: join(home.home, "backups"),
      settings: join(home.home, "config.json"),
    });
    const targets = [paths.logs, "https://ollama.com/download?x=1&y=2", "mailto:me@example.org"];
    for (const target of targets) value(await client.request("system.open", { target }));
    expect(opened).toEqual(targets);
  });

  it.each([
    "/etc/passwd",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "perch:x",
    "https://x y",
    " https://example.org",
    "",
  ])("opens nothing else: %j", async (target) => {
    const answer = await client.request("system.open", { target });
    expect(answer.ok ? "ok" : answer.error.code).toBe("forbidden");
    expect(opened).toEqual([]);
  });

  it("opens no path that only begins like a named one", async () => {
    const { data } = value(await client.request("system.paths", {}));
    for (const target of [join(data, "secrets.json"), `${data}/../x`, `${data}/`]) {
      const answer = await client.request("system.open", { target });
      expect(answer.ok ? "ok" : answer.error.code).toBe("forbidden");
    }
  });

  it("says so where the system cannot open it", async () => {
    const answer = await client.request("system.open", { target: "https://unlucky.example" });
    expect(answer.ok ? "" : answer.error.message).toContain("no browser");
  });
});
