import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { runCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import { openTerminalBench } from "../support/terminal-bench.ts";
import { createTestHome, endpointSettings, record, value } from "../support/test-home.ts";
import { tracesOf } from "../support/traces.ts";
import { startOwner } from "../torture/owner.ts";

const canary = "xylophone-4711";
const hold = new Promise<never>(() => undefined);
const key = sessionKeySchema.parse("desktop:private-one");

/** A long result of a tool and of a command, a file that is changed, a command that stays; then an answer that never ends. */
const script = [
  { calls: [{ name: "read_file", arguments: { path: "long.txt" } }] },
  { calls: [{ name: "exec", arguments: { command: `for i in $(seq 3000); do echo ${canary} $i; done` } }] },
  { calls: [{ name: "exec", arguments: { command: `echo ${canary} > made.txt; rm gone.txt` } }] },
  { calls: [{ name: "write_file", arguments: { path: "note.txt", content: "new words" } }] },
  { text: `It was about the ${canary}.` },
  { deltas: [`On and ${canary} `, hold] },
];

it.runIf(process.platform !== "win32")(
  "nothing of a private chat is left in the home once Perch has started again after kill -9",
  async () => {
    await using test = await createTestHome();
    await using endpoint = await startScriptedEndpoint(script);
    await test.config({ ...endpointSettings(endpoint.baseUrl), approvals: { mode: "full" } });
    await writeFile(join(test.work, "long.txt"), `${canary} `.repeat(2000));
    for (const name of ["note.txt", "gone.txt"]) await writeFile(join(test.work, name), `before: ${canary}`);
    const owner = await startOwner(test.home);
    const client = await owner.viaSocket();
    const seen = await record(client);
    const say = async (words: string) =>
      value(await client.request("chat.send", { sessionKey: key, text: words, workFolder: test.work }));
    const draft = { text: `half a thought of ${canary}`, media: [] };
    value(await client.request("drafts.save", { sessionKey: key, draft, by: "a window" }));
    await say(`Look at the ${canary}`);
    expect(await seen.until("run-end")).toMatchObject({ reason: "answer" });
    await say("Go on");
    await seen.until("message-delta", ({ text }) => text.includes(canary));
    const before = await tracesOf(canary, test.home);
    expect(before.filter((path) => !path.startsWith(join(test.home, "private")))).toEqual([]);
    expect(before.length).toBeGreaterThan(3);
    await owner.end("SIGKILL");
    const next = await startOwner(test.home);
    const after = await next.viaSocket();
    expect(value(await after.request("session.list", {})).sessions).toEqual([]);
    expect(await after.request("session.open", { sessionKey: key })).toMatchObject({ error: { code: "not-found" } });
    expect(await tracesOf(canary, test.home)).toEqual([]);
    const refused = await runCommand({ home: test.home, args: ["chats", "export", key] });
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("A private chat is not exported");
    expect(await next.end("SIGTERM")).toBe(0);
    expect(await readFile(join(test.work, "made.txt"), "utf8")).toContain(canary);
  },
);

it("perch agent --private and /private keep nothing once the terminal is left, and the chat beside them is kept", async () => {
  await using test = await openTerminalBench(() => ({ text: "That is done." }));
  const one = test.open(["--private"]);
  await one.shows("This is a private chat");
  await one.shows("›");
  one.type(`about the ${canary}\r`);
  await one.shows("That is done.");
  await one.shows("tokens in");
  expect((await tracesOf(canary, test.home)).length).toBeGreaterThan(0);
  one.type("/exit\r");
  expect(await one.ended).toBe(0);
  expect(await tracesOf(canary, test.home)).toEqual([]);

  const two = test.open();
  await two.shows("›");
  two.type("an ordinary word\r");
  await two.shows("That is done.");
  await two.shows("tokens in");
  two.type("/private\r");
  await two.shows("This is a private chat");
  two.type(`again the ${canary}\r`);
  await test.endpoint.request(2);
  await two.shows((rows) => rows.join("\n").split("That is done.").length === 3);
  two.type("/exit\r");
  expect(await two.ended).toBe(0);
  expect(await tracesOf(canary, test.home)).toEqual([]);
  expect(await readdir(join(test.home, "workspace", "sessions"))).toHaveLength(1);
  expect(await tracesOf("an ordinary word", test.home)).not.toEqual([]);
});
