import { text } from "../../words.ts";

const mostPoints = 12;
const mostPointChars = 160;

/**
 * The points of a text by rules alone: its items where it has some, else how its paragraphs begin, each under its heading.
 * Null where there is nothing to take.
 */
export function mainPoints(path: string, body: string): string | null {
  const lines = body.split(/\r?\n/).map((line) => line.trim());
  const items = lines.filter((line) => /^(?:[-*+•]|\d+[.)])\s+\S/.test(line));
  const points = (items.length >= 2 ? items : firstSentences(lines)).map(shortened).filter((point) => point !== "");
  if (points.length === 0) return null;
  const shown = points.slice(0, mostPoints).map((point) => `- ${point}`);
  const rest = points.length - shown.length;
  const more = rest === 0 ? [] : ["", text("model.practice.morePoints", { count: rest })];
  return `${[`# ${text("model.practice.pointsTitle", { subject: path })}`, "", ...shown, ...more].join("\n")}\n`;
}

function firstSentences(lines: readonly string[]): readonly string[] {
  return lines.filter(
    (line, at) =>
      line !== "" && !/^[#=\-*_[<|]/.test(line) && (at === 0 || lines[at - 1] === "" || isHeading(lines[at - 1])),
  );
}

function isHeading(line: string | undefined): boolean {
  return line?.startsWith("#") === true;
}

/** Without its mark, and no longer than a line. */
function shortened(line: string): string {
  const plain = line.replace(/^(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/, "");
  const [sentence = plain] = plain.length > mostPointChars ? (/^.{20,}?[.!?](?=\s)/.exec(plain) ?? [plain]) : [plain];
  return sentence.length > mostPointChars ? `${sentence.slice(0, mostPointChars).trimEnd()}…` : sentence;
}

/** What a folder was listed with, as a table; null where it was not listed. */
export function fileTable(path: string, listing: string): string | null {
  const rows = listing.split("\n").flatMap((line) => rowOf(line) ?? []);
  if (rows.length === 0) return null;
  const title = path === "." ? text("model.practice.filesHere") : text("model.practice.filesTitle", { subject: path });
  const head = [`| ${text("model.practice.file")} | ${text("model.practice.size")} |`, "| --- | ---: |"];
  return `${[`# ${title}`, "", ...head, ...rows].join("\n")}\n`;
}

function rowOf(line: string): string | null {
  const file = /^(?<name>.+) \((?<size>[\d.]+ (?:bytes?|[kMGT]B))\)$/.exec(line)?.groups;
  if (file !== undefined) return `| ${cell(file["name"])} | ${file["size"]} |`;
  const folder = /^(?<name>.+)\/$/.exec(line)?.groups?.["name"];
  return folder === undefined ? null : `| ${cell(folder)}/ | ${text("model.practice.folder")} |`;
}

function cell(words = ""): string {
  return words.replaceAll("|", "\\|");
}

/** A week to fill in. */
export function weekPlan(): string {
  return text("model.practice.plan");
}
