import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { inForce, keptFrom } from "../../../src-main/agent/in-force.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

const done = { text: "done" };

it("a chat keeps the folder and the mode that it began with when the defaults change", async () => {
  await using bench = await createAgentBench([done, done, done]);
  const { client, key, home } = bench;
  const [first, second] = [join(home.work, "first"), join(home.work, "second")];
  await mkdir(first);
  await mkdir(second);
  const choose = async (workFolder: string, mode: string): Promise<void> => {
    const patch = { agents: { defaults: { workFolder } }, approvals: { mode } };
    value(await client.request("settings.update", { patch }));
  };
  const say = async (sessionKey = key): Promise<string> => {
    const receipt = value(await client.request("chat.send", { sessionKey, text: "hello" }));
    if (receipt.kind !== "started") throw new Error(receipt.kind);
    await bench.endOf(receipt.runId);
    const { workFolder, mode } = value(await client.request("session.open", { sessionKey }));
    return `${workFolder} ${mode}`;
  };
  await choose(first, "accept-edits");
  expect(await say()).toBe(`${first} accept-edits`);
  await choose(second, "ask");
  expect(await say()).toBe(`${first} accept-edits`);
  expect(JSON.stringify(bench.endpoint.requests[1]?.body.messages[0])).toContain(first);
  expect(await say(value(await client.request("session.create", { channel: "cli" })).summary.key)).toBe(
    `${second} ask`,
  );
});

it("where the folder of a chat is gone nothing runs, the folder is not made again, and it is said what to do", async () => {
  await using bench = await createAgentBench([done, done]);
  const { client, key, home } = bench;
  const folder = join(home.work, "own");
  value(await client.request("settings.update", { patch: { agents: { defaults: { workFolder: folder } } } }));
  const receipt = value(await client.request("chat.send", { sessionKey: key, text: "hello" }));
  await bench.endOf(receipt.kind === "started" ? receipt.runId : "");
  await rm(folder, { recursive: true });
  const refused = await client.request("chat.send", { sessionKey: key, text: "again" });
  expect(refused.ok ? "" : refused.error.message).toMatch(/own is not there\. Choose another one/);
  expect(bench.endpoint.requests).toHaveLength(1);
});

it("what a chat has of its own goes before the defaults, and only what it lacks is written down", () => {
  const settings = settingsSchema.parse({ agents: { defaults: { model: "a/b", workFolder: "~/x" } } });
  const begun = inForce({ mode: null }, settings, "/home/me");
  expect(begun).toEqual({ model: "a/b", mode: "ask", workFolder: "/home/me/x" });
  expect(inForce({ model: "c/d", mode: "plan", workFolder: "/w" }, settings, "/home/me")).toEqual({
    model: "c/d",
    mode: "plan",
    workFolder: "/w",
  });
  expect(keptFrom({}, begun, "t")[0]?.patch).toEqual({ workFolder: "/home/me/x", mode: "ask" });
  expect(keptFrom({ mode: "full" }, begun, "t")[0]?.patch).toEqual({ workFolder: "/home/me/x" });
  expect(keptFrom({ mode: "full", workFolder: "/home/me/x" }, begun, "t")).toEqual([]);
});

it("a chat whose file was deleted goes on, has all of it again, and says so once", async () => {
  await using bench = await createAgentBench([done, done, done]);
  await bench.ask("one");
  const folder = join(bench.home.home, "workspace", "sessions");
  for (const turn of ["two", "three"]) {
    for (const name of await readdir(folder)) await rm(join(folder, name));
    await bench.ask(turn);
  }
  const rows = await bench.messages();
  expect(rows.flatMap((row) => (row.role === "user" ? [row.content] : []))).toEqual(["one", "two", "three"]);
  expect(rows.filter((row) => row.role === "system").map(({ content }) => content)).toEqual([
    expect.stringContaining("was deleted by another program"),
  ]);
});
