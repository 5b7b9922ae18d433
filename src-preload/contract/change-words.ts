import type { ChangedPath, ChangedRun, ChangeStanding, ChangeStatus, LeftFile, RevertEnd } from "./changes.ts";
import { revealLine } from "./reveal-controls.ts";

/* Changes as lines of text, for where there is no window. */

type ChangeKey =
  | "undo.apart"
  | "undo.file"
  | "change.foreign"
  | "undo.lines"
  | "change.moreFiles"
  | "change.movedFrom"
  | "change.nothingToRevert"
  | DoneKey
  | "undo.runOf"
  | "change.untracked"
  | `change.left.${LeftFile["why"]}`
  | `change.lost.${NonNullable<ChangedPath["lost"]>}`
  | `change.standing.${Exclude<ChangeStanding, "applied">}`
  | `change.status.${ChangeStatus}`;

type DoneKey = "undo.broughtBack" | "undo.reverted";

/** A sentence of the catalogue. */
export type SayChange = (key: ChangeKey, values?: Readonly<Record<string, string | number>>) => string;

/** A run with its files, and what of it is nobody's or cannot be told. `files`: some of them. */
export function runLines(run: ChangedRun, say: SayChange, files = run.files): readonly string[] {
  const width = Math.max(0, ...files.map(({ name }) => Math.min(maxPadding, revealLine(name).length)));
  return [
    say("undo.runOf", { time: timeOf(run.at), count: run.files.length + run.more }),
    ...files.map((file) => fileLine(file, width, say)),
    ...(run.more === 0 ? [] : [`  ${say("change.moreFiles", { count: run.more })}`]),
    ...(run.foreign.length === 0 ? [] : [say("change.foreign", { names: run.foreign.map(revealLine).join(", ") })]),
    ...(run.hasUntracked ? [say("change.untracked")] : []),
  ];
}

const maxPadding = 40;

function fileLine(file: ChangedPath, width: number, say: SayChange): string {
  const { name, status, movedFrom, added, removed, standing, lost, apart } = file;
  const facts = [
    say(`change.status.${status}`),
    ...(movedFrom === null ? [] : [say("change.movedFrom", { name: revealLine(movedFrom) })]),
    ...(added === null || removed === null ? [] : [say("undo.lines", { added, removed })]),
    ...(standing === "applied" ? [] : [say(`change.standing.${standing}`)]),
    ...(apart === 0 ? [] : [say("undo.apart", { count: apart })]),
    ...(lost === null ? [] : [say(`change.lost.${lost}`)]),
  ];
  return say("undo.file", { name: revealLine(name).padEnd(width), facts: facts.join(" · ") });
}

/** What cannot go back, and why. */
export function stayLines(stays: readonly ChangedPath[], say: SayChange): readonly string[] {
  return stays.map(({ name, lost }) =>
    say(lost === null ? "change.left.changed" : "change.left.not-kept", { name: revealLine(name) }),
  );
}

/** What a revert did, and what it left. `done`: what that is called. */
export function endLines({ reverted, left }: RevertEnd, say: SayChange, done: DoneKey): readonly string[] {
  const lines = left.map(({ name, why, lines: at }) =>
    say(`change.left.${why}`, { name: revealLine(name), lines: at.join(", ") }),
  );
  const names = reverted.map(revealLine).join(", ");
  if (reverted.length > 0) return [say(done, { names }), ...lines];
  return lines.length > 0 ? lines : [say("change.nothingToRevert")];
}

/** Day and minute, of the machine's own zone. */
function timeOf(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
