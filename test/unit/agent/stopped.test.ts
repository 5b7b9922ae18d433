import { expect, it } from "vitest";
import { createPartialOutput } from "../../../src-main/agent/partial-output.ts";
import { createAgentBench, gate } from "../../support/agent-bench.ts";
import { value } from "../../support/test-home.ts";

it("what was to steer a stopped run waits, paused, and does not run with the next message", async () => {
  const hold = gate();
  await using bench = await createAgentBench(async (_request, index) => {
    if (index === 0) await hold.opened;
    return { text: "done" };
  });
  const { client, key } = bench;
  const first = await bench.send("one");
  await bench.endpoint.request(0);
  expect((await bench.send("steer me")).kind).toBe("steered");
  await client.request("chat.stop", { sessionKey: key });
  await bench.endOf(first.kind === "started" ? first.runId : "");
  hold.open();
  await bench.ask("two");
  const opened = value(await client.request("session.open", { sessionKey: key }));
  expect(opened.queuePaused).toBe(true);
  expect(opened.queue).toMatchObject([{ content: "steer me", whenBusy: "queue" }]);
  expect(JSON.stringify(bench.endpoint.requests.at(-1)?.body.messages)).not.toContain("steer me");
  value(await client.request("queue.pause", { sessionKey: key, paused: false }));
  await bench.endpoint.request(2);
  expect(JSON.stringify(bench.endpoint.requests[2]?.body.messages)).toContain("steer me");
});

it("the output of a command that is stopped is kept, for the person and the model", async () => {
  await using bench = await createAgentBench(
    [{ calls: [{ name: "exec", arguments: { command: "echo first words; sleep 60" } }] }, { text: "ok" }],
    { settings: { approvals: { mode: "full" } } },
  );
  const started = await bench.send("run it");
  await bench.seen.until("tool-progress", (event) => event.text.includes("first words"));
  await bench.client.request("chat.stop", { sessionKey: bench.key });
  await bench.endOf(started.kind === "started" ? started.runId : "");
  const result = (await bench.messages()).find((message) => message.role === "tool");
  expect(result?.content).toMatch(/^first words[\s\S]*\[Stopped\][\s\S]*Interrupted: the run was stopped/);
});

it("of a tool that only tells how far it is, the beginning and the end are kept", () => {
  const output = createPartialOutput();
  output.add("begin ");
  for (let line = 0; line < 10_000; line += 1) output.add(`line ${line} `);
  const kept = output.with("It was stopped.");
  expect(kept).toMatch(/^begin line 0 [\s\S]*characters of output left out[\s\S]*line 9999\nIt was stopped\.$/);
  expect(kept.length).toBeLessThan(13_000);
  expect(createPartialOutput().with("It was stopped.")).toBe("It was stopped.");
});

it("a turn that takes longer than it may ends with max_time, and says so", async () => {
  await using bench = await createAgentBench([{ text: "Half of it", ending: "stall" }], {
    settings: { approvals: { mode: "full" } },
  });
  value(await bench.client.request("settings.update", { patch: { agents: { turn: { maxDurationSeconds: 1 } } } }));
  const end = await bench.ask("go");
  expect(end.reason).toBe("max_time");
  expect((await bench.messages()).at(-1)?.error).toMatchObject({ code: "max_time" });
});
