import type { MessageId } from "../../../src-preload/contract/ids.ts";

/** What was done in a piece of a chat, for the log. */
export interface HistoryEntry {
  /** `2026-11-29 16:05`, as the person's clock showed it. */
  readonly when: string;
  readonly title: string;
  /** Markdown without headings. */
  readonly words: string;
  /** The last message of the piece: an entry of the same one is not written twice. */
  readonly upTo: MessageId;
  /** All messages of the piece: an entry that ends with one of them was written by a try that got no further. */
  readonly covers: readonly MessageId[];
  /** It comes from a chat that holds text of strangers. */
  readonly isStrange?: boolean;
}

/** The log with one more entry below the heading of its day; null where it has it already. */
export function addEntry(log: string, entry: HistoryEntry): string | null {
  if (log.includes(`<!-- ${entry.upTo} `)) return null;
  const mark = `<!-- ${entry.upTo}${entry.isStrange === true ? " ~" : ""} -->`;
  const [day = "", time = ""] = entry.when.split(" ");
  const end = log.includes("\r\n") ? "\r\n" : "\n";
  const kept = withoutEntriesOf(log, entry.covers);
  const last = [...kept.matchAll(/^## (\d{4}-\d{2}-\d{2})[ \t]*\r?$/gm)].at(-1)?.[1];
  const words = [`### ${time} ${oneLine(entry.title)} ${mark}`, "", ...plain(entry.words)];
  const lines = last === day ? words : [`## ${day}`, "", ...words];
  const before = kept.trimEnd();
  return `${before}${before === "" ? "" : end + end}${lines.join(end)}${end}`;
}

/** The log without the entries that end with one of these messages, and without a day that has none left. */
function withoutEntriesOf(log: string, messages: readonly MessageId[]): string {
  if (!messages.some((id) => log.includes(`<!-- ${id} `))) return log;
  const marks = messages.map((id) => `<!-- ${id} `);
  const parts = log.split(/^(?=##(?:#)? )/m);
  const isTaken = (part: string): boolean => part.startsWith("### ") && marks.some((mark) => part.includes(mark));
  const kept = parts.filter((part) => !isTaken(part));
  const isEmptyDay = (part: string, at: number): boolean =>
    part.startsWith("## ") && part.trim().indexOf("\n") === -1 && kept[at + 1]?.startsWith("### ") !== true;
  return kept.filter((part, at) => !isEmptyDay(part, at)).join("");
}

function oneLine(title: string): string {
  return title
    .replace(/\s+/g, " ")
    .replace(/<!--|-->/g, "")
    .trim();
}

/** Lines that look like headings or marks of the log would break it. */
function plain(words: string): readonly string[] {
  return words
    .replace(/<!--|-->/g, "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace(/^(\s*)#+\s+/, "$1").trimEnd());
}
