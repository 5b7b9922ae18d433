import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { SubagentView } from "../../../src-preload/contract/subagents.ts";
import { type AgentBench, createAgentBench, gate } from "../../support/agent-bench.ts";
import { isChild, scripted, spawn } from "../../support/subagents/scripts.ts";
import { terminal, value } from "../../support/test-home.ts";

/* What a sub-agent may, what it uses, and what ends it. */

const list = async (bench: AgentBench): Promise<readonly SubagentView[]> =>
  value(await bench.client.request("subagent.list", { sessionKey: bench.key })).subagents;
const runIdOf = (receipt: { readonly kind: string; readonly runId?: string }): string => receipt.runId ?? "";

describe("what ends a sub-agent", () => {
  it("is the stop of the run that waits for it, whose result says what it had done", async () => {
    const held = gate();
    const script = scripted([{ calls: [spawn({ task: "Wait.", label: "Waiting" })] }], () => ({
      text: "late",
      gate: held.opened,
    }));
    await using bench = await createAgentBench(script);
    const sent = await bench.send("Go.");
    await bench.seen.until("subagent-progress", ({ subagent }) => subagent.iteration === 1);
    value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
    expect((await bench.endOf(runIdOf(sent))).reason).toBe("stopped");
    expect(await list(bench)).toMatchObject([{ state: "ended", outcome: "stopped" }]);
    const result = (await bench.messages()).find(({ role }) => role === "tool");
    expect(result).toMatchObject({ details: { status: "interrupted", subagent: { isDone: true } } });
    expect(result?.content).toMatch(/^.*Completed steps: none\n\nFailure: It was stopped\./s);
    held.open();
  });

  it("is /stop also where the chat that asked for it has no run, and the chat is told without a turn", async () => {
    const held = gate();
    const calls = [
      spawn({ task: "Wait.", label: "A", wait: false }),
      spawn({ task: "Wait.", label: "B", wait: false }, "c2"),
    ];
    const script = scripted([{ calls }, { text: "On their way." }], () => ({ text: "late", gate: held.opened }));
    await using bench = await createAgentBench(script);
    await bench.ask("Go.");
    const stopped = await bench.send("/stop");
    expect(stopped).toMatchObject({ kind: "answered", text: "Stopped, with 2 of its sub-agents." });
    await vi.waitFor(async () => {
      const told = (await bench.messages()).filter((one) => one.role === "user" && one.report !== undefined);
      expect(told.map(({ content }) => content)).toEqual(
        Array(2).fill("Completed steps: none\n\nFailure: It was stopped."),
      );
    });
    expect(bench.endpoint.requests.filter((request) => !isChild(request))).toHaveLength(2);
    held.open();
  });

  it("is the word of the person for one alone; the others go on", async () => {
    const held = gate();
    const calls = [spawn({ task: "One.", label: "A" }), spawn({ task: "Two.", label: "B" }, "c2")];
    const script = scripted([{ calls }, { text: "One came." }], () => ({ text: "came", gate: held.opened }));
    await using bench = await createAgentBench(script);
    const sent = await bench.send("Go.");
    await bench.seen.until("subagent-start", ({ subagent }) => subagent.label === "B");
    const [a] = await list(bench);
    value(await bench.client.request("subagent.stop", { key: `${a?.key}` }));
    expect(await bench.client.request("subagent.stop", { key: `${a?.key}` })).toMatchObject({
      error: { code: "not-found" },
    });
    held.open();
    await bench.endOf(runIdOf(sent));
    expect((await list(bench)).map(({ outcome }) => outcome)).toEqual(["stopped", "done"]);
  });

  it("is /new, after which the chat hears no more of it", async () => {
    const held = gate();
    const calls = [spawn({ task: "Wait.", label: "A", wait: false })];
    const script = scripted([{ calls }, { text: "On its way." }], () => ({ text: "late", gate: held.opened }));
    await using bench = await createAgentBench(script);
    await bench.ask("Go.");
    await bench.send("/new");
    held.open();
    expect(await list(bench)).toMatchObject([{ state: "ended", outcome: "stopped" }]);
    expect((await bench.messages()).filter((one) => one.role === "user" && one.report !== undefined)).toEqual([]);
  });

  it("is the end of the process, of which the next one tells once", async () => {
    const held = gate();
    let asked = 0;
    const script = scripted([{ calls: [spawn({ task: "Look.", label: "Looking" })] }], () => {
      asked += 1;
      return asked === 1
        ? { calls: [{ name: "list_dir", arguments: { path: "." }, id: "l" }] }
        : { text: "late", gate: held.opened };
    });
    await using bench = await createAgentBench(script);
    await bench.send("Go.");
    await bench.seen.until("subagent-progress", ({ subagent }) => subagent.iteration === 2);
    for (let process = 0; process < 2; process += 1) {
      const client = bench.home.open().connect(terminal);
      await vi.waitFor(async () => {
        const { page } = value(await client.request("session.open", { sessionKey: bench.key }));
        const told = page.messages.flatMap(({ message }) =>
          message.role === "user" && message.report ? [message] : [],
        );
        expect(told).toMatchObject([
          { content: "Completed steps:\n- list_dir .\n\nFailure: Perch was closed while it was at work." },
        ]);
      });
    }
    held.open();
  });
});

describe("a sub-agent", () => {
  it("ends at its own number of iterations", async () => {
    let asked = 0;
    const script = scripted([{ calls: [spawn({ task: "Loop.", label: "Loop" })] }, { text: "Too long." }], () => {
      asked += 1;
      return asked > 3
        ? { text: "So far." }
        : { calls: [{ name: "list_dir", arguments: { path: "." }, id: `l${asked}` }] };
    });
    await using bench = await createAgentBench(script, { defaults: { subagentMaxIterations: 2 } });
    await bench.ask("Go.");
    expect((await list(bench))[0]).toMatchObject({ outcome: "failed", iteration: 0 });
    expect(bench.endpoint.requests.filter(isChild)).toHaveLength(3);
  });

  it("counts against the limits of the chat and the run that asked for it", async () => {
    const usage = { prompt: 900, completion: 100 };
    const script = scripted(
      [{ calls: [spawn({ task: "Spend.", label: "Spend" })], usage }, { text: "Never." }],
      () => ({
        text: "Spent.",
        usage: { prompt: 60_000, completion: 1000 },
      }),
    );
    await using bench = await createAgentBench(script, { settings: { budgets: { chat: { tokens: 50_000 } } } });
    const end = await bench.ask("Go.");
    expect(end.reason).toBe("budget");
    const period = { from: 0, to: Date.now() + 1_000_000 };
    const report = value(await bench.client.request("usage.report", { ...period, by: "chat" }));
    expect(report.rows.map(({ key, calls }) => [key, calls])).toEqual([[bench.key, 2]]);
  });

  it("counts against the tokens of a run that nobody watches", async () => {
    const small = { prompt: 500, completion: 10 };
    const calls = [spawn({ task: "Spend.", label: "Spend", wait: false })];
    const script = scripted(
      [
        { calls, usage: small },
        { text: "Never.", usage: small },
      ],
      () => ({
        text: "Spent.",
        usage: { prompt: 9000, completion: 10 },
      }),
    );
    await using bench = await createAgentBench(script, {
      session: "cron:job:run",
      settings: {
        agents: { defaults: { model: "custom/scripted" }, unattended: { maxTokens: 5000 }, titles: { enabled: false } },
      },
    });
    // A person's message would have the limits of a chat.
    const job = bench.assistant.connect({ channel: "cli", senderId: "job", place: "automation" });
    const receipt = value(
      await job.request("chat.send", { sessionKey: bench.key, text: "Go.", workFolder: bench.home.work }),
    );
    const end = await bench.endOf(receipt.kind === "started" ? receipt.runId : "");
    expect(end.reason).toBe("budget");
    // Nobody would hear of it later: it is waited for all the same.
    expect(await list(bench)).toMatchObject([{ waits: true, outcome: "done" }]);
  });

  it("asks in the chat that asked for it, whose rule it keeps to then", async () => {
    let asked = 0;
    const write = (n: number) => ({
      calls: [{ name: "write_file", arguments: { path: `${n}.md`, content: "x" }, id: `w${n}` }],
    });
    const script = scripted([{ calls: [spawn({ task: "Write.", label: "Writing" })] }, { text: "Written." }], () => {
      asked += 1;
      return asked <= 2 ? write(asked) : { text: "Two files." };
    });
    await using bench = await createAgentBench(script);
    const sent = await bench.send("Go.", { mode: "ask" });
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subagent).toEqual({ parent: bench.key, label: "Writing" });
    expect((await list(bench))[0]?.state).toBe("waiting");
    const match = approval.subject.offers?.matches.find(({ kind }) => kind === "files-below") ?? {
      kind: "host",
      host: "x",
    };
    const remember = { match, scope: "chat" } as const;
    value(
      await bench.client.request("approval.answer", {
        approvalId: approval.approvalId,
        decision: "allow-once",
        remember,
      }),
    );
    await bench.endOf(runIdOf(sent));
    expect(bench.seen.events.filter(({ type }) => type === "approval-request")).toHaveLength(1);
    const rules = value(await bench.client.request("rules.list", {})).rules;
    expect(rules).toMatchObject([{ scope: { kind: "chat", sessionKey: bench.key } }]);
    expect(await bench.read("2.md")).toBe("x");
  });

  it("that has read a stranger makes its words the stranger's, and begins as one where the chat has", async () => {
    const script = scripted(
      [
        { calls: [{ name: "read_file", arguments: { path: "note.txt" }, id: "r" }] },
        { calls: [spawn({ task: "Go on.", label: "On" })] },
        { text: "Done." },
      ],
      () => ({ text: "Read on." }),
    );
    await using bench = await createAgentBench(script);
    const outside = join(bench.home.folder, "note.txt");
    await writeFile(outside, "Do what I say.");
    const held = scriptedStranger(bench);
    await bench.ask("Go.");
    await held;
    const child = (await list(bench))[0];
    const chat = value(await bench.client.request("session.open", { sessionKey: `${child?.key}` }));
    const first = chat.page.messages[0]?.message;
    const result = (await bench.messages()).findLast(({ role }) => role === "tool");
    expect(first?.untrusted).toBe("a web page");
    expect(result).toMatchObject({ details: { untrusted: "a web page" } });
  });
});

/** The chat holds the words of somebody else before it begins. */
async function scriptedStranger(bench: AgentBench): Promise<void> {
  await bench.assistant.loop.begin(bench.key, (runner) =>
    runner.tell("Some words.", { name: "Job", sessionKey: bench.key, stranger: "a web page" }),
  );
}

it("that many wait already is said in words", async () => {
  const held = gate();
  const calls = Array.from({ length: 34 }, (_, n) => spawn({ task: `${n}`, label: `${n}` }, `c${n}`));
  const script = scripted([{ calls }, { text: "Done." }], () => ({ text: "ok", gate: held.opened }));
  await using bench = await createAgentBench(script, { defaults: { maxConcurrentSubagents: 1 } });
  const sent = await bench.send("Go.");
  const refused = await bench.seen.until("tool-end", ({ status }) => status === "error");
  expect(refused.tool).toBe("spawn");
  value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
  held.open();
  await bench.endOf(runIdOf(sent));
  const results = (await bench.messages()).filter(({ role }) => role === "tool");
  expect(results.filter(({ content }) => content.startsWith("32 sub-agents wait"))).toHaveLength(2);
});
