import { expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { terminal, value } from "../../support/test-home.ts";

/* What a person saves while the agent works in the same folder. */

it("a save of a person is somebody else's edit for the undo of a run: it stays where the run is taken back", async () => {
  const content = ["one", "two", "three", "four", "five", "six", "seven"].join("\n");
  const call = { name: "write_file", arguments: { path: "a.txt", content: content.replace("two", "TWO") }, id: "w" };
  await using bench = await createAgentBench([{ calls: [call] }, { text: "ok" }]);
  const { client, key: sessionKey } = bench;
  await bench.write("a.txt", content);
  const run = await bench.ask("go", { mode: "accept-edits" });
  const opened = value(await client.request("file.open", { sessionKey, path: "a.txt" }));
  const text = opened.text.replace("six", "SIX");
  const saved = value(await client.request("file.save", { sessionKey, path: "a.txt", text, base: opened.version }));
  expect(saved).toMatchObject({ path: "a.txt", text, readOnly: null });
  expect(value(await client.request("changes.revert", { sessionKey, runIds: [run.runId] })).reverted).toEqual([
    "a.txt",
  ]);
  expect(await bench.read("a.txt")).toBe(content.replace("six", "SIX"));
});

it("a save while a command runs is no change of the command", async () => {
  const command = "touch begun; until [ -e go ]; do sleep 0.02; done; echo made > made.txt";
  await using bench = await createAgentBench([
    { text: "hello" },
    { calls: [{ name: "exec", arguments: { command }, id: "e" }] },
    { text: "ok" },
  ]);
  const { client, key: sessionKey } = bench;
  await bench.ask("hello");
  await bench.write("a.txt", "one\n");
  const { version } = value(await client.request("file.open", { sessionKey, path: "a.txt" }));
  const receipt = await bench.send("go", { mode: "full" });
  if (receipt.kind !== "started") throw new Error("no run began");
  await expect.poll(() => bench.read("begun").catch(() => null), { timeout: 20_000 }).not.toBeNull();
  value(await client.request("file.save", { sessionKey, path: "a.txt", text: "two\n", base: version }));
  await bench.write("go", "");
  await bench.endOf(receipt.runId);
  const { runs } = value(await client.request("changes.list", { sessionKey }));
  expect(runs[0]?.files.map(({ name }) => name)).toContain("made.txt");
  expect(runs[0]?.files.map(({ name }) => name)).not.toContain("a.txt");
});

it("a command that the agent runs saves nothing through Perch", async () => {
  await using bench = await createAgentBench([]);
  const command = bench.assistant.connect({ ...terminal, mayBeCommand: async () => true });
  const asked = { sessionKey: bench.key, path: "a.txt", text: "x", base: null };
  expect(await command.request("file.save", asked)).toMatchObject({ error: { code: "forbidden" } });
  await expect(bench.read("a.txt")).rejects.toThrow("ENOENT");
});
