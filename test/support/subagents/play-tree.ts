import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import type { SubagentRecord } from "../../../src-preload/contract/subagents.ts";
import { createRandom, type Random } from "../../torture/random.ts";
import { type AgentBench, createAgentBench, gate } from "../agent-bench.ts";
import { killedAfter } from "../killed-file-system.ts";
import type { ScriptedReply } from "../scripted-reply.ts";
import { terminal, value } from "../test-home.ts";
import { scripted, spawn, taskOf } from "./scripts.ts";

/** What happens to a chat and its sub-agents meanwhile. */
type Trouble = "none" | "stop" | "stop-one" | "kill";

interface TreePlay {
  readonly trouble: Trouble;
  readonly children: number;
  /** What did not hold, as sentences. */
  readonly faults: readonly string[];
}

const limit = 2;
/** A tree that takes longer hangs. */
const bound = { timeout: 60_000, interval: 10 };

/** A chat that asks for one to six sub-agents, waited for or not, which work, fail or hang while they are stopped or the process is killed. */
export async function playTree(seed: number): Promise<TreePlay> {
  const random = createRandom(seed);
  const trouble = random.pick<Trouble>(["none", "stop", "stop-one", "kill"]);
  const children = 1 + random.below(6);
  const held = gate();
  const calls = Array.from({ length: children }, (_, n) => {
    const what = random.pick(["answers", "works", "fails", trouble === "none" ? "answers" : "hangs"]);
    return spawn({ task: `Task ${n}: ${what}`, label: `T${n}`, wait: random.chance(0.5) }, `c${n}`);
  });
  const script = scripted([{ calls }], (request) =>
    childReply(taskOf(request), request.body.messages.length, held.opened),
  );
  const disk = killedAfter(trouble === "kill" ? 20 + random.below(120) : Number.POSITIVE_INFINITY);
  await using bench = await createAgentBench(script, {
    defaults: { maxConcurrentSubagents: limit },
    options: { files: disk },
  });
  const faults: string[] = [];
  const sent = await bench.client.request("chat.send", {
    sessionKey: bench.key,
    text: "Go.",
    workFolder: bench.home.work,
  });
  if (sent.ok) await make(trouble, bench, random);
  if (trouble === "kill") await disk.kill();
  const client = trouble === "kill" ? bench.home.open().connect(terminal) : bench.client;
  held.open();
  // Nothing more is asked for after its end.
  if (trouble !== "kill") await bench.seen.until("run-end", ({ sessionKey }) => sessionKey === bench.key);
  await untilTold(bench, faults);
  const most = mostAtOnce(bench);
  if (most > limit) faults.push(`${most} were on at once`);
  faults.push(...(await look(client, bench)));
  return { trouble, children, faults: faults.map((fault) => `seed ${seed} (${trouble}): ${fault}`) };
}

function childReply(task: string, messages: number, held: Promise<void>): ScriptedReply {
  if (task.includes("hangs")) return { text: "late", gate: held };
  if (task.includes("fails")) return { status: 400, body: "no" };
  const begins = task.includes("works") && messages === 2;
  return begins ? { calls: [{ name: "list_dir", arguments: { path: "." }, id: "l" }] } : { text: `came of ${task}` };
}

/** So many of the sub-agents of this process were on at once, by what it told. */
function mostAtOnce({ seen }: AgentBench): number {
  let [on, most] = [0, 0];
  for (const event of seen.events) {
    if (!("sessionKey" in event) || !event.sessionKey.startsWith("subagent:")) continue;
    if (event.type === "run-start") on += 1;
    if (event.type === "run-end") on -= 1;
    most = Math.max(most, on);
  }
  return most;
}

/** Makes the trouble at some moment; of a kill that moment alone. */
async function make(trouble: Trouble, bench: AgentBench, random: Random): Promise<void> {
  if (trouble === "none") return;
  const events = random.below(25);
  await vi
    .waitFor(
      async () => {
        const files = await kept(bench);
        if (bench.seen.events.length < events && files.some(({ isTold }) => !isTold)) throw new Error("not yet");
      },
      { ...bound, timeout: 500 },
    )
    .catch(() => undefined);
  if (trouble === "kill") return;
  if (trouble === "stop-one") {
    const { subagents } = value(await bench.client.request("subagent.list", { sessionKey: bench.key }));
    for (const { key } of subagents) await bench.client.request("subagent.stop", { key });
    return;
  }
  value(await bench.client.request("chat.stop", { sessionKey: bench.key }));
  const left = value(await bench.client.request("subagent.list", { sessionKey: bench.key })).subagents;
  if (left.some(({ state }) => state !== "ended")) throw new Error("one is on after the stop");
}

async function kept(bench: AgentBench): Promise<readonly SubagentRecord[]> {
  const content = await readFile(join(bench.home.home, "subagents.json"), "utf8").catch(() => "{}");
  return JSON.parse(content).subagents ?? [];
}

/** Every sub-agent has ended and its chat knows of it. */
async function untilTold(bench: AgentBench, faults: string[]): Promise<void> {
  let calm = 0;
  await vi
    .waitFor(async () => {
      const isTold = (await kept(bench)).every((one) => one.isTold);
      calm = isTold ? calm + 1 : 0;
      if (calm < 10) throw new Error("not yet");
    }, bound)
    .catch(async () => faults.push(`not told: ${JSON.stringify((await kept(bench)).filter((one) => !one.isTold))}`));
}

async function look(client: Connection, bench: AgentBench): Promise<readonly string[]> {
  const records = await kept(bench);
  const opened = await client.request("session.open", { sessionKey: bench.key, limit: 200 });
  if (!opened.ok) return records.length === 0 ? [] : [`the chat is gone: ${opened.error.message}`];
  const { queue, page } = opened.value;
  const told = [
    ...page.messages.map(({ message }) => originOf(message)),
    ...queue.map(({ report }) => report?.sessionKey),
  ];
  return records.flatMap(({ key, label }) => {
    const count = told.filter((one) => one === key).length;
    return count === 1 ? [] : [`${label} is told ${count} times`];
  });
}

function originOf(message: Message): string | null | undefined {
  if (message.role === "user") return message.report?.sessionKey;
  const origin = message.role === "tool" ? message.details?.subagent : undefined;
  return origin?.isDone === true ? origin.key : undefined;
}
