/** One fact of MEMORY.md: a list item with its indented lines, or a line of its own. */
export interface Fact {
  readonly text: string;
  /** The heading that it stands below; "" above the first one and below the title. */
  readonly section: string;
  /** Index of its first line, and of the one behind its last. */
  readonly from: number;
  readonly to: number;
}

/** What became of a text that was to be changed. */
export type FactChange =
  | { readonly kind: "changed"; readonly text: string; readonly fact: string }
  /** It stands there already, perhaps in more words. */
  | { readonly kind: "known"; readonly fact: string }
  /** What was to be replaced or taken away is not there; `near` are the facts that share the most words with it. */
  | { readonly kind: "missing"; readonly near: readonly string[] }
  /** More than one fact is meant. */
  | { readonly kind: "several"; readonly facts: readonly string[] };

export interface NewFact {
  readonly fact: string;
  /** The heading to put it below; made where there is none. */
  readonly section?: string;
  /** The fact that it takes the place of, or words of it. */
  readonly replaces?: string;
}

/** Characters of one fact; what is longer is no fact. */
export const maxFactChars = 600;
const mostNear = 3;

/** A fact as one line without what nobody can see; "" where nothing is left. */
export function plainFact(fact: string): string {
  return fact
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/gu, "")
    .replace(/^(?:[-*+]|\d+[.)]|#+)\s+/, "")
    .trim();
}

/** The same for two facts that say the same in the same words, whatever their letters' case and marks. */
export function factKey(fact: string): string {
  return fact
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const heading = /^(#{1,6})\s+(.*?)\s*#*\s*$/;
const item = /^\s{0,3}(?:[-*+]|\d+[.)])\s+/;
const fence = /^\s{0,3}(?:```|~~~)/;

/** The facts of a text, in their order; what stands in a block of code is none. */
export function factsIn(text: string): readonly Fact[] {
  const facts: { text: string; section: string; from: number; to: number }[] = [];
  let section = "";
  let isCode = false;
  for (const [index, line] of linesOf(text).entries()) {
    if (fence.test(line)) isCode = !isCode;
    else if (!isCode) {
      const title = heading.exec(line);
      const last = facts.at(-1);
      if (title !== null) section = title[1] === "#" ? "" : (title[2] ?? "");
      else if (line.trim() === "") continue;
      else if (/^\s{2,}\S/.test(line) && !item.test(line) && last?.to === index) {
        last.text += ` ${line.trim()}`;
        last.to = index + 1;
      } else facts.push({ text: line.replace(item, "").trim(), section, from: index, to: index + 1 });
    }
  }
  return facts;
}

/** Adds a fact, or puts it in the place of another one. A fact that begins with the words of one that is there replaces that. */
export function withFact(text: string, { fact: given, section, replaces }: NewFact): FactChange {
  const fact = plainFact(given);
  const key = factKey(fact);
  const facts = factsIn(text);
  const same = facts.find((one) => begins(factKey(one.text), key));
  if (same !== undefined && replaces === undefined) return { kind: "known", fact: same.text };
  const shorter = facts.find((one) => begins(key, factKey(one.text)));
  const found = replaces === undefined ? one(shorter) : findFact(facts, replaces);
  if (found.kind === "found") return { kind: "changed", text: replaced(text, found.fact, fact), fact };
  return replaces === undefined ? { kind: "changed", text: added(text, fact, section), fact } : found;
}

/** Takes a fact away that is named by itself or by words of it. */
export function withoutFact(text: string, wanted: string): FactChange {
  const found = findFact(factsIn(text), wanted);
  if (found.kind !== "found") return found;
  const lines = linesOf(text);
  const { from, to } = found.fact;
  const left = [...lines.slice(0, from), ...lines.slice(to)];
  // Of two blank lines that meet one is enough.
  if (left[from - 1]?.trim() === "" && left[from]?.trim() === "") left.splice(from, 1);
  return { kind: "changed", text: joined(text, left), fact: found.fact.text };
}

/** Puts one fact in the place of others, which are named word for word; where one of them is gone, nothing changes. */
export function withMerged(text: string, merges: readonly string[], fact: string): FactChange {
  const facts = factsIn(text);
  const found = merges.flatMap((merged) => facts.find((one) => factKey(one.text) === factKey(merged)) ?? []);
  const [first, ...others] = found.toSorted((a, b) => a.from - b.from);
  if (first === undefined || found.length < merges.length) return { kind: "missing", near: [] };
  const gone = new Set(others.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, line) => from + line)));
  const left = linesOf(text).filter((_, line) => !gone.has(line));
  // The first of them stands above all that has gone.
  return { kind: "changed", text: replaced(joined(text, left), first, fact), fact };
}

type Found =
  | { readonly kind: "found"; readonly fact: Fact }
  | Exclude<FactChange, { kind: "changed" } | { kind: "known" }>;

function one(fact: Fact | undefined): Found {
  return fact === undefined ? { kind: "missing", near: [] } : { kind: "found", fact };
}

/** The fact that is meant: the same words, else the only one that contains them. */
function findFact(facts: readonly Fact[], wanted: string): Found {
  const key = factKey(plainFact(wanted));
  const exact = facts.find((fact) => factKey(fact.text) === key);
  if (exact !== undefined) return { kind: "found", fact: exact };
  const holding = key === "" ? [] : facts.filter((fact) => ` ${factKey(fact.text)} `.includes(` ${key} `));
  const [first, second] = holding;
  if (first !== undefined && second === undefined) return { kind: "found", fact: first };
  if (second !== undefined) return { kind: "several", facts: holding.map(({ text }) => text) };
  return { kind: "missing", near: nearest(facts, key) };
}

function nearest(facts: readonly Fact[], key: string): readonly string[] {
  const words = new Set(key.split(" "));
  const shared = (fact: Fact): number =>
    factKey(fact.text)
      .split(" ")
      .filter((word) => words.has(word)).length;
  return facts
    .map((fact) => ({ text: fact.text, shared: shared(fact) }))
    .filter((near) => near.shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, mostNear)
    .map(({ text }) => text);
}

/** Whether the words of `start` stand at the beginning of `key`, or are all of it. */
function begins(key: string, start: string): boolean {
  return start !== "" && `${key} `.startsWith(`${start} `);
}

function replaced(text: string, { from, to }: Fact, fact: string): string {
  const lines = linesOf(text);
  const mark = item.exec(lines[from] ?? "")?.[0] ?? "";
  return joined(text, [...lines.slice(0, from), `${mark}${fact}`, ...lines.slice(to)]);
}

/** Below the heading of this name, behind the last fact there; at the end where none is named. */
function added(text: string, fact: string, section: string | undefined): string {
  const lines = linesOf(text);
  const wanted = plainFact(section ?? "");
  const at = wanted === "" ? -1 : lines.findIndex((line) => isHeading(line, wanted));
  if (at < 0 && wanted !== "") return joined(text, [...trimmed(lines), "", `## ${wanted}`, "", `- ${fact}`, ""]);
  const next = at < 0 ? lines.length : lines.findIndex((line, index) => index > at && heading.test(line));
  const end = next < 0 ? lines.length : next;
  const before = trimmed(lines.slice(0, end));
  const rest = lines.slice(end);
  const follows = item.test(before.at(-1) ?? "") || /^\s{2,}\S/.test(before.at(-1) ?? "");
  const gap = before.length === 0 || follows ? [] : [""];
  return joined(text, [...before, ...gap, `- ${fact}`, ...(rest.length === 0 ? [""] : ["", ...rest])]);
}

function isHeading(line: string, wanted: string): boolean {
  const title = heading.exec(line)?.[2];
  return title !== undefined && factKey(title) === factKey(wanted);
}

function trimmed(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
}

function linesOf(text: string): readonly string[] {
  return text.replace(/^\uFEFF/, "").split(/\r?\n/);
}

/** The lines as one text again, with the ends that `like` has. */
function joined(like: string, lines: readonly string[]): string {
  const end = like.includes("\r\n") ? "\r\n" : "\n";
  return (like.startsWith("\uFEFF") ? "\uFEFF" : "") + lines.join(end);
}
