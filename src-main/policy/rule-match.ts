import type { Rule, RuleMatch, RuleScope } from "../../src-preload/contract/rules.ts";
import { jobOfKey } from "../../src-preload/contract/session-key.ts";
import { isBelow } from "../storage/is-below.ts";
import { hasActingWord, mayGrow } from "./program-table.ts";
import { simpleCommand } from "./simple-command.ts";
import type { Subject } from "./subject.ts";

/** Where a call happens, for the scope of a rule. */
export interface RulePlace {
  readonly sessionKey: string;
  /** Of a sub-agent: the chat that asked for it, whose rules hold for it as well. */
  readonly within?: string;
  /** Absolute. */
  readonly workFolder: string;
  readonly platform: NodeJS.Platform;
}

/** The first rule that allows this call: all that it does, and nothing beside. */
export function allowingRule(rules: readonly Rule[], subject: Subject, place: RulePlace): Rule | null {
  const covers = (rule: Rule): boolean =>
    rule.effect === "allow" && holdsAt(rule.scope, place) && isCovered(rule.match, subject, place);
  return rules.find(covers) ?? null;
}

/** The first rule that forbids it: a command also where it stands among others, or behind another program. */
export function denyingRule(
  rules: readonly Rule[],
  subject: Subject,
  place: RulePlace,
  /** Every program that a command calls, with its words. */
  calls: readonly (readonly string[])[],
): Rule | null {
  const forbids = (rule: Rule): boolean => {
    if (rule.effect !== "deny" || !holdsAt(rule.scope, place)) return false;
    if (rule.match.kind !== "command" || subject.kind !== "command") return isCovered(rule.match, subject, place);
    const { words, andMore } = rule.match;
    return calls.some((said) => startsWith(said, words) && (andMore || said.length === words.length));
  };
  return rules.find(forbids) ?? null;
}

export function holdsAt(scope: RuleScope, { sessionKey, within = sessionKey, workFolder }: RulePlace): boolean {
  switch (scope.kind) {
    case "chat":
      return scope.sessionKey === sessionKey || scope.sessionKey === within;
    case "job":
      return jobOfKey(within) === scope.jobId;
    case "folder":
      return scope.folder === workFolder;
    case "everywhere":
      return true;
  }
}

/** Whether the whole call is what the match says. */
function isCovered(match: RuleMatch, subject: Subject, place: RulePlace): boolean {
  switch (match.kind) {
    case "command":
      return (
        subject.kind === "command" &&
        isBelow(subject.folder, place.workFolder) &&
        (subject.reach.kind !== "asked" || match.outside === true) &&
        isCommand(match, subject.command, place)
      );
    case "file":
      return subject.kind === "path" && subject.access === match.access && subject.path === match.path;
    case "files-below":
      // What others run, and what is private, is covered by its own name alone.
      return (
        subject.kind === "path" &&
        subject.access === match.access &&
        subject.secret === null &&
        subject.acts === null &&
        isBelow(subject.path, match.folder) &&
        (match.ending === undefined || subject.path.toLowerCase().endsWith(match.ending.toLowerCase()))
      );
    case "host":
      return subject.kind === "address" && subject.method === "fetch" && subject.host === match.host;
    case "search":
      return subject.kind === "address" && subject.method === "search" && subject.host === match.host;
    case "tool":
      return (
        subject.kind === "service" &&
        !subject.isChanged &&
        subject.server === match.server &&
        subject.tool === match.tool
      );
  }
}

function isCommand(
  { words, andMore }: Extract<RuleMatch, { kind: "command" }>,
  command: string,
  { platform }: RulePlace,
): boolean {
  const said = simpleCommand(command, platform);
  if (said === null || !startsWith(said, words)) return false;
  if (said.length === words.length) return true;
  return andMore && mayGrow(said) && !hasActingWord(said[0] ?? "", said.slice(words.length));
}

function startsWith(said: readonly string[], words: readonly string[]): boolean {
  return said.length >= words.length && words.every((word, index) => said[index] === word);
}
