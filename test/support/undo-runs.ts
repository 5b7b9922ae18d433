import { chmod, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { watchIdleTimes } from "../../src-main/processes/idle-times.ts";
import { tickMs } from "../../src-main/undo/folder-scan.ts";
import { createRandom, type Random } from "../torture/random.ts";
import { createSystemClock } from "./system-clock.ts";
import { createUndoBench, type UndoBench, undoChat } from "./undo-bench.ts";

/*
 * Random runs of edits, new files, moves, deletions and commands, with a second writer who saves files between and beside them.
 * Once all of it is reverted, each path is as the second writer left it last (the beginning is theirs as well); once that is
 * reverted too, everything is as before.
 */

type Tree = ReadonlyMap<string, string>;

const contents: readonly [Buffer, ...Buffer[]] = [
  Buffer.from("one\ntwo\nthree\n"),
  Buffer.from("\ufeffone\r\ntwo\r\n"),
  Buffer.from("one caf\xe9\nna\xefve\n", "latin1"),
  Buffer.from(""),
  Buffer.from([0, 1, 2, 255, 254, 0]),
  Buffer.from("no end"),
];
const names = ["a.txt", "b.txt", "c.txt", "sub/d.txt", "sub/deep/e.txt", "other/f.txt"] as const;
const modes = [0o644, 0o600, 0o755] as const;

async function layOut({ at }: UndoBench, random: Random): Promise<void> {
  for (const name of names) {
    if (random.chance(0.3)) continue;
    await mkdir(at(name, ".."), { recursive: true });
    await writeFile(at(name), random.pick(contents));
    await chmod(at(name), random.pick(modes));
  }
  if (random.chance(0.5)) await symlink("a.txt", at("link"));
  await mkdir(at("empty"));
}

function commandOf(random: Random, unique: number): string {
  const name = random.pick(names);
  const next = random.pick(names);
  return random.pick([
    `echo ${unique} >> ${name}`,
    `rm -f ${name}`,
    `mv ${name} moved-${unique}.txt`,
    `mv -f ${name} ${next}`,
    `mkdir -p made-${unique}/deep; echo ${unique} > made-${unique}/deep/new.txt`,
    `ln -sf ${name} link`,
    `chmod 640 ${name}`,
    "rm -rf sub",
    `cp -r other copy-${unique}; rmdir empty`,
    `sed -i s/one/${unique}/ ${name}`,
    "true",
  ]);
}

/** One call of the agent; whether it can do it is its own matter. */
async function act(bench: UndoBench, run: string, random: Random, unique: number): Promise<void> {
  const path = random.pick(names);
  const call = random.pick<[string, Record<string, unknown>]>([
    ["write_file", { path, content: `agent ${unique}\n` }],
    ["write_file", { path: `new-${unique}/file.txt`, content: `agent ${unique}` }],
    ["edit_file", { path, oldText: "one", newText: `ONE ${unique}` }],
    ["edit_file", { path, oldText: "agent", newText: `agent ${unique}`, replaceAll: true }],
    ["move_file", { from: path, to: random.pick([`m-${unique}.txt`, random.pick(names)]) }],
    ["move_file", { from: "sub", to: `sub-${unique}` }],
    ["delete_file", { path: random.pick([path, "link", "sub", "other"]) }],
    ["exec", { command: commandOf(random, unique) }],
    ["exec", { command: `${commandOf(random, unique)}; ${commandOf(random, unique + 1)}` }],
  ]);
  await bench.call(run, call[0], call[1]);
}

/** What the second writer left at each path: the truth that a revert comes back to. */
async function save(
  bench: UndoBench,
  theirs: Map<string, string | null>,
  random: Random,
  unique: number,
  mayRemove = true,
) {
  const name = random.pick([...names, `mine-${unique}.txt`] as const);
  try {
    const now = (await bench.tree()).get(name);
    // What they saved themselves they do not take away: the agent may have left nothing there, and then nothing tells of it.
    if (mayRemove && random.chance(0.2) && theirs.get(name) !== now) {
      await rm(bench.at(name));
      theirs.set(name, null);
      return;
    }
    await mkdir(bench.at(name, ".."), { recursive: true });
    await writeFile(bench.at(name), `saved ${unique}\n`);
    theirs.set(name, (await bench.tree()).get(name) ?? null);
  } catch {
    // There was nothing to take away, or a file stands where a folder would be: they did not save it.
  }
}

/**
 * A command that waits at a gate outside of the folder, and the second writer who saves meanwhile: once the command sleeps and
 * that was seen, and long enough before it goes on. What is saved in the moments in which it works nobody can tell apart.
 */
async function saveMeanwhile(bench: UndoBench, run: string, save: () => Promise<void>, command: string): Promise<void> {
  const gate = `${bench.base}/gate`;
  const running = bench.call(run, "exec", {
    command: `rm -f ${gate}; mkfifo ${gate}; ${command}; touch ${gate}-waits; cat ${gate} > /dev/null; rm -f ${gate}-waits`,
  });
  while (!(await readdir(bench.base)).includes("gate-waits")) await rest(10);
  await asleep();
  await bench.looked();
  await rest(tickMs);
  await save();
  await rest(2 * tickMs);
  await bench.looked();
  await writeFile(gate, "go");
  await running;
}

/** Resolves once nothing that this process started runs any more. */
async function asleep(): Promise<void> {
  for (;;) {
    const idle = watchIdleTimes(process.pid, process.platform, createSystemClock());
    await rest(20);
    if (idle.end().length > 0) return;
  }
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** What is wrong after one random play; empty where nothing is. */
export async function playUndo(seed: number): Promise<readonly string[]> {
  await using bench = await createUndoBench();
  const random = createRandom(seed);
  await layOut(bench, random);
  const theirs = new Map<string, string | null>();
  const first = await bench.tree();
  for (const [name, state] of first) if (state !== "folder") theirs.set(name, state);
  const runs = Array.from({ length: 1 + random.below(3) }, (_, index) => `r${index}`);
  let unique = 1;
  for (const run of runs) {
    for (let count = 1 + random.below(6); count > 0; count -= 1) {
      unique += 2;
      const own = unique;
      if (process.platform === "linux" && random.chance(0.06)) {
        // Of several things that went meanwhile it cannot be told who took which away.
        await saveMeanwhile(bench, run, () => save(bench, theirs, random, own, false), commandOf(random, own));
      } else await act(bench, run, random, own);
      if (random.chance(0.15)) await save(bench, theirs, random, own);
    }
  }
  const played = await bench.tree();
  const faults: string[] = [];
  const end = await bench.store.revert(undoChat, await written(bench), "all");
  if (!end.ok) return [`seed ${seed}: ${end.error.message}`];
  faults.push(...differences(`seed ${seed}, reverted`, await bench.tree(), { theirs, first }));
  const again = await bench.store.revert(undoChat, end.value.reverts, "all");
  if (!again.ok) return [...faults, `seed ${seed}: ${again.error.message}`];
  const back = await bench.tree();
  for (const name of new Set([...played.keys(), ...back.keys()])) {
    if (played.get(name) !== back.get(name)) {
      faults.push(`seed ${seed}, reverted twice: ${name} is ${shown(back.get(name))}, was ${shown(played.get(name))}`);
    }
  }
  return faults;
}

/** The runs that changed something, the newest first. */
async function written(bench: UndoBench) {
  const since = await bench.store.runsSince(undoChat, 0);
  return since.ok ? since.value : [];
}

interface Truth {
  readonly theirs: ReadonlyMap<string, string | null>;
  /** Before the first run. */
  readonly first: Tree;
}

/** Where they took away what the agent had put in the place of a file that it had moved away, that file may come back. */
function differences(what: string, tree: Tree, { theirs, first }: Truth): readonly string[] {
  const wanted = [...theirs].filter(([, state]) => state !== null);
  const lost = wanted.flatMap(([name, state]) =>
    tree.get(name) === state ? [] : [`${what}: ${name} is ${shown(tree.get(name))}, should be ${shown(state)}`],
  );
  const left = [...tree].flatMap(([name, state]) =>
    state === "folder" || (theirs.get(name) ?? null) !== null || (theirs.has(name) && first.get(name) === state)
      ? []
      : [`${what}: ${name} is left: ${shown(state)}`],
  );
  return [...lost, ...left];
}

function shown(state: string | null | undefined): string {
  const [mode = "", bytes = ""] = (state ?? "nothing").split(" ");
  return bytes === "" ? mode : `${mode} ${JSON.stringify(Buffer.from(bytes, "base64").toString())}`;
}
