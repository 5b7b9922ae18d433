import { chmod, mkdir, writeFile } from "node:fs/promises";
import { type UndoBench, undoChat } from "./undo-bench.ts";

/* One run over a few files, for those who end its process in the middle of it or of its revert. */

export type Tree = ReadonlyMap<string, string>;

/** The files that stand there before. */
export async function layOutPlay({ at }: UndoBench): Promise<void> {
  await mkdir(at("sub"));
  for (const name of ["a.txt", "sub/b.txt", "sub/c.txt"]) await writeFile(at(name), `old ${name}\n`);
  await chmod(at("a.txt"), 0o750);
}

/** A run of every kind of change. */
export async function playRun(bench: UndoBench): Promise<void> {
  await bench.call("r1", "write_file", { path: "a.txt", content: "new a\n" });
  await bench.call("r1", "write_file", { path: "made/deep/d.txt", content: "new d\n" });
  await bench.call("r1", "move_file", { from: "sub/b.txt", to: "b.txt" });
  await bench.call("r1", "delete_file", { path: "sub/c.txt" });
  await bench.call("r1", "edit_file", { path: "a.txt", oldText: "new", newText: "newer" });
}

/** The file that is written twice has a state in between. */
export const between: Tree = new Map([["a.txt", `750 ${Buffer.from("new a\n").toString("base64")}`]]);

/** What a path may hold once everything is over: no half of a file, and nothing that is neither the one nor the other. */
export function faultsOf(tree: Tree, ...allowed: readonly Tree[]): readonly string[] {
  return [...tree].flatMap(([name, state]) => {
    const isLeft = name.includes(".perch-write-");
    return isLeft || state === "folder" || allowed.some((one) => one.get(name) === state) ? [] : [`${name}: ${state}`];
  });
}

/** Takes the run back, and tells what was left. */
export async function revertPlay(bench: UndoBench): Promise<readonly string[]> {
  const end = await bench.store.revert(undoChat, [bench.run("r1")], "all");
  // Killed before its first copy was kept, a run has written nothing.
  if (!end.ok) return end.error.code === "not-found" ? [] : [end.error.message];
  return end.value.left.map(({ name, why }) => `${name} ${why}`);
}
