import { it, vi } from "vitest";
import type { CloseHow } from "../../../src-main/assistant.ts";
import { createAgentBench } from "../../support/agent-bench.ts";
import { scripted, spawn } from "../../support/subagents/scripts.ts";
import { terminal, value } from "../../support/test-home.ts";

/* Perch is closed while a sub-agent waits for the person. */

/** A bound against hanging. */
const bound = { timeout: 20_000, interval: 10 };
const hows: readonly CloseHow[] = ["stop", "quit", "finish"];
// To let a run finish is to wait for the person too, where it waits for its sub-agent.
const cases = hows.flatMap((how) => (how === "finish" ? [false] : [true, false]).map((wait) => ({ how, wait })));

it.each(cases)("ends at once, and the next start tells the chat ($how, waited for: $wait)", async ({ how, wait }) => {
  const call = spawn({ task: "Write it down", label: "Writer", wait });
  const writes = { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "x" }, id: "w" }] };
  const script = scripted([{ calls: [call] }, { text: "I asked." }], () => writes);
  await using bench = await createAgentBench(script, { settings: { approvals: { mode: "ask" } } });
  await bench.send("Go.");
  await bench.seen.until("approval-request");
  if (!wait) await bench.seen.until("run-end", ({ sessionKey }) => sessionKey === bench.key);
  await bench.assistant.close(how);
  const client = bench.home.open().connect(terminal);
  await vi.waitFor(async () => {
    const { subagents } = value(await client.request("subagent.list", { sessionKey: bench.key }));
    const told = JSON.stringify(value(await client.request("session.open", { sessionKey: bench.key, limit: 50 })));
    const { approvals } = value(await client.request("approval.list", {}));
    const isOver = subagents.every(({ state }) => state === "ended") && approvals.length === 0;
    if (!isOver || !/cut it off|closed/.test(told)) throw new Error("not told");
  }, bound);
});
