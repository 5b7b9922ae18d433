import { describe, expect, it } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import { type AgentBench, createAgentBench, gate } from "../../support/agent-bench.ts";
import { type Recorded, record, terminal, value } from "../../support/test-home.ts";

/** A model whose first answer waits, and that says back what it was asked then. */
async function heldBench() {
  const hold = gate();
  const bench = await createAgentBench(async ({ body }, index) => {
    if (index === 0) return { deltas: ["Half of ", hold.opened] };
    const asked = body.messages.findLast((message) => message.role === "user");
    return { text: `to ${/m\d/.exec(String(asked?.content))?.[0]}` };
  });
  return Object.assign(bench, { hold });
}

const id = (name: string) => messageIdSchema.parse(name);

function sendNamed(bench: AgentBench, client: Connection, name: string, again = false) {
  const named = { text: name, messageId: id(name), again, whenBusy: "queue" as const };
  return client.request("chat.send", { sessionKey: bench.key, workFolder: bench.home.work, ...named });
}

/** Another process at the same home, as one sees it whose owner was killed. */
async function nextOwner(bench: AgentBench): Promise<{ client: Connection; seen: Recorded }> {
  const client = bench.home.open().connect(terminal);
  return { client, seen: await record(client) };
}

const ends = (seen: Recorded) => seen.events.flatMap((event) => (event.type === "run-end" ? [event.text] : []));

describe("a message that its sender names", () => {
  it("counts once however often it is sent, while it runs, while it waits and when it is answered", async () => {
    await using bench = await heldBench();
    const first = value(await sendNamed(bench, bench.client, "m1"));
    const waiting = value(await sendNamed(bench, bench.client, "m2"));
    expect(value(await sendNamed(bench, bench.client, "m1", true))).toEqual(first);
    expect(value(await sendNamed(bench, bench.client, "m2", true))).toEqual(waiting);
    bench.hold.open();
    await bench.seen.until("run-end", ({ text }) => text === "to m2");
    const told = { kind: "answered", messageId: "m2", text: "to m2", ended: { reason: "answer" } };
    expect(value(await sendNamed(bench, bench.client, "m2", true))).toEqual(told);
    expect(value(await sendNamed(bench, bench.client, "m1"))).toMatchObject({ kind: "answered", text: "Half of " });
    expect(bench.endpoint.requests).toHaveLength(2);
  });

  it("sets going what a dead process left, oldest first, when it is sent again", async () => {
    await using bench = await heldBench();
    value(await sendNamed(bench, bench.client, "m1"));
    value(await sendNamed(bench, bench.client, "m2"));
    await bench.seen.until("message-delta");
    const { client, seen } = await nextOwner(bench);
    // m3 had not reached the disk; m1 is sent again while it is gone on with.
    expect(value(await sendNamed(bench, client, "m3", true)).kind).toBe("queued");
    expect(value(await sendNamed(bench, client, "m1", true)).kind).toBe("started");
    await seen.until("run-end", ({ text }) => text === "to m3");
    expect(ends(seen)).toEqual(["to m1", "to m2", "to m3"]);
  });

  it("comes behind what a dead process left waiting, also when it is new", async () => {
    await using bench = await heldBench();
    value(await sendNamed(bench, bench.client, "m1"));
    value(await sendNamed(bench, bench.client, "m2"));
    await bench.seen.until("message-delta");
    const { client, seen } = await nextOwner(bench);
    value(await sendNamed(bench, client, "m3"));
    await seen.until("run-end", ({ text }) => text === "to m3");
    expect(ends(seen)).toEqual(["to m1", "to m2", "to m3"]);
  });

  it("does not go on by itself with a turn that was cut off and that nobody asks for", async () => {
    await using bench = await heldBench();
    value(await sendNamed(bench, bench.client, "m1"));
    await bench.seen.until("message-delta");
    const { client, seen } = await nextOwner(bench);
    value(await sendNamed(bench, client, "m2"));
    await seen.until("run-end", ({ text }) => text === "to m2");
    expect(ends(seen)).toEqual(["to m2"]);
    // Somebody does after all, when other turns came: it has its turn once more, and once.
    const anew = value(await sendNamed(bench, client, "m1", true));
    await seen.until("run-end", ({ text }) => text === "to m1");
    expect(value(await sendNamed(bench, client, "m1", true))).toMatchObject({ kind: "answered", text: "to m1" });
    expect(anew).toMatchObject({ messageId: "m1." });
    expect(ends(seen)).toEqual(["to m2", "to m1"]);
  });

  it("is withdrawn alone: what others sent keeps its place and its turn", async () => {
    await using bench = await heldBench();
    for (const name of ["m1", "m2", "m3"]) value(await sendNamed(bench, bench.client, name));
    await bench.seen.until("message-delta");
    const withdraw = (name: string) =>
      bench.client.request("chat.stop", { sessionKey: bench.key, messageId: id(name) }).then(value);
    expect(await withdraw("m2")).toEqual({ stopped: true });
    expect(await withdraw("m1")).toEqual({ stopped: true });
    await bench.seen.until("run-end", ({ text }) => text === "to m3");
    expect(bench.seen.events.flatMap((event) => (event.type === "run-end" ? [event.reason] : []))).toEqual([
      "stopped",
      "answer",
    ]);
    expect(await withdraw("m3")).toEqual({ stopped: false });
    bench.hold.open();
  });
});

it("an orderly end comes after every message that was taken, however they came", async () => {
  await using bench = await createAgentBench(({ body }) => ({ text: String(body.messages.length) }));
  const sent = Array.from({ length: 8 }, (_, index) => sendNamed(bench, bench.client, `m${index}`));
  await sent[0];
  await bench.assistant.close("finish");
  expect((await Promise.all(sent)).every((receipt) => receipt.ok)).toBe(true);
  const reasons = bench.seen.events.flatMap((event) => (event.type === "run-end" ? [event.reason] : []));
  expect(reasons).toEqual(Array(8).fill("answer"));
});
