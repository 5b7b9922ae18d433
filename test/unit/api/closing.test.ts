import { execFileSync } from "node:child_process";
import { chmod, readdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { claimHome, reachOwner } from "../../../src-main/serve/claim-home.ts";
import { serveLocally } from "../../../src-main/serve/local-server.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { createFailingFileSystem } from "../../support/failing-file-system.ts";
import { startHttpServer } from "../../support/mcp/http-server.ts";
import { serverSettings, stdioServer } from "../../support/mcp/servers.ts";
import { createTestHome, terminal, value } from "../../support/test-home.ts";
import { connectToSocket } from "../../torture/owner.ts";

it("an agent that is being closed refuses what comes, answers what waits, and lets nobody new attach", async () => {
  await using home = await createTestHome();
  await home.config({ agents: { defaults: { model: "practice/practice" } } });
  const assistant = home.open();
  const claim = value(await claimHome(home.host, nodeFileSystem));
  if (claim.kind !== "owner") throw new Error("the home has another owner");
  const letGo = serveLocally(claim.listener, assistant.router, terminal);
  const client = await connectToSocket(join(home.home, "owner.sock"));
  value(
    await client.request("chat.send", { sessionKey: "cli:x", text: "think for 600 seconds", workFolder: home.work }),
  );
  claim.listener.refuse();
  const closing = assistant.close("quit");
  const late = await client.request("chat.send", { sessionKey: "cli:y", text: "say 1 word" });
  expect(!late.ok && late.error).toEqual(contractError("disconnected", expect.stringContaining("being closed")));
  expect(await reachOwner(home.host, nodeFileSystem)).toBeNull();
  await closing;
  letGo();
  await claim.listener.release();
  const next = value(await claimHome(home.host, nodeFileSystem));
  expect(next.kind).toBe("owner");
  if (next.kind === "owner") await next.listener.release();
});

it("a request that no handler answers any more has its answer when the agent has closed", async () => {
  await using home = await createTestHome();
  const assistant = home.open();
  const stuck = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => stuck.once("listening", resolve));
  const address = stuck.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const apiBase = `http://127.0.0.1:${port}/v1`;
  await home.config({ providers: { custom: { apiBase, apiKey: "key-of-nobody" } } });
  const asked = assistant.connect(terminal).request("model.test", { modelId: "custom/any" });
  assistant.router.settle();
  expect(await asked).toMatchObject({ ok: false, error: { code: "disconnected" } });
  stuck.close();
});

it("an end in the very first moment, while the database and servers start, is no fault in the log", async () => {
  const home = await createTestHome();
  await using server = await startHttpServer({ instead: "silence" });
  await home.config(serverSettings({ slow: stdioServer({ mode: "silent" }), web: { url: server.url } }));
  const assistant = home.open();
  const list = assistant.connect(terminal).request("session.list", {});
  assistant.warmUp();
  await assistant.close("quit");
  expect(await list).toMatchObject({ ok: false, error: { code: "disconnected" } });
  await home[Symbol.asyncDispose]();
  expect(home.logged).toEqual([]);
});

it.runIf(process.platform !== "win32")(
  "a pipe in the place of config.json is said to be no file, and nothing waits for it",
  async () => {
    await using home = await createTestHome();
    execFileSync("mkfifo", [join(home.home, "config.json")]);
    const settings = await home.open().connect(terminal).request("settings.get", {});
    expect(!settings.ok && settings.error.message).toMatch(/config\.json is not a file/);
  },
);

it.runIf(process.platform !== "win32")("the doctor tells what others can open, and how to close it", async () => {
  await using home = await createTestHome();
  await home.config({});
  await chmod(home.home, 0o755);
  const { checks } = value(await home.open().connect(terminal).request("system.doctor", {}));
  const check = checks.find(({ id }) => id === "home");
  expect(check).toMatchObject({ state: "warning", nextStep: `Run: chmod -R go-rwx ${home.home}` });
  expect(check?.message).toContain(join(home.home, "config.json"));
});

it("a home that cannot be claimed on a full disk leaves nothing that listens, and is claimed once there is room", async () => {
  await using home = await createTestHome();
  const disk = createFailingFileSystem();
  for (const at of [1, 2]) {
    disk.setFault({ at, code: "ENOSPC", lasts: "once", only: ["writeFile"] });
    expect(await claimHome(home.host, disk.files)).toMatchObject({ ok: false, error: { code: "disk-full" } });
    expect(await reachOwner(home.host, nodeFileSystem)).toBe(null);
    expect((await readdir(home.home)).filter((name) => name.startsWith("owner"))).toEqual([]);
  }
  const claim = value(await claimHome(home.host, disk.files));
  expect(claim.kind).toBe("owner");
  if (claim.kind === "owner") await claim.listener.release();
});
