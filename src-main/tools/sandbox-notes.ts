import type { Refusal } from "../../src-preload/contract/refusals.ts";
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

const mostHidden = 5;

/** Paths that the sandbox hides and that the command or what it wrote names, each as it is known to a person. */
export function hiddenNamed(hidden: readonly string[], words: string, userHome: string): readonly string[] {
  const named = hidden.filter((path) => formsOf(path, userHome).some((form) => isNamed(form, words)));
  const shown = named.map((path) => (path.startsWith(`${userHome}/`) ? `~${path.slice(userHome.length)}` : path));
  return [...new Set(shown)].slice(0, mostHidden);
}

function formsOf(path: string, userHome: string): readonly string[] {
  if (!path.startsWith(`${userHome}/`)) return [path];
  const rest = path.slice(userHome.length);
  return [path, `~${rest}`, `$HOME${rest}`, `\${HOME}${rest}`];
}

/** Whole: `~/.ssh` is not named by `~/.sshd`. */
function isNamed(form: string, words: string): boolean {
  for (let at = words.indexOf(form); at !== -1; at = words.indexOf(form, at + 1)) {
    if (!/[\w-]/.test(words[at + form.length] ?? "")) return true;
  }
  return false;
}

/** A secret that a confined command does not see is not one that is missing. */
export function hiddenNote(hidden: readonly string[]): string {
  if (hidden.length === 0) return "";
  const those = hidden.join(", ");
  return `\n[Hidden from this command by the sandbox, and not missing: ${those}. Do not make or replace it; with outside: true the user is asked to run the command without the sandbox.]`;
}

/** Of a command that stays: who reaches a server that it starts. */
export const confinedServerNote =
  "A port that it opens is reached by itself alone: not by other commands, by web_fetch or by the user's browser. With outside: true the user is asked to run it without the sandbox.";
