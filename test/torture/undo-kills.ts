import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { createUndoBench } from "../support/undo-bench.ts";
import { between, faultsOf, layOutPlay, playRun, revertPlay, type Tree } from "../support/undo-play.ts";
import { createRandom, type Random } from "./random.ts";

export interface UndoKillOptions {
  readonly kills: number;
  readonly seed: number;
}

export interface UndoKillReport {
  /** How many ended in the middle: the others had done their work before. */
  readonly inTheMiddle: number;
  readonly faults: readonly string[];
}

type Work = "revert" | "write";

/** Milliseconds that the work of a child takes on a machine that has nothing else to do, and somewhat more. */
const longestLifeMs = 120;

/**
 * Kills a process with SIGKILL at moments of chance, in the middle of a run's writes and of its revert, each time over fresh
 * files. Then each file is in one of its states, and a revert leads to the first one.
 */
export async function killUndo({ kills, seed }: UndoKillOptions): Promise<UndoKillReport> {
  const random = createRandom(seed);
  const done = await wholeRun();
  const faults: string[] = [];
  let inTheMiddle = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const work: Work = kill % 2 === 0 ? "write" : "revert";
    const end = await killOnce(work, random, done);
    if (end.isCut) inTheMiddle += 1;
    faults.push(...end.faults.map((fault) => `seed ${seed}, kill ${kill}, ${work}: ${fault}`));
  }
  return { inTheMiddle, faults };
}

async function wholeRun(): Promise<Tree> {
  await using bench = await createUndoBench();
  await layOutPlay(bench);
  await playRun(bench);
  return await bench.tree();
}

async function killOnce(work: Work, random: Random, done: Tree) {
  await using bench = await createUndoBench();
  await layOutPlay(bench);
  const before = await bench.tree();
  if (work === "revert") await playRun(bench);
  const isCut = await workAndKill(bench.base, work, random);
  const killed = withoutTemporary(await bench.tree());
  const faults = [...faultsOf(killed, before, done, between)];
  await bench.reopen();
  const opened = withoutTemporary(await bench.tree());
  // A revert that was cut off is finished by the next process, or had not begun.
  if (work === "revert" && !isSame(opened, before) && !isSame(opened, done))
    faults.push("the revert was left half done");
  faults.push(...(await revertPlay(bench)).map((left) => `not reverted: ${left}`));
  if (!isSame(withoutTemporary(await bench.tree()), before)) faults.push("a revert does not lead to the beginning");
  return { isCut, faults };
}

/** Whether it was cut off before it was done. */
async function workAndKill(base: string, work: Work, random: Random): Promise<boolean> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "undo-owner.ts"), base, work]);
  const ended = once(child, "close");
  const said = linesOf(child);
  await said.next("ready");
  child.stdin.write("go\n");
  await Promise.race([pause(random.next() * longestLifeMs), ended]);
  child.kill("SIGKILL");
  await ended;
  return !said.all.includes("done");
}

function linesOf(child: ChildProcessWithoutNullStreams) {
  const all: string[] = [];
  const lines = createInterface({ input: child.stdout });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  // A line that is written to a process that has ended is nobody's.
  child.stdin.on("error", () => undefined);
  const waiting = Promise.withResolvers<void>();
  lines.on("line", (line) => {
    all.push(line);
    waiting.resolve();
  });
  child.on("close", () => waiting.reject(new Error(`the process ended at once: ${complaint}`)));
  return {
    all,
    async next(word: string): Promise<void> {
      await waiting.promise;
      if (all[0] !== word) throw new Error(`it said ${all[0]}`);
    },
  };
}

/** Folders come and go with their files, and what was being made beside its place is nobody's. */
function withoutTemporary(tree: Tree): Tree {
  return new Map([...tree].filter(([name, state]) => state !== "folder" && !/\.perch-(?:undo|write)-/.test(name)));
}

function isSame(a: Tree, b: Tree): boolean {
  return JSON.stringify([...withoutTemporary(a)]) === JSON.stringify([...withoutTemporary(b)]);
}
