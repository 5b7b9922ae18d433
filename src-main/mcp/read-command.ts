import type { McpDraft, McpTarget } from "../../src-preload/contract/mcp.ts";
import { draftOf, runners } from "./draft-names.ts";
import { bareCommand } from "./paste-text.ts";
import { isWindowsText, splitCommand, withoutShell } from "./split-command.ts";

/** What a shell does with several programs; here one is started. */
const shellWords: ReadonlySet<string> = new Set([";", "|", "||", "&", "&&", ">", ">>", "<"]);

export type ReadCommand =
  | { readonly kind: "draft"; readonly draft: McpDraft }
  /** The JSON that stands in it describes the server. */
  | { readonly kind: "json"; readonly name: string; readonly json: string }
  | { readonly kind: "shell" | "package" | "install" | "nothing" };

/** They put a package on the computer, and start nothing that answers. */
const installs =
  /^(?:sudo )?(?:(?:npm|pnpm) (?:i|install|add|ci)\b|yarn (?:global )?add\b|bun (?:add|install)\b|(?:python3? -m )?pip3? install\b|pipx install\b|uv (?:tool install|add|pip install)\b|brew install\b|cargo install\b|go install\b|git clone\b|docker (?:pull|build)\b)/;

/** `A=b npx -y package`, and the same after the words by which another app adds a server. */
export function readCommand(pasted: string, platform: NodeJS.Platform): ReadCommand {
  const line = bareCommand(pasted.replace(/[\\^`]\r?\n/g, " "));
  const words = splitCommand(line, isWindowsText(line) ? "win32" : platform);
  const json = jsonAmong(words);
  if (json !== null) return json;
  if (installs.test(line)) return { kind: "install" };
  if (words.some((word) => shellWords.has(word) || word.endsWith(";"))) return { kind: "shell" };
  if (/[\r\n]/.test(line)) return { kind: "nothing" };
  const isAdding = /^\S+ mcp add(?= |$)/.test(words.join(" "));
  const added = isAdding ? readAdding(words.slice(3)) : null;
  if (isAdding && added === null) return { kind: "nothing" };
  const values: Record<string, string> = { ...added?.values };
  const rest = [...(added?.words ?? words)];
  if (rest[0] === "env") rest.shift();
  for (let first = rest[0]; first !== undefined && isSetting(first); first = rest[0]) {
    rest.shift();
    Object.assign(values, settingOf(first));
  }
  const [command, ...args] = added === null ? rest : programOf(rest, platform);
  if (command === undefined || command.trim() === "") return { kind: "nothing" };
  if (/^https?:\/\//i.test(command)) {
    if (!URL.canParse(command)) return { kind: "nothing" };
    const all = added === null ? values : { ...values, ...headersAmong(args) };
    return { kind: "draft", draft: draftOf(added?.name ?? "", { kind: "address", url: command }, all) };
  }
  // A sentence is no command: programs with a capital are seldom, and are given more than words.
  if (
    /^[A-Z][a-z']*[,:.!?]?$/.test(command) &&
    args.every((word) => /^[\w',.:!?-]+$/.test(word) && !word.startsWith("-"))
  ) {
    return { kind: "nothing" };
  }
  return readProgram(added?.name ?? "", [command, ...args], { values, platform });
}

/** What another app would start: `npx -- -y package` and `"npx -y package"` are its ways to write one command. */
function programOf(words: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const [first = "", ...rest] = words;
  if (rest.length === 0 && /^[\w.@+-]+\s/.test(first)) return splitCommand(first, platform);
  return rest[0] === "--" ? [first, ...rest.slice(1)] : words;
}

function readProgram(
  name: string,
  given: readonly string[],
  { values, platform }: { readonly values: Readonly<Record<string, string>>; readonly platform: NodeJS.Platform },
): ReadCommand {
  const words = withoutShell(given, platform);
  const [command = "", ...args] = words;
  const ofPython = /^([\w.-]+(?:\[[\w,-]+\])?)==([\w.]+)$/.exec(command);
  if (ofPython !== null && args.length === 0) return readProgram(name, ["uvx", command], { values, platform });
  const isPackage = /^@[\w.-]+\/[\w.-]+(@[\w.^~-]+)?$|^[a-z][\w.-]*@[\w.^~-]+$/.test(command);
  const [program, ...rest] = isPackage ? ["npx", "-y", ...words] : words;
  const isProgram = /^[\w@~./\\:+ -]*[\w@~./\\+-]$/.test(command) && !/^[a-z]{2,}:\/\//i.test(command);
  if (program === undefined || !isProgram || /^(null|true|false|undefined|\d+)$/.test(command))
    return { kind: "nothing" };
  // A word alone may be the name of a package or of a program: starting the one for the other helps nobody.
  const isPath = /[/\\]/.test(command);
  if (args.length === 0 && !isPackage && !isPath && name === "") {
    return { kind: runners.test(command) ? "nothing" : "package" };
  }
  const target: McpTarget = { kind: "command", command: program, args: rest, cwd: null };
  return { kind: "draft", draft: draftOf(name, target, values) };
}

/** `claude mcp add-json NAME '{…}'` and `code --add-mcp '{…}'`. */
function jsonAmong(words: readonly string[]): ReadCommand | null {
  const isOther = words[1] === "mcp" && words.some((word) => word.startsWith("{"));
  const option = isOther ? 1 : words.findIndex((word) => word === "--add-mcp" || word === "add-json");
  if (option === -1) return null;
  const after = words.slice(option + 1);
  const at = after.findIndex((word) => word.startsWith("{"));
  const [name = "", json] = at < 1 ? ["", after[at]] : after.slice(at - 1, at + 1);
  return json === undefined ? { kind: "nothing" } : { kind: "json", name, json };
}

function isSetting(word: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(word);
}

function settingOf(word: string): Readonly<Record<string, string>> {
  return isSetting(word) ? { [word.slice(0, word.indexOf("="))]: word.slice(word.indexOf("=") + 1) } : {};
}

/** `A: b`. */
function headerOf(written: string): Readonly<Record<string, string>> {
  const colon = written.indexOf(":");
  return colon < 1 ? {} : { [written.slice(0, colon).trim()]: written.slice(colon + 1).trim() };
}

function isHeaderOption(word: string): boolean {
  return /^(-H|--header)$/.test(word);
}

/** Those that stand after the address. */
function headersAmong(words: readonly string[]): Readonly<Record<string, string>> {
  const headers = words.map((word, index) => (isHeaderOption(words[index - 1] ?? "") ? headerOf(word) : {}));
  return Object.assign({}, ...headers);
}

interface Adding {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/** `add [--transport T] [--scope S] [-e A=b] [--header "A: b"] NAME [options] [--] COMMAND…`, or with `--url`. */
function readAdding(words: readonly string[]): Adding | null {
  const values: Record<string, string> = {};
  let name: string | null = null;
  let url: string | null = null;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "";
    if (word === "--") return name === null ? null : { name, values, words: words.slice(index + 1) };
    if (/^(-e|--env)$/.test(word)) Object.assign(values, settingOf(next));
    else if (isHeaderOption(word)) Object.assign(values, headerOf(next));
    else if (word === "--url") url = next;
    if (/^-/.test(word)) index += word.includes("=") ? 0 : 1;
    else if (name !== null && Object.keys(values).length > 0 && isSetting(word)) Object.assign(values, settingOf(word));
    else if (name === null) name = word;
    else return { name, values, words: words.slice(index) };
  }
  return name === null || url === null ? null : { name, values, words: [url] };
}
