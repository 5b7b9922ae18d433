import { describe, expect, it } from "vitest";
import { createAgentBench } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

const write = (path: string, content = "x") => ({ name: "write_file", arguments: { path, content }, id: `w_${path}` });

describe("permission", () => {
  it("asks before a write, and Allow once writes", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt", "hello")] }, { text: "written" }]);
    const started = await bench.send("write it");
    const asked = await bench.seen.until("approval-request");
    expect(asked.approval.subject).toMatchObject({
      tool: "write_file",
      effect: "write",
      title: "Write a.txt",
      bodyKind: "diff",
      reversible: true,
    });
    expect(asked.approval.subject.body).toContain("+hello");
    await expect(bench.read("a.txt")).rejects.toThrow(/ENOENT/);
    value(
      await bench.client.request("approval.answer", { approvalId: asked.approval.approvalId, decision: "allow-once" }),
    );
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(await bench.read("a.txt")).toBe("hello");
  });

  it.each([
    ["ls | wc", /allowed once only.*a single command/, 0],
    ["ls", /^$/, 1],
  ])("says of `%s` why it is allowed once only, or what can be remembered", async (command, why, least) => {
    await using bench = await createAgentBench([{ calls: [{ name: "exec", arguments: { command } }] }, { text: "ok" }]);
    const started = await bench.send("count");
    const { approvalId, subject } = (await bench.seen.until("approval-request")).approval;
    expect(subject.onlyOnce ?? "").toMatch(why);
    expect(subject.offers?.matches.length ?? 0).toBeGreaterThanOrEqual(least);
    expect(subject.offers === undefined).toBe(least === 0);
    value(await bench.client.request("approval.answer", { approvalId, decision: "deny" }));
    await bench.endOf(started.kind === "started" ? started.runId : "");
  });

  it("asks nobody about a command that nobody can read, and tells the model why", async () => {
    const command = `echo ${"x".repeat(100_000)}`;
    await using bench = await createAgentBench([{ calls: [{ name: "exec", arguments: { command } }] }, { text: "ok" }]);
    const started = await bench.send("run it");
    await bench.endOf(started.kind === "started" ? started.runId : "");
    expect(bench.endpoint.requests[1]?.body.messages.at(-1)?.content).toMatch(/longer than 100000 characters.*Nothing/);
    expect(bench.seen.events.map(({ type }) => type)).not.toContain("approval-request");
  });

  it("tells the model about a denial, with the person's words", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt")] }, { text: "understood" }]);
    const started = await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");
    value(
      await bench.client.request("approval.answer", {
        approvalId: approval.approvalId,
        decision: "deny",
        note: "use b.txt",
      }),
    );
    await bench.endOf(started.kind === "started" ? started.runId : "");
    const result = bench.endpoint.requests[1]?.body.messages.at(-1);
    expect(result?.content).toMatch(/denied.*use b\.txt/);
  });

  it.each([
    [{ name: "read_file", arguments: { path: ".env" } }, "read", "Read .env", "passwords and keys of programs"],
    [write("AGENTS.md"), "write", "Write AGENTS.md", "assistants trust what this file says"],
    [write(".git"), "write", "Write .git", "git runs what this file says"],
  ])("%j asks where edits are accepted, and the card says why", async (call, effect, title, reason) => {
    await using bench = await createAgentBench([{ calls: [call] }, { text: "ok" }]);
    await bench.write(".env", "TOKEN=made-up");
    await bench.send("go", { mode: "accept-edits" });
    const { approval } = await bench.seen.until("approval-request");
    expect(approval.subject).toMatchObject({ effect, title, reason: expect.stringContaining(reason) });
    expect(bench.endpoint.requests.length).toBe(1);
  });

  it("does not read a secret where nobody is there to allow it", async () => {
    const read = { name: "read_file", arguments: { path: ".env" } };
    const edit = { name: "edit_file", arguments: { path: ".env", oldText: "TOKEN=x", newText: "y" } };
    await using bench = await createAgentBench([{ calls: [read, edit] }, { text: "ok" }]);
    await bench.write(".env", "TOKEN=made-up");
    await bench.ask("go", { whenAsked: "deny" });
    const results = (await bench.messages()).filter((message) => message.role === "tool");
    expect(results.map(({ content }) => content)).toEqual(
      Array(2).fill(expect.stringMatching(/^Denied: nobody is there/)),
    );
    expect(JSON.stringify(results)).not.toContain("made-up");
  });

  it("is answered once: a second answer is told that nothing waits", async () => {
    await using bench = await createAgentBench([{ calls: [write("a.txt")] }, { text: "ok" }]);
    await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");
    const answers = await Promise.all(
      (["allow-once", "deny"] as const).map((decision) =>
        bench.client.request("approval.answer", { approvalId: approval.approvalId, decision }),
      ),
    );
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    await bench.seen.until("run-end");
  });

  it.each([
    [
      "accept-edits",
      [write("a.txt"), { name: "exec", arguments: { command: "echo hi" }, id: "e" }],
      { "w_a.txt": "ok", e: "denied" },
    ],
    [
      "full",
      [write("a.txt"), { name: "exec", arguments: { command: "echo hi" }, id: "e" }],
      { "w_a.txt": "ok", e: "ok" },
    ],
    [
      "ask",
      [write("a.txt"), { name: "read_file", arguments: { path: "b.txt" }, id: "r" }],
      { "w_a.txt": "denied", r: "ok" },
    ],
    ["plan", [write("a.txt")], { "w_a.txt": "denied" }],
    ["accept-edits", [write(".git/hooks/post-checkout")], { "w_.git/hooks/post-checkout": "denied" }],
  ] as const)("in mode %s, with nobody there, decides call by call", async (mode, calls, expected) => {
    await using bench = await createAgentBench([{ calls: [...calls] }, { text: "ok" }]);
    await bench.write("b.txt", "b");
    await bench.ask("go", { mode, whenAsked: "deny" });
    const results = (await bench.messages()).flatMap((message) =>
      message.role === "tool" ? [[message.tool_call_id, message.details?.status]] : [],
    );
    expect(Object.fromEntries(results)).toEqual(expected);
  });

  it("asks nobody about a path that is refused anyway", async () => {
    await using bench = await createAgentBench([{ calls: [write("../outside.txt")] }, { text: "ok" }]);
    const end = await bench.ask("go");
    expect(end.reason).toBe("answer");
    expect(bench.seen.events.some((event) => event.type === "approval-request")).toBe(false);
  });

  it("asks nobody about an edit that cannot be made", async () => {
    const edit = { name: "edit_file", arguments: { path: "a.txt", oldText: "two", newText: "three" }, id: "e" };
    await using bench = await createAgentBench([{ calls: [edit] }, { text: "ok" }]);
    await bench.write("a.txt", "one");
    await bench.ask("go");
    expect(bench.seen.events.some((event) => event.type === "approval-request")).toBe(false);
    const result = bench.endpoint.requests[1]?.body.messages.find((message) => message.tool_call_id === "e");
    expect(result?.content).toContain("oldText was not found");
  });
});
