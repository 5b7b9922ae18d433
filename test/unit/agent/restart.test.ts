import { describe, expect, it } from "vitest";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { record, terminal, value } from "../../support/test-home.ts";

const write = (path: string, content = "x") => ({ name: "write_file", arguments: { path, content }, id: `w_${path}` });

describe("after the process is gone", () => {
  it("keeps calls waiting that waited, and goes on with them in the next process", async () => {
    await using bench = await createAgentBench([
      { calls: [write("a.txt", "late"), write("b.txt", "too")] },
      { text: "both written" },
    ]);
    await bench.send("write it");
    const { approval } = await bench.seen.until("approval-request");
    const waiting = async () => value(await bench.client.request("approval.list", {})).approvals;
    // Writes of one reply are asked about together.
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBe(2);

    const next = bench.home.open();
    const client = next.connect(terminal);
    const seen = await record(client);
    const pending = value(await client.request("approval.list", {}));
    expect(pending.approvals.map(({ subject }) => subject.title)).toEqual(["Write a.txt", "Write b.txt"]);
    const open = value(await client.request("session.open", { sessionKey: bench.key }));
    expect(open).toMatchObject({ lastRun: { kind: "waiting" }, summary: { state: "waiting" } });

    const queued = value(
      await client.request("chat.send", { sessionKey: bench.key, text: "meanwhile", whenBusy: "queue" }),
    );
    expect(queued.kind).toBe("queued");
    for (const { approvalId } of pending.approvals) {
      value(await client.request("approval.answer", { approvalId, decision: "allow-once" }));
    }
    const end = await seen.until("run-end");
    expect(end).toMatchObject({ reason: "answer", text: "both written", runId: approval.runId });
    expect([await bench.read("a.txt"), await bench.read("b.txt")]).toEqual(["late", "too"]);
  });

  it("closes a run that was cut off: calls are interrupted, the next message works, and it can be resumed", async () => {
    const hold = gate();
    await using bench = await createAgentBench(async (_request, index) =>
      index === 0
        ? { calls: [{ name: "exec", arguments: { command: "sleep 30" }, id: "e" }] }
        : { text: `answer ${index}` },
    );
    await bench.send("go", { mode: "full" });
    await bench.seen.until("tool-start");

    const client = bench.home.open().connect(terminal);
    const seen = await record(client);
    const open = value(await client.request("session.open", { sessionKey: bench.key }));
    expect(open.lastRun.kind).toBe("interrupted");
    const result = open.page.messages.map((row) => row.message).find((message) => message.role === "tool");
    expect(result).toMatchObject({ tool_call_id: "e", details: { status: "interrupted" } });
    value(await client.request("chat.resume", { sessionKey: bench.key }));
    expect((await seen.until("run-end")).reason).toBe("answer");
    hold.open();
  });

  it("says of a chat that its run was cut off, before it is opened and after, and tells everybody", async () => {
    const hold = gate();
    await using bench = await createAgentBench([{ deltas: ["Half of ", hold.opened] }]);
    await bench.send("go");
    await bench.seen.until("message-delta");

    const client = bench.home.open().connect(terminal);
    const seen = await record(client);
    const states = async () => value(await client.request("session.list", {})).sessions.map((row) => row.state);
    expect(await states()).toEqual(["interrupted"]);
    value(await client.request("session.open", { sessionKey: bench.key }));
    expect(await states()).toEqual(["interrupted"]);
    expect(await seen.until("session-changed")).toMatchObject({ summary: { state: "interrupted" } });
    hold.open();
  });

  it.each(["quit", "stop"] as const)(
    "tells a run that ended because Perch was closed from one that was stopped: %s",
    async (how) => {
      const hold = gate();
      await using bench = await createAgentBench(async (_request, index) =>
        index === 0 ? { deltas: ["Half of ", hold.opened] } : { text: "The whole of it." },
      );
      await bench.send("go");
      await bench.seen.until("message-delta");
      await bench.assistant.close(how);
      expect(await bench.seen.until("run-end")).toMatchObject({ reason: "stopped", text: "Half of " });

      const client = bench.home.open().connect(terminal);
      const seen = await record(client);
      const open = value(await client.request("session.open", { sessionKey: bench.key }));
      expect(open).toMatchObject(
        how === "quit"
          ? { lastRun: { kind: "interrupted" }, summary: { state: "interrupted" } }
          : { lastRun: { kind: "ended", reason: "stopped" }, summary: { state: "stopped" } },
      );
      if (how === "quit") {
        value(await client.request("chat.resume", { sessionKey: bench.key }));
        expect(await seen.until("run-end")).toMatchObject({ reason: "answer", text: "The whole of it." });
      }
      hold.open();
    },
  );
});
