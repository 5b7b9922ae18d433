import type { ChildProcess } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileNameOf } from "../../src-main/storage/session-file/file-name.ts";
import { parseLine } from "../../src-main/storage/session-file/parse-line.ts";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { type CommandEnd, endOf, startCommand } from "../support/run-command.ts";
import { startScriptedEndpoint } from "../support/scripted-endpoint.ts";
import type { ScriptedReply } from "../support/scripted-reply.ts";
import { createTestHome, endpointSettings, record, value } from "../support/test-home.ts";
import { connectToSocket } from "./owner.ts";
import type { Random } from "./random.ts";

export interface TerminalsRound {
  readonly terminals: number;
  /** How often the owner is killed meanwhile. */
  readonly kills: number;
  readonly random: Random;
}

export interface RoundReport {
  /** What was not as it must be; empty when all is well. */
  readonly faults: readonly string[];
  readonly kills: number;
  readonly answered: number;
}

const key = sessionKeySchema.parse("cli:together");

/** A model call that the round holds, so that the owner can be killed before, in or right after its answer. */
interface Hold {
  readonly called: Promise<void>;
  readonly answer: Promise<ScriptedReply>;
  call(): void;
  release(): void;
}

function createHold(words: "none" | "some"): Hold {
  const called = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const answer: Promise<ScriptedReply> =
    words === "some"
      ? Promise.resolve({ deltas: ["ans", released.promise] })
      : released.promise.then(() => ({ text: "ans" }));
  return { called: called.promise, answer, call: called.resolve, release: released.resolve };
}

/** Sends one message from each of many terminals to one chat at once, and kills the owner of the home meanwhile. */
export async function terminalsRound({ terminals, kills, random }: TerminalsRound): Promise<RoundReport> {
  const holds: Hold[] = [];
  const endpoint = await startScriptedEndpoint(async ({ body }) => {
    const asked = tokenOf(String(body.messages.findLast((message) => message.role === "user")?.content));
    const hold = holds.shift();
    hold?.call();
    const { text = "", deltas = [text] } = hold === undefined ? { text: "ans" } : await hold.answer;
    return { deltas: [...deltas, `wer ${asked}`] };
  });
  await using test = await createTestHome();
  await test.config(endpointSettings(endpoint.baseUrl));
  let hold = kills > 0 ? createHold(random.pick(["none", "some"])) : null;
  if (hold !== null) holds.push(hold);
  const started = Array.from({ length: terminals }, (_, index) => {
    const child = startCommand({
      home: test.home,
      args: ["agent", "--session", key, "-m", `say ${index}`],
      cwd: test.work,
    });
    child.stdin?.end();
    return { child, end: endOf(child) };
  });
  const killed = new Set<ChildProcess>();
  for (let kill = 0; hold !== null; kill += 1) {
    await hold.called;
    const owner = await ownerOf(
      test.home,
      started.map(({ child }) => child),
    );
    // Whoever's turn was cut off is gone on with where somebody stands behind it.
    const left = terminals - killed.size - 2;
    const others = await waitForQueue(test.home, 1 + random.below(Math.max(1, Math.min(left, 4))));
    const next = kill + 1 < kills ? createHold(random.pick(["none", "some"])) : null;
    if (random.chance(0.3)) hold.release();
    if (next !== null) holds.push(next);
    owner.kill("SIGKILL");
    killed.add(owner);
    await others.close();
    hold.release();
    hold = next;
  }
  const ends = await Promise.all(started.map(({ end }) => end));
  await endpoint.close();
  const faults = [
    ...started.flatMap(({ child }, index) => clientFaults(index, ends[index], killed.has(child))),
    ...(await chatFaults(test.home, terminals)),
  ];
  return { faults, kills: killed.size, answered: ends.filter((end) => end.code === 0).length };
}

function tokenOf(content: string): string {
  return /say (\d+)/.exec(content)?.[1] ?? "nothing";
}

async function ownerOf(home: string, children: readonly ChildProcess[]): Promise<ChildProcess> {
  const { pid }: { pid: number } = JSON.parse(await readFile(join(home, "owner.json"), "utf8"));
  const owner = children.find((child) => child.pid === pid);
  if (owner === undefined) throw new Error(`the owner ${pid} is none of the terminals`);
  return owner;
}

/** Resolves when so many messages stand in line behind the one whose turn is on. */
async function waitForQueue(home: string, length: number): Promise<Connection> {
  const connection = await connectToSocket(join(home, "owner.sock"));
  const events = await record(connection);
  const { queue } = value(await connection.request("session.open", { sessionKey: key }));
  if (queue.length < length) await events.until("queue-changed", (event) => event.queue.length >= length);
  return connection;
}

function clientFaults(index: number, end: CommandEnd | undefined, wasKilled: boolean): readonly string[] {
  const answer = `answer ${index}\n`;
  // One that was killed may have printed its answer before, while it let others finish.
  if (wasKilled) return end?.stdout === "" || end?.stdout === answer ? [] : [`${index}: ${JSON.stringify(end)}`];
  return end?.code === 0 && end.stdout === answer ? [] : [`${index}: ${JSON.stringify(end)}`];
}

/** Each message has its turn once, in the order in which the messages came to the disk, and its own answer. */
async function chatFaults(home: string, terminals: number): Promise<readonly string[]> {
  const lines = (await readFile(join(home, "workspace", "sessions", fileNameOf(key)), "utf8")).trimEnd().split("\n");
  const arrived = new Set<string>();
  const asked: string[] = [];
  const answers: string[] = [];
  for (const parsed of lines.map(parseLine)) {
    if (parsed.kind === "marker" && parsed.marker._type === "queued") arrived.add(tokenOf(parsed.marker.entry.content));
    if (parsed.kind !== "message") continue;
    const { role, content, error } = parsed.message;
    if (role === "user") {
      arrived.add(tokenOf(content));
      asked.push(tokenOf(content));
    } else if (role === "assistant" && error === undefined) answers.push(content);
  }
  const faults: string[] = [];
  if (asked.length !== terminals) faults.push(`${asked.length} turns for ${terminals} messages: ${asked.join(" ")}`);
  if (asked.join(" ") !== [...arrived].join(" ")) faults.push(`came ${[...arrived].join(" ")}, ran ${asked.join(" ")}`);
  const due = asked.map((token) => `answer ${token}`).join(", ");
  if (answers.join(", ") !== due) faults.push(`asked ${asked.join(" ")}, answered ${answers.join(", ")}`);
  return faults;
}
