import { describe, expect, it } from "vitest";
import { type AgentBench, createAgentBench, type gate as Gate, gate } from "../../support/agent-bench.ts";
import { record, terminal, value } from "../../support/test-home.ts";

/* What an end that was no proper one cut off is told at the next start, once. */

type Hold = ReturnType<typeof Gate>;

/** A process whose run is on, and that is gone from here on as far as the others know. */
async function cutOff(hold: Hold): Promise<AgentBench> {
  const bench = await createAgentBench(async (_body, index) =>
    index === 0 ? { deltas: ["Half of ", hold.opened] } : { text: "the rest" },
  );
  await bench.send("write the report");
  await bench.seen.until("message-delta");
  return bench;
}

const start = (bench: AgentBench, former: string | null) => {
  const assistant = bench.home.open({ marks: { own: "own", former } });
  return assistant.connect(terminal);
};
const chatsOf = async (client: ReturnType<typeof start>) => value(await client.request("crash.describe", {})).chats;

describe("the notice after a crash", () => {
  it("names the chat, until its run is gone on with", async () => {
    const hold = gate();
    await using bench = await cutOff(hold);
    const client = start(bench, "gone");
    expect(await chatsOf(client)).toEqual([{ sessionKey: bench.key, title: "write the report" }]);
    const seen = await record(client);
    value(await client.request("chat.resume", { sessionKey: bench.key }));
    await seen.until("run-end");
    expect(await chatsOf(client)).toEqual([]);
    hold.open();
  });

  it("is there as well where the chat was opened before somebody asked", async () => {
    const hold = gate();
    await using bench = await cutOff(hold);
    const client = start(bench, "gone");
    value(await client.request("session.open", { sessionKey: bench.key }));
    expect(await chatsOf(client)).toHaveLength(1);
    hold.open();
  });

  it("does not come again after it was closed, not even after the next crash", async () => {
    const hold = gate();
    await using bench = await cutOff(hold);
    const client = start(bench, "gone");
    expect(await chatsOf(client)).toHaveLength(1);
    value(await client.request("crash.close", {}));
    expect(await chatsOf(client)).toEqual([]);
    expect(await chatsOf(start(bench, "another"))).toEqual([]);
    hold.open();
  });

  it("is not there after a proper end, nor where nothing ran", async () => {
    const hold = gate();
    await using bench = await cutOff(hold);
    expect(await chatsOf(start(bench, null))).toEqual([]);
    hold.open();
    await using quiet = await createAgentBench([{ text: "done" }]);
    await quiet.ask("hello");
    expect(await chatsOf(start(quiet, "gone"))).toEqual([]);
  });
});
