import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import { type AgentBench, createAgentBench } from "../../support/agent-bench.ts";
import { jobOf } from "../../support/job-view.ts";
import { type KilledFileSystem, killedAfter } from "../../support/killed-file-system.ts";
import type { ScriptedReply } from "../../support/scripted-reply.ts";
import { terminal, value } from "../../support/test-home.ts";

/* The process of a job's run is killed after so many changes of the disk: the next one ends the run, once, and tells. */

const job = jobOf("long", { name: "Long" });
const bound = { timeout: 20_000, interval: 10 };
/** Each so many changes of the disk there is a kill. */
const step = Number(process.env["PERCH_KILL_STEP"] ?? 4);

/** The model goes by what it was answered: a command that must not be done twice, a file until it is there, the end. */
function reply(answers: readonly string[]): ScriptedReply {
  const id = `c${answers.length}`;
  if (answers.length === 0) return { calls: [{ name: "exec", arguments: { command: "echo once >> done.txt" }, id }] };
  if (answers.some((answer) => answer.includes("result.md"))) return { text: "It is done." };
  return { calls: [{ name: "write_file", arguments: { path: "result.md", content: "42" }, id }] };
}

async function openJob(files: KilledFileSystem): Promise<AgentBench> {
  const bench = await createAgentBench(
    ({ body }) => reply(body.messages.flatMap(({ role, content }) => (role === "tool" ? [String(content)] : []))),
    { isTrusted: true, settings: { approvals: { mode: "full" } }, options: { files } },
  );
  const folder = join(bench.home.home, "automations");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "jobs.json"), JSON.stringify({ jobs: [{ ...job, workFolder: bench.home.work }] }));
  return bench;
}

async function stateOf(client: Connection) {
  const [view] = value(await client.request("job.list", {})).jobs;
  const { reports } = value(await client.request("inbox.list", {}));
  const lines = view?.lines ?? [];
  const ends = lines.flatMap((line) => (line.kind === "ended" ? [line.outcome] : []));
  return { begun: lines.filter(({ kind }) => kind === "begun").length, ends, running: view?.running ?? null, reports };
}

/** What is there in the process that comes after the one that was killed, once nothing is on any more. */
async function afterKill(last: number) {
  const disk = killedAfter(last);
  await using bench = await openJob(disk);
  const asked = await bench.client.request("job.run", { id: job.id });
  if (asked.ok) {
    await vi.waitFor(async () => {
      const { reports } = await stateOf(bench.client);
      if (disk.changes() <= last && reports.length === 0) throw new Error("the run is on");
    }, bound);
  }
  const changes = disk.changes();
  await disk.kill();
  const next = bench.home.open();
  next.warmUp();
  const client = next.connect(terminal);
  await vi.waitFor(async () => {
    const { begun, ends, running, reports } = await stateOf(client);
    if (running !== null || ends.length !== begun || reports.length !== begun) throw new Error("not ended and told");
  }, bound);
  const read = (name: string) => readFile(join(bench.home.work, name), "utf8").catch(() => "");
  return {
    ...(await stateOf(client)),
    isAsked: asked.ok,
    changes,
    commands: await read("done.txt"),
    file: await read("result.md"),
  };
}

it(`ends once, is told once and does no command twice, killed after every ${step} changes of the disk`, {
  timeout: 600_000,
}, async () => {
  const whole = await afterKill(Number.POSITIVE_INFINITY);
  expect(whole).toMatchObject({ begun: 1, ends: ["done"], commands: "once\n", file: "42" });
  const outcomes = new Set<string>();
  for (let last = 0; last < whole.changes; last += step) {
    const { begun, ends, isAsked, reports, commands, file } = await afterKill(last);
    const about = `killed after ${last} changes`;
    // Who was told that it is on finds it again.
    if (isAsked) expect(begun, about).toBe(1);
    expect(begun, about).toBeLessThan(2);
    expect(
      reports.map(({ kind }) => kind),
      about,
    ).toEqual(ends.map((end) => (end === "done" ? "result" : "failure")));
    expect(["", "once\n"], about).toContain(commands);
    if (ends[0] === "done") expect({ commands, file }, about).toEqual({ commands: "once\n", file: "42" });
    for (const end of begun === 0 ? ["none"] : ends) outcomes.add(end);
  }
  expect([...outcomes].toSorted()).toEqual(["done", "interrupted", "none"]);
});
