import type { Command, SyntaxNode } from "unbash";
import { text } from "../words.ts";
import { type ProgramCall, placesOf } from "./command-places.ts";

/** What the text of a command tells of it. It tells no more: a program may do anything that the person may. */
export interface CommandFacts {
  /** The programs in the order they are named, with their verb where that says more: `curl`, `git push`. */
  readonly programs: readonly string[];
  /** Where it sends or fetches something: hosts, and words for places that have none. */
  readonly reaches: readonly string[];
  /** Words to look at twice, as they stand in the command. */
  readonly risky: readonly string[];
  /** Every program that is called in it, also behind others and in their scripts, with its words. */
  readonly calls: readonly (readonly string[])[];
}

const nothingKnown: CommandFacts = { programs: [], reaches: [], risky: [], calls: [] };

/** Longer commands are not read: nobody waits for that. */
const maxChars = 20_000;
const maxDepth = 3;

const wrappers = new Set(["sudo", "doas", "env", "nohup", "time", "nice", "xargs", "command", "exec", "builtin"]);
const shells = new Set(["sh", "bash", "zsh", "dash", "ksh", "fish", "python", "python3", "perl", "ruby", "node"]);
/** Of these the first word after the name says what is done. */
const withVerb = new Set([
  ...["git", "npm", "pnpm", "yarn", "pip", "pip3", "cargo", "docker", "podman", "kubectl", "gh", "brew"],
  ...["apt", "apt-get", "dnf", "systemctl", "terraform", "aws", "gcloud", "az"],
]);

/** Reads a command of a POSIX shell; what cannot be read tells nothing. */
export async function commandFacts(command: string): Promise<CommandFacts> {
  if (command.length > maxChars) return nothingKnown;
  const { parse, forEachChild } = await import("unbash");
  const calls: ProgramCall[] = [];
  const risky: string[] = [];

  function visitCommand(command: Command, isPiped: boolean, depth: number): void {
    const words = [command.name, ...command.suffix].flatMap((part) => (part?.type === "Word" ? [part] : []));
    const at = startOf(words.map(({ value }) => value));
    const name = words[at];
    if (name === undefined) return;
    if (at > 0 && words[0] !== undefined && /^(sudo|doas)$/.test(words[0].value)) risky.push(words[0].text);
    const call = { name: baseName(name.value), args: words.slice(at + 1).map(({ value }) => value), isPiped };
    calls.push(call);
    risky.push(...riskyWords(call, name.text));
    const script = shells.has(call.name) ? scriptOf(call.args) : null;
    if (script !== null && depth < maxDepth) visit(parse(script), false, depth + 1);
  }

  function visit(node: SyntaxNode, isPiped: boolean, depth: number): void {
    if (node.type === "Command") visitCommand(node, isPiped, depth);
    let isFirst = true;
    forEachChild(node, (child) => {
      visit(child, node.type === "Pipeline" ? !isFirst : isPiped && node.type !== "Script", depth);
      isFirst = false;
    });
  }

  try {
    visit(parse(command), false, 0);
  } catch (cause) {
    // Nested deeper than a person writes: it is shown as it is, and nothing is told of it.
    if (cause instanceof RangeError) return nothingKnown;
    throw cause;
  }
  return {
    programs: unique(calls.map(titleOf).filter(isPlainName)),
    reaches: unique(calls.flatMap(placesOf).map((place) => (place.kind === "host" ? place.host : text(place.words)))),
    risky: unique(risky).filter((word) => command.includes(word)),
    calls: calls.map(({ name, args }) => [name, ...args]),
  };
}

/** Past programs that call another one, their options and the variables they set. */
function startOf(words: readonly string[]): number {
  let at = 0;
  while (at < words.length && wrappers.has(baseName(words[at] ?? ""))) {
    at += 1;
    while (/^-|^\w+=/.test(words[at] ?? "")) at += 1;
  }
  return at;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The script that stands behind `-c` or `-e`. */
function scriptOf(args: readonly string[]): string | null {
  const at = args.findIndex((word) => /^-[a-z]*[ce]$/.test(word));
  return at === -1 ? null : (args[at + 1] ?? null);
}

function verbOf({ name, args }: ProgramCall): string {
  const verb = withVerb.has(name) ? args.find((word) => !word.startsWith("-")) : undefined;
  return verb !== undefined && /^[a-z][a-z-]{0,20}$/.test(verb) ? verb : "";
}

function titleOf(call: ProgramCall): string {
  return `${call.name} ${verbOf(call)}`.trim();
}

/** A name in a title can say nothing but a name. */
function isPlainName(name: string): boolean {
  return /^[\w.+-]{1,32}( [a-z-]+)?$/.test(name);
}

/** `written`: the name as it stands in the command. */
function riskyWords(call: ProgramCall, written: string): readonly string[] {
  const { name, args, isPiped } = call;
  const flags = args.filter((word) => word.startsWith("-"));
  if (name === "rm" || name === "shred" || name === "rmdir") return [written, ...flags];
  if (name === "dd" || name === "eval" || name === "source" || name.startsWith("mkfs")) return [written];
  if (isPiped && shells.has(name)) return [written];
  const verb = verbOf(call);
  if (name === "git" && /^(push|reset|clean|checkout|rebase)$/.test(verb)) {
    return [`git ${verb}`, ...flags.filter((flag) => /^(--force.*|-f|--hard|-[a-z]*[fdx][a-z]*)$/.test(flag))];
  }
  if (/^(chmod|chown)$/.test(name)) return flags.some((flag) => /^(-R|--recursive)$/.test(flag)) ? [written] : [];
  if (placesOf(call).length > 0) return [verb === "" ? written : `${written} ${verb}`];
  return [];
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
