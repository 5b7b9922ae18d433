import { distance } from "fastest-levenshtein";
import { type TextKey, text } from "../words.ts";

/* The commands of the terminal: those that the agent answers, and those that belong to the terminal alone. One table. */

interface SlashEntry {
  readonly name: string;
  readonly about: TextKey;
  /** True: words may follow it. */
  readonly takesWords: boolean;
  readonly by: "agent" | "terminal";
}

const agent = { by: "agent" } as const;
const terminal = { by: "terminal" } as const;

const slashTable = [
  { name: "new", about: "command.help.new", takesWords: true, ...agent },
  { name: "stop", about: "command.help.stop", takesWords: false, ...terminal },
  { name: "status", about: "command.help.status", takesWords: false, ...agent },
  { name: "model", about: "command.help.model", takesWords: true, ...agent },
  { name: "agent", about: "command.help.agent", takesWords: true, ...agent },
  { name: "budget", about: "command.help.budget", takesWords: true, ...agent },
  { name: "changes", about: "command.help.changes", takesWords: false, ...terminal },
  { name: "undo", about: "command.help.undo", takesWords: true, ...terminal },
  { name: "redo", about: "command.help.redo", takesWords: false, ...terminal },
  { name: "skill", about: "command.help.skill", takesWords: false, ...agent },
  { name: "private", about: "terminal.command.private", takesWords: false, ...terminal },
  { name: "chats", about: "terminal.command.chats", takesWords: false, ...terminal },
  { name: "find", about: "terminal.command.find", takesWords: true, ...terminal },
  { name: "resume", about: "terminal.command.resume", takesWords: true, ...terminal },
  { name: "name", about: "terminal.command.name", takesWords: true, ...terminal },
  { name: "queue", about: "terminal.command.queue", takesWords: false, ...terminal },
  { name: "help", about: "command.help.help", takesWords: false, ...terminal },
  { name: "exit", about: "terminal.command.exit", takesWords: false, ...terminal },
] as const satisfies readonly SlashEntry[];

export type SlashName = (typeof slashTable)[number]["name"];

export type Slash =
  | { readonly kind: "message" }
  | { readonly kind: "command"; readonly name: SlashName; readonly words: string }
  /** A sentence instead of a command: it takes no words. */
  | { readonly kind: "wrong"; readonly message: string }
  /** No command; it may be a skill. `message` says so where it is none. */
  | { readonly kind: "unknown"; readonly name: string; readonly message: string };

/** What was typed: `/etc/hosts` is no command, nor is text with a blank before the slash. `/` alone asks for the list. */
export function readSlash(typed: string): Slash {
  if (typed.trim() === "/" || typed.trim() === "/?") return { kind: "command", name: "help", words: "" };
  const found = /^\/([A-Za-z][A-Za-z-]*)(?:\s+([\s\S]*))?$/.exec(typed.trimEnd());
  if (found === null) return { kind: "message" };
  const name = (found[1] ?? "").toLowerCase();
  const words = (found[2] ?? "").trim();
  const entry = slashTable.find((known) => known.name === (name === "quit" ? "exit" : name));
  if (entry === undefined) return { kind: "unknown", name, message: unknownText(name) };
  if (words !== "" && !entry.takesWords) return { kind: "wrong", message: text("command.noWords", { name }) };
  return { kind: "command", name: entry.name, words };
}

/** The table as it is shown: a name, and what it does. */
export function slashHelp(): readonly { readonly name: string; readonly about: string }[] {
  return slashTable.map(({ name, about }) => ({ name: `/${name}`, about: text(about).replace(/^\/\S+\s+/, "") }));
}

function unknownText(name: string): string {
  const [best, second] = slashTable
    .map((entry) => ({ name: entry.name, far: distance(name, entry.name) }))
    .toSorted((a, b) => a.far - b.far);
  if (best === undefined || best.far > 2 || second?.far === best.far) return text("command.unknown", { name });
  return text("command.unknownNear", { name, nearest: best.name });
}
