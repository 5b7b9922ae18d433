import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { SubagentView } from "../../../src-preload/contract/subagents.ts";
import { type AgentBench, createAgentBench, gate } from "../../support/agent-bench.ts";
import type { RecordedRequest } from "../../support/scripted-endpoint.ts";
import { isChild, scripted, spawn, taskOf } from "../../support/subagents/scripts.ts";
import { value } from "../../support/test-home.ts";

/** The last words of whoever asks: the task of a sub-agent stands in its first message alone. */
const lastOf = ({ body }: RecordedRequest) => body.messages.at(-1);
const list = async (bench: AgentBench): Promise<readonly SubagentView[]> =>
  value(await bench.client.request("subagent.list", { sessionKey: bench.key })).subagents;

describe("a sub-agent that is waited for", () => {
  it("has its words as the result of the call, and a chat of its own that knows the task alone", async () => {
    const script = scripted(
      [{ calls: [spawn({ task: "Count the files.", label: "Counting" })] }, { text: "There are three." }],
      () => ({ text: "3 files." }),
    );
    await using bench = await createAgentBench(script);
    const end = await bench.ask("How many files are there?");
    expect(end.text).toBe("There are three.");
    const [, , result] = await bench.messages();
    expect(result).toMatchObject({
      role: "tool",
      content: "3 files.",
      details: { status: "ok", subagent: { label: "Counting", isDone: true } },
    });
    const [child] = await list(bench);
    expect(child).toMatchObject({ label: "Counting", state: "ended", outcome: "done", waits: true, parent: bench.key });
    const chat = value(await bench.client.request("session.open", { sessionKey: `${child?.key}` }));
    expect(chat.page.messages.map(({ message }) => message.content)).toEqual(["Count the files.", "3 files."]);
    expect(chat.summary.title).toBe("Counting");
    expect(chat.workFolder).toBe(bench.home.work);
    const asked = bench.endpoint.requests.find(isChild);
    expect(JSON.stringify(asked?.body)).not.toContain("How many files");
    const tools = asked?.body.tools?.map(({ function: { name } }) => name) ?? [];
    expect(tools).toContain("read_file");
    expect(tools).not.toEqual(expect.arrayContaining(["spawn"]));
    expect(["cron", "ask_user", "message", "spawn"].filter((name) => tools.includes(name))).toEqual([]);
    await vi.waitFor(async () => {
      const kept = await readFile(join(bench.home.home, "subagents.json"), "utf8");
      expect(JSON.parse(kept).subagents).toMatchObject([{ outcome: "done", isTold: true }]);
    });
  });

  it("tells with each step what it does, and how it ends", async () => {
    let asked = 0;
    const script = scripted([{ calls: [spawn({ task: "Look.", label: "Looking" })] }, { text: "Done." }], () => {
      asked += 1;
      return asked === 1 ? { calls: [{ name: "list_dir", arguments: { path: "." }, id: "x" }] } : { text: "Empty." };
    });
    await using bench = await createAgentBench(script);
    await bench.ask("Look around.");
    const told = bench.seen.events.flatMap((event) => (event.topic === "subagent" ? [event] : []));
    expect(told.every(({ sessionKey }) => sessionKey === bench.key)).toBe(true);
    expect(told[0]).toMatchObject({ type: "subagent-start", subagent: { state: "queued" } });
    expect(told.at(-1)).toMatchObject({
      type: "subagent-end",
      subagent: { outcome: "done", state: "ended", iteration: 2 },
    });
    expect(told.some(({ subagent }) => subagent.step?.tool === "list_dir" && subagent.step.title === ".")).toBe(true);
    expect(told.at(-1)?.subagent.tokens).toBeGreaterThan(0);
    const shown = bench.seen.events.find((event) => event.type === "tool-progress" && event.sessionKey === bench.key);
    expect(shown).toMatchObject({ callId: "c1" });
  });

  it("that fails tells what it had done, and why it went no further", async () => {
    let asked = 0;
    const script = scripted([{ calls: [spawn({ task: "Write.", label: "Writing" })] }, { text: "It failed." }], () => {
      asked += 1;
      const path = `${asked}.md`;
      return asked <= 4
        ? { calls: [{ name: "list_dir", arguments: { path: "." }, id: path }] }
        : { status: 400, body: "no" };
    });
    await using bench = await createAgentBench(script);
    await bench.ask("Write four files.");
    const result = (await bench.messages()).find(({ role }) => role === "tool");
    expect(result?.content).toMatch(/^Completed steps, the last 3 of 4:\n- list_dir \.\n.*\nFailure: /s);
    expect(result).toMatchObject({ details: { status: "error", subagent: { isDone: true } } });
  });
});

describe("a sub-agent that is not waited for", () => {
  it("is told once in the chat that asked for it, which then goes on by itself", async () => {
    const held = gate();
    const script = scripted(
      [
        { calls: [spawn({ task: "Search.", label: "Search", wait: false })] },
        { text: "It is on its way." },
        { text: "It found gold." },
      ],
      () => ({ text: "Gold.", gate: held.opened }),
    );
    await using bench = await createAgentBench(script);
    const first = await bench.ask("Search for gold.");
    expect(first.text).toBe("It is on its way.");
    held.open();
    const second = await bench.seen.until(
      "run-end",
      ({ sessionKey, runId }) => sessionKey === bench.key && runId !== first.runId,
    );
    expect(second.text).toBe("It found gold.");
    const messages = await bench.messages();
    expect(messages.filter(({ content }) => content === "Gold.")).toMatchObject([
      { role: "user", sender: "subagent", report: { name: "Search" } },
    ]);
    expect(JSON.stringify(lastOf(bench.endpoint.requests.at(-1) as RecordedRequest))).toMatch(/No person wrote this/);
  });

  it("is told in the run that is on", async () => {
    const [childHeld, parentHeld] = [gate(), gate()];
    const script = scripted(
      [
        { calls: [spawn({ task: "Search.", label: "Search", wait: false })] },
        { calls: [{ name: "list_dir", arguments: { path: "." }, id: "c2" }], gate: parentHeld.opened },
        { text: "It found gold." },
      ],
      () => ({ text: "Gold.", gate: childHeld.opened }),
    );
    await using bench = await createAgentBench(script);
    const sent = await bench.send("Search for gold.");
    childHeld.open();
    await bench.seen.until("queue-changed", ({ sessionKey, queue }) => sessionKey === bench.key && queue.length > 0);
    parentHeld.open();
    const end = await bench.endOf(sent.kind === "started" ? sent.runId : "");
    expect(end.text).toBe("It found gold.");
    const told = (await bench.messages()).filter(({ content }) => content === "Gold.");
    expect(told).toMatchObject([{ runId: end.runId, report: { name: "Search" } }]);
  });
});

describe("several sub-agents", () => {
  it("run side by side as many as the settings say, the others in their order", async () => {
    const gates = new Map([1, 2, 3, 4].map((n): [string, ReturnType<typeof gate>] => [`"Task ${n}"`, gate()]));
    const calls = [1, 2, 3, 4].map((n) => spawn({ task: `Task ${n}`, label: `T${n}` }, `c${n}`));
    const script = scripted([{ calls }, { text: "All done." }], (request) => {
      const name = [...gates.keys()].find((key) => taskOf(request).includes(key.slice(1, -1))) ?? "";
      return { text: `${name} done`, gate: gates.get(name)?.opened ?? Promise.resolve() };
    });
    await using bench = await createAgentBench(script, { defaults: { maxConcurrentSubagents: 2 } });
    const sent = await bench.send("Do four things.");
    await bench.seen.until("subagent-progress", ({ subagent }) => subagent.label === "T2" && subagent.iteration === 1);
    await bench.seen.until("subagent-start", ({ subagent }) => subagent.label === "T4");
    const states = async () => (await list(bench)).map(({ state }) => state);
    expect(await states()).toEqual(["running", "running", "queued", "queued"]);
    gates.get('"Task 2"')?.open();
    await bench.seen.until("subagent-progress", ({ subagent }) => subagent.label === "T3" && subagent.iteration === 1);
    expect(await states()).toEqual(["running", "ended", "running", "queued"]);
    for (const one of gates.values()) one.open();
    expect((await bench.endOf(sent.kind === "started" ? sent.runId : "")).text).toBe("All done.");
    const results = (await bench.messages()).filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(results.toSorted()).toEqual([1, 2, 3, 4].map((n) => `"Task ${n}" done`));
  });
});
