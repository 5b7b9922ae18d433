import { lookalikesOf, type Reach, reachOf, undoKey } from "../../../src-preload/contract/approval-facts.ts";
import { type ApprovalLine, type LinePart, layOutBody } from "../../../src-preload/contract/approval-lines.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { matchWords, scopeWords } from "../../../src-preload/contract/rule-words.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { text } from "../../words.ts";
import { dim, type Line, line, type Span, type Style, span } from "./styled-line.ts";

/* The card of an approval as lines: the act, what exactly, where, who can see it, whether it can be undone. Pure. */

const firstLines = 14;
const lastLines = 6;
const warning: Style = { colour: "yellow" };

export function approvalCard({ subject }: PendingApproval, isWhole = false): readonly Line[] {
  const reach = reachOf(subject);
  const shown = layOutBody(subject, { first: firstLines, last: lastLines, isWhole });
  return [
    [span(`? ${revealLine(subject.title)}`, { colour: "yellow", bold: true })],
    ...shown.map(bodyLine),
    ...(shown.some(isFolded) ? [dim(`  ${text("terminal.showAll")}`)] : []),
    fact("approval.where", revealLine(subject.where)),
    fact("approval.who", whoSees(reach, subject.reaches ?? []), reach !== "stays" && reach !== "confined"),
    fact("approval.undo", text(undoKey(subject)), !subject.reversible),
    ...ruleLines(subject),
    ...(subject.reason === "" ? [] : [dim(`  ${revealLine(subject.reason)}`)]),
    ...(reach === "command" ? [dim(`  ${text("approval.commandWords")}`)] : []),
    ...(subject.confinement === undefined ? [] : [dim(`  ${revealLine(subject.confinement)}`)]),
    ...(subject.onlyOnce === undefined ? [] : [dim(`  ${subject.onlyOnce}`)]),
    ...lookalikesOf(subject).map((found) =>
      line(`  ${text(`approval.lookalike.${found.kind}`, { ...found })}`, warning),
    ),
  ];
}

/** What stands before the answer; the whole text is offered where a card of it has a part folded. */
export function approvalPrompt({ subject }: PendingApproval, isWhole = false): string {
  const shown = isWhole ? [] : layOutBody(subject, { first: firstLines, last: lastLines });
  const isFoldedCard = shown.some(isFolded);
  if (subject.offers === undefined) return text(isFoldedCard ? "cli.askAllowFolded" : "cli.askAllow");
  return text(isFoldedCard ? "cli.askAllowFoldedAlways" : "cli.askAllowAlways");
}

/** What "always" would mean, spelled out before anything is kept. */
function ruleLines({ offers }: PendingApproval["subject"]): readonly Line[] {
  if (offers === undefined) return [];
  const folder = { kind: "folder", folder: offers.workFolder } as const;
  const where = scopeWords(folder, revealLine);
  return offers.matches.map((match, index) => {
    const what = matchWords(match, revealLine);
    const values = { number: index + 1, what: text(what.key, what.values), where: text(where.key, where.values) };
    return dim(`  ${text("cli.always", values)}`);
  });
}

function fact(name: "approval.where" | "approval.who" | "approval.undo", words: string, isWarning = false): Line {
  return [span(`  ${text(name)}: `, { dim: true }), span(words, isWarning ? warning : {})];
}

/** What a command names is where it goes at least. */
function whoSees(reach: Reach, places: readonly string[]): string {
  if (reach === "command" && places.length > 0)
    return text("approval.leavesTo", { places: places.map(revealLine).join(", ") });
  return text(reachKeys[reach]);
}

const reachKeys = {
  stays: "approval.stays",
  leaves: "approval.leaves",
  command: "approval.command",
  confined: "approval.inSandbox",
  "not-known": "approval.notKnown",
} as const;

function isFolded(shown: ApprovalLine): boolean {
  return shown.kind === "more-lines" || ("parts" in shown && shown.parts.some((part) => part.kind === "more"));
}

const signs = { added: "+ ", removed: "- ", context: "  ", hunk: "", other: "", plain: "" } as const;
const styles: Readonly<Record<keyof typeof signs, Style>> = {
  added: { colour: "green" },
  removed: { colour: "red" },
  context: {},
  hunk: { colour: "cyan" },
  other: {},
  plain: {},
};

/** The bar at the left is no part of what is asked, and nothing that is asked can stand left of it. */
function bodyLine(shown: ApprovalLine): Line {
  const bar = span("  │ ", { dim: true });
  if (shown.kind === "blank-lines") return [bar, ...dim(text("diff.blankLines", { count: shown.count }))];
  if (shown.kind === "more-lines") return [bar, ...dim(text("diff.more", { count: shown.count }))];
  if (shown.kind === "gap") return [bar, ...dim("···")];
  const style = styles[shown.kind];
  return [bar, span(signs[shown.kind], style), ...shown.parts.map((part) => piece(part, style))];
}

function piece(part: LinePart, style: Style): Span {
  if (part.kind === "text") return span(part.text, style);
  return span(text(part.kind === "more" ? "diff.moreInLine" : "diff.blanks", { count: part.count }), { dim: true });
}
