import { type ChangeSource, findRedo, findUndo, redoRun, undoRun } from "../../src-preload/contract/change-commands.ts";
import { endLines, runLines, stayLines } from "../../src-preload/contract/change-words.ts";
import { text } from "../words.ts";
import type { SlashTarget } from "./slash-target.ts";

/* /changes, /undo and /redo on a terminal: what is to happen is shown, and asked. */

/** Runs of one question. */
const runsRead = 20;

/** What the last run of the chat did to files. */
export async function showChanges(target: SlashTarget): Promise<void> {
  const listed = await changesOf(target)?.list(null);
  if (listed === undefined) return;
  if (!listed.ok) return target.say(listed.error.message);
  const [last] = listed.value.runs;
  if (last === undefined) return target.say(text("change.empty"));
  target.say(runLines(last, text).join("\n"));
  target.say(text("undo.how"), { dim: true });
}

/** Takes back the last run that was not, or one file of the last run that changed it. */
export async function undoChanges(target: SlashTarget, words: string): Promise<void> {
  const source = changesOf(target);
  if (source === null) return;
  const found = await findUndo(source, words === "" ? null : words);
  if (!found.ok) return target.say(found.error.message);
  const plan = found.value;
  if (plan.kind === "unknown") return target.say(text("undo.noSuchFile", { name: words }));
  if (plan.kind === "nothing") return target.say(text("change.nothingToRevert"));
  const { run, files, stays } = plan;
  if (files.length > 0) target.say(runLines(run, text, files).join("\n"));
  if (stays.length > 0) target.say(stayLines(stays, text).join("\n"));
  if (files.length === 0) return;
  const label = text(files.length === 1 ? "terminal.undoOne" : "terminal.undoMany", { count: files.length });
  if ((await target.askYesNo(label)) !== true) return target.say(text("terminal.nothingUndone"));
  const end = await undoRun(plan, source);
  target.say(end.ok ? endLines(end.value, text, "undo.reverted").join("\n") : end.error.message);
}

/** Brings back what was taken back last. */
export async function redoChanges(target: SlashTarget): Promise<void> {
  const source = changesOf(target);
  if (source === null) return;
  const plan = await findRedo(source);
  if (!plan.ok) return target.say(plan.error.message);
  if (plan.value === null) return target.say(text("undo.nothingToRedo"));
  const end = await redoRun(plan.value, source);
  if (!end.ok) return target.say(end.error.message);
  target.say(endLines(end.value, text, "undo.broughtBack").join("\n"));
}

function changesOf({ connection, sessionKey }: SlashTarget): ChangeSource | null {
  if (connection === null || sessionKey === null) return null;
  return {
    list: (after) =>
      connection.request("changes.list", { sessionKey, limit: runsRead, ...(after === null ? {} : { after }) }),
    revert: (runIds, paths) =>
      connection.request("changes.revert", { sessionKey, runIds: [...runIds], paths: [...paths] }),
  };
}
