import type { Refusal } from "../../src-preload/contract/records.ts";
import { assertNever } from "../../src-preload/contract/result.ts";

/** What the model is told of a command that ran confined and was refused something; "" where it was not. */
export function sandboxNote(refused: readonly Refusal[]): string {
  if (refused.length === 0) return "";
  const what = refused.map(wordsOf).join(", and ");
  return `\n[The sandbox kept this command from ${what}. Do without it where you can. Where the task needs it, call exec again with outside: true, which asks the user.]`;
}

/** What the model is told of files that others run or trust by themselves and that a confined command made. */
export function actingNote(paths: readonly string[]): string {
  if (paths.length === 0) return "";
  return `\n[Made by this command, and run or trusted by other programs without being asked: ${paths.join(", ")}. Tell the user.]`;
}

function wordsOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case "host":
      return `reaching ${refusal.host}`;
    case "network":
      return "the network";
    case "write":
      return "writing outside of the work folder and $TMPDIR, or to a file that others run by themselves";
    default:
      return assertNever(refusal);
  }
}
