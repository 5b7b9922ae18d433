import { expect, it } from "vitest";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import type { ChangedPath } from "../../../src-preload/contract/changes.ts";
import { type ChangedFile, changesOfCalls } from "../../../src-renderer/state/run-facts.ts";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import type { ScriptedCall } from "../../support/scripted-reply.ts";
import { value } from "../../support/test-home.ts";

const write = (path: string, content: string) => ({
  name: "write_file",
  arguments: { path, content },
  id: `w_${path}_${content}`,
});

it("what runs of a chat did is listed page by page, compared, kept and taken back to before a message", async () => {
  await using bench = await createAgentBench([
    { calls: [write("a.txt", "one\n")] },
    { text: "ok" },
    { calls: [write("a.txt", "two\n"), write("b.txt", "b\n")] },
    { text: "ok" },
  ]);
  const { client, key: sessionKey } = bench;
  await bench.ask("first", { mode: "accept-edits" });
  const second = await bench.ask("second", { mode: "accept-edits" });
  const newest = value(await client.request("changes.list", { sessionKey, limit: 1 }));
  expect(newest.runs[0]).toMatchObject({ runId: second.runId, files: [{ name: "a.txt" }, { name: "b.txt" }] });
  const after = newest.next ?? undefined;
  const oldest = value(await client.request("changes.list", { sessionKey, after }));
  expect(oldest).toMatchObject({
    runs: [{ files: [{ name: "a.txt", status: "added", standing: "later" }] }],
    next: null,
  });
  const path = newest.runs[0]?.files[0]?.path ?? "";
  const diff = value(await client.request("changes.diff", { sessionKey, runId: second.runId, path }));
  expect(diff.hunks[0]?.lines).toEqual(["@@ -1,1 +1,1 @@", "-one", "+two"]);
  value(await client.request("changes.keep", { sessionKey, runId: second.runId, paths: [path], kept: true }));
  const kept = value(await client.request("changes.list", { sessionKey, runId: second.runId }));
  expect(kept.runs[0]?.files[0]?.standing).toBe("kept");
  const message = (await bench.messages()).find(({ content }) => content === "first");
  const end = value(await client.request("changes.restore", { sessionKey, messageId: message?.id ?? "" }));
  expect(end).toMatchObject({ reverted: ["a.txt", "b.txt"], left: [] });
  await expect(bench.read("a.txt")).rejects.toThrow("ENOENT");
  value(await client.request("changes.revert", { sessionKey, runIds: [...end.reverts] }));
  expect(await bench.read("a.txt")).toBe("two\n");
  expect(value(await client.request("changes.space", {}))).toMatchObject({ runs: 2 });
  expect(bench.seen.events.filter(({ type }) => type === "changes-changed").length).toBeGreaterThan(3);
});

it("a chat without changes has none, and what is not known is not found", async () => {
  await using bench = await createAgentBench([]);
  const { client, key: sessionKey } = bench;
  expect(value(await client.request("changes.list", { sessionKey }))).toEqual({ runs: [], next: null });
  for (const asked of [
    client.request("changes.revert", { sessionKey, runIds: ["r_none"] }),
    client.request("changes.diff", { sessionKey, runId: "r_none", path: "/etc/passwd" }),
    client.request("changes.revertHunks", { sessionKey, runId: "r_none", path: "/etc/passwd", hunks: [0] }),
    client.request("changes.keep", { sessionKey, runId: "r_none", paths: [], kept: true }),
    client.request("changes.restore", { sessionKey, messageId: "m_none" }),
  ]) {
    expect(await asked).toMatchObject({ ok: false, error: { code: "not-found" } });
  }
});

it("nothing is written where what stands there cannot be kept", async () => {
  const files = {
    ...nodeFileSystem,
    mkdir: (async (path: string, options: object) => {
      if (path.includes("/undo/")) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
      return nodeFileSystem.mkdir(path, options);
    }) as typeof nodeFileSystem.mkdir,
  };
  await using bench = await createAgentBench([{ calls: [write("a.txt", "new")] }, { text: "ok" }], {
    options: { files },
  });
  await bench.write("a.txt", "old");
  await bench.ask("go", { mode: "accept-edits" });
  expect(await bench.read("a.txt")).toBe("old");
  const result = bench.endpoint.requests[1]?.body.messages.at(-1)?.content;
  expect(result).toContain("could not be kept for undo");
});

it("nothing is taken back while a run of the chat is on, or waits for a decision", async () => {
  const held = gate();
  await using bench = await createAgentBench([
    { calls: [write("a.txt", "one\n")] },
    { deltas: ["Still ", held.opened] },
    { calls: [write("b.txt", "two\n")] },
    { text: "ok" },
  ]);
  const { client, key: sessionKey } = bench;
  const asked = async () => {
    const { runs } = value(await client.request("changes.list", { sessionKey }));
    const runId = runs[0]?.runId ?? "";
    const path = runs[0]?.files[0]?.path ?? "";
    const messageId = (await bench.messages())[0]?.id ?? "";
    return Promise.all([
      client.request("changes.revert", { sessionKey, runIds: [runId] }),
      client.request("changes.revertHunks", { sessionKey, runId, path, hunks: [0] }),
      client.request("changes.restore", { sessionKey, messageId }),
    ]);
  };
  const refused = { ok: false, error: { code: "busy", message: expect.stringContaining("A run is on") } };
  const running = await bench.send("first", { mode: "accept-edits" });
  await bench.seen.until("message-delta");
  expect(await asked()).toMatchObject([refused, refused, refused]);
  held.open();
  await bench.endOf(running.kind === "started" ? running.runId : "");
  const waiting = await bench.send("second", { mode: "ask" });
  const { approval } = await bench.seen.until("approval-request");
  expect(await asked()).toMatchObject([refused, refused, refused]);
  expect(await bench.read("a.txt")).toBe("one\n");
  const { approvalId } = approval;
  value(await client.request("approval.answer", { approvalId, decision: "deny" }));
  await bench.endOf(waiting.kind === "started" ? waiting.runId : "");
  const { runs } = value(await client.request("changes.list", { sessionKey }));
  const reverted = await client.request("changes.revert", { sessionKey, runIds: runs.map(({ runId }) => runId) });
  expect(reverted).toMatchObject({ ok: true, value: { reverted: ["a.txt"] } });
});

it("commands of the chat list its changes, take them back and bring them back without a question", async () => {
  await using bench = await createAgentBench([
    { calls: [write("a.txt", "one\n"), write("b.txt", "b\n")] },
    { text: "ok" },
    { calls: [write("a.txt", "two\n")] },
    { text: "ok" },
  ]);
  const say = async (words: string): Promise<string> => {
    const receipt = await bench.send(words);
    return receipt.kind === "answered" ? receipt.text : receipt.kind;
  };
  expect(await say("/changes")).toBe("No run of this chat has changed a file yet.");
  expect(await say("/undo")).toBe("Nothing is there to revert.");
  await bench.ask("first", { mode: "accept-edits" });
  await bench.ask("second", { mode: "accept-edits" });
  expect(await say("/changes")).toMatch(
    /^Run of \d{4}-\d\d-\d\d \d\d:\d\d, files: 1\n {2}a\.txt {2}changed · \+1 −1\n/,
  );
  expect(await say("/undo b.txt")).toBe("As they were: b.txt\n/redo brings it back.");
  expect(await say("/undo")).toContain("As they were: a.txt");
  expect(await bench.read("a.txt")).toBe("one\n");
  expect(await say("/undo")).toContain("As they were: a.txt");
  expect(await say("/redo")).toBe("Brought back: a.txt, b.txt");
  expect(await say("/redo")).toBe("Brought back: a.txt");
  expect([await bench.read("a.txt"), await bench.read("b.txt")]).toEqual(["two\n", "b\n"]);
  await bench.write("c.txt", "mine\n");
  expect(await say("/undo c.txt")).toBe("No run of this chat has changed c.txt.");
  expect(await say("/changes now")).toMatch(/takes no words/);
});

it("what the steps of a turn tell adds up to its changes, also where files were moved, deleted and made in vain", async () => {
  const call = (name: string, args: Record<string, unknown>): ScriptedCall => ({ name, arguments: args });
  const turn = (...calls: readonly ScriptedCall[]) => calls.map((one) => ({ calls: [one] }));
  await using bench = await createAgentBench([
    ...turn(
      write("made.txt", "made\n"),
      call("move_file", { from: "made.txt", to: "sub/moved.txt" }),
      call("move_file", { from: "old.txt", to: "sub/old.txt" }),
      call("edit_file", { path: "sub/old.txt", oldText: "two", newText: "TWO" }),
      call("delete_file", { path: "gone.txt" }),
      write("vain.txt", "vain\n"),
      call("delete_file", { path: "vain.txt" }),
      call("exec", { command: "mv b.txt c.txt; echo more >> a.txt" }),
      call("edit_file", { path: "a.txt", oldText: "more", newText: "less" }),
      call("delete_file", { path: "none.txt" }),
    ),
    { text: "done" },
  ]);
  const { client, key: sessionKey } = bench;
  for (const name of ["old.txt", "gone.txt", "a.txt", "b.txt"]) await bench.write(name, `${name}\ntwo\n`);
  await bench.ask("go", { mode: "full" });
  const listed = value(await client.request("changes.list", { sessionKey })).runs[0]?.files ?? [];
  const results = (await bench.messages()).filter((message) => message.role === "tool");
  const told = changesOfCalls(results).files.toSorted((a, b) => a.path.localeCompare(b.path, "en"));
  expect(listed.map(({ name, status }) => `${name} ${status}`)).toEqual([
    "a.txt modified",
    "c.txt renamed",
    "gone.txt deleted",
    "old.txt deleted",
    "sub/moved.txt added",
    "sub/old.txt added",
  ]);
  const facts = (files: readonly (ChangedFile | ChangedPath)[]) =>
    files.map(({ path, status, by, added, removed }) => ({ path, status, by, added, removed }));
  expect(facts(told)).toEqual(facts(listed));
});
