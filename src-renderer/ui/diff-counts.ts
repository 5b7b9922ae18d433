import { readDiff } from "../../src-preload/contract/diff-lines.ts";

export function diffCounts(diff: string): { readonly added: number; readonly removed: number } {
  const lines = readDiff(diff);
  const count = (kind: "added" | "removed"): number => lines.filter((line) => line.kind === kind).length;
  return { added: count("added"), removed: count("removed") };
}
