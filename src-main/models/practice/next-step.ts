import { text } from "../../words.ts";
import type { JsonObject } from "../json.ts";
import type { Intent } from "./intents.ts";
import type { DoneCall } from "./turn.ts";
import { fileTable, mainPoints, weekPlan } from "./written-texts.ts";

/** What the practice model does next. */
export type Step =
  | { readonly kind: "call"; readonly tool: string; readonly arguments: JsonObject }
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "think"; readonly seconds: number }
  | { readonly kind: "say"; readonly words: number }
  | { readonly kind: "fail" };

const maxShownChars = 4000;

/** One step towards the intent, from what was done before in this turn. */
export function nextStep(intent: Intent, done: readonly DoneCall[]): Step {
  const last = done.at(-1);
  switch (intent.kind) {
    case "list":
      return last === undefined
        ? call("list_dir", { path: intent.path })
        : shown("model.practice.listed", intent.path, last);
    case "read":
      return last === undefined
        ? call("read_file", { path: intent.path })
        : shown("model.practice.read", intent.path, last);
    case "find":
      return last === undefined
        ? call("find_files", { pattern: globOf(intent.name) })
        : shown("model.practice.found", intent.name, last);
    case "search":
      return last === undefined
        ? call("grep", { pattern: escapePattern(intent.words), path: intent.path })
        : shown("model.practice.searched", intent.words, last);
    case "write":
      return last === undefined
        ? call("write_file", { path: intent.path, content: endedLine(intent.content) })
        : answer(last.result);
    case "append":
      return appendStep(intent.path, intent.content, last);
    case "replace":
      return last === undefined
        ? call("edit_file", { path: intent.path, oldText: intent.before, newText: intent.after, replaceAll: true })
        : answer(last.result);
    case "run":
      return last === undefined
        ? call("exec", { command: intent.command })
        : shown("model.practice.ran", intent.command, last);
    case "web-search":
      return last === undefined
        ? call("web_search", { query: intent.query })
        : shown("model.practice.webSearched", intent.query, last);
    case "fetch":
      return last === undefined
        ? call("web_fetch", { url: intent.url })
        : shown("model.practice.fetched", intent.url, last);
    case "sum-up":
    case "list-to":
    case "plan":
      return beginningStep(intent, done);
    case "remember":
    case "forget":
      return last === undefined ? call(intent.kind, { fact: intent.fact }) : answer(last.result);
    case "memory":
      return last === undefined ? call("recall", { query: "" }) : shownFacts(last);
    case "remind":
      return answer(text("model.practice.noReminders"));
    case "think":
    case "say":
    case "fail":
      return intent;
    case "unknown":
      return answer(text("model.practice.help"));
  }
}

function call(tool: string, parameters: JsonObject): Step {
  return { kind: "call", tool, arguments: parameters };
}

function answer(words: string): Step {
  return { kind: "answer", text: words };
}

type Beginning = Extract<Intent, { readonly kind: "sum-up" | "list-to" | "plan" }>;

/** Reads, where there is something to read, and writes a file of it. What is refused is told as it came. */
function beginningStep(intent: Beginning, done: readonly DoneCall[]): Step {
  const last = done.at(-1);
  const { target } = intent;
  if (last?.name === "write_file") return answer(last.result);
  if (intent.kind === "plan") return call("write_file", { path: target, content: weekPlan() });
  const { path } = intent;
  if (last === undefined) return intent.kind === "sum-up" ? call("read_file", { path }) : call("list_dir", { path });
  const content = intent.kind === "sum-up" ? pointsOf(path, last.result) : fileTable(path, last.result);
  return content === null ? answer(last.result) : call("write_file", { path: target, content });
}

/** Null for a refusal, which has neither the numbers of lines nor the length of a document. */
function pointsOf(path: string, result: string): string | null {
  const isRead = isNumbered(result) || (/\.pdf$/i.test(path) && result.includes("\n"));
  return isRead ? mainPoints(path, withoutNumbers(result)) : null;
}

function shownFacts({ result }: DoneCall): Step {
  return answer(`${text("model.practice.remembered")}\n\n${result}`);
}

type ShownKey =
  | "model.practice.listed"
  | "model.practice.read"
  | "model.practice.found"
  | "model.practice.searched"
  | "model.practice.webSearched"
  | "model.practice.fetched"
  | "model.practice.ran";

/** A sentence and what the tool gave, as it gave it: it may as well be its refusal. */
function shown(key: ShownKey, subject: string, { result }: DoneCall): Step {
  const body = withoutNumbers(result);
  const cut = body.length > maxShownChars ? `${body.slice(0, maxShownChars)}\n…` : body;
  return answer(`${text(key, { subject })}\n\n${fenced(cut)}`);
}

function fenced(body: string): string {
  const longest = Math.max(2, ...[...body.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${body}\n${fence}`;
}

function isNumbered(result: string): boolean {
  return /^\d+\t/.test(result);
}

/** read_file puts a number before each line. */
function withoutNumbers(result: string): string {
  return isNumbered(result) ? result.replace(/^\d+\t/gm, "") : result;
}

/** Reads first; then the whole text is replaced by itself and the new line, which keeps line ends and encoding. */
function appendStep(path: string, content: string, last: DoneCall | undefined): Step {
  if (last === undefined) return call("read_file", { path });
  if (last.name !== "read_file") return answer(last.result);
  if (isNumbered(last.result)) {
    if (/^\[Lines \d+-\d+/m.test(last.result)) return answer(text("model.practice.tooLong", { subject: path }));
    const before = withoutNumbers(last.result);
    return call("edit_file", { path, oldText: before, newText: `${before.replace(/\n$/, "")}\n${content}` });
  }
  const isMissing = /is empty\)?$|not exist|not found|no such file|no file/i.test(last.result.trim());
  return isMissing ? call("write_file", { path, content: endedLine(content) }) : answer(last.result);
}

function endedLine(content: string): string {
  return content.endsWith("\n") ? content : `${content}\n`;
}

/** A name is looked for anywhere in file names; a glob is taken as it is. */
function globOf(name: string): string {
  return /[*?[{]/.test(name) ? name : `*${name}*`;
}

function escapePattern(words: string): string {
  return words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
