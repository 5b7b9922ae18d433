import { type ChangeSource, findRedo, findUndo, redoRun, undoRun } from "../../src-preload/contract/change-commands.ts";
import { endLines, runLines, stayLines } from "../../src-preload/contract/change-words.ts";
import { type AsyncResult, assertNever, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";

type ChangeCommand = "changes" | "redo" | "undo";

/**
 * What answers /changes, /undo and /redo where nobody can be asked in between: what was done is told with its files, and the
 * way back.
 */
export async function changeAnswer(source: ChangeSource, name: ChangeCommand, argument: string): AsyncResult<string> {
  const said = await linesFor(source, name, argument);
  // Why it was not done is the answer: a run is on, or the copies cannot be read.
  return ok(said.ok ? said.value.join("\n") : said.error.message);
}

function linesFor(source: ChangeSource, name: ChangeCommand, argument: string): AsyncResult<readonly string[]> {
  switch (name) {
    case "changes":
      return listed(source);
    case "undo":
      return undone(source, argument === "" ? null : argument);
    case "redo":
      return redone(source);
    default:
      return assertNever(name);
  }
}

async function listed(source: ChangeSource): AsyncResult<readonly string[]> {
  const list = await source.list(null);
  if (!list.ok) return list;
  const [last] = list.value.runs;
  return ok(last === undefined ? [text("change.empty")] : [...runLines(last, text), text("undo.how")]);
}

async function undone(source: ChangeSource, named: string | null): AsyncResult<readonly string[]> {
  const found = await findUndo(source, named);
  if (!found.ok) return found;
  const plan = found.value;
  if (plan.kind === "unknown") return ok([text("undo.noSuchFile", { name: named ?? "" })]);
  if (plan.kind === "nothing") return ok([text("change.nothingToRevert")]);
  const stays = stayLines(plan.stays, text);
  if (plan.files.length === 0) return ok(stays);
  const end = await undoRun(plan, source);
  return end.ok ? ok([...endLines(end.value, text, "undo.reverted"), ...stays, text("undo.howBack")]) : end;
}

async function redone(source: ChangeSource): AsyncResult<readonly string[]> {
  const found = await findRedo(source);
  if (!found.ok) return found;
  if (found.value === null) return ok([text("undo.nothingToRedo")]);
  const end = await redoRun(found.value, source);
  return end.ok ? ok(endLines(end.value, text, "undo.broughtBack")) : end;
}
