import { dirname, extname } from "node:path";
import type { RuleMatch } from "../../src-preload/contract/rules.ts";
import { mayGrow, namedWords } from "./program-table.ts";
import { allowingRule, type RulePlace } from "./rule-match.ts";
import { simpleCommand } from "./simple-command.ts";
import type { CommandSubject, PathSubject, Subject } from "./subject.ts";

/** What can be remembered of a call, the narrowest first; nothing where each call must be looked at by itself. */
export function offersFor(subject: Subject, place: RulePlace): readonly RuleMatch[] {
  return matchesOf(subject, place).filter((match) => coversItself(match, subject, place));
}

function matchesOf(subject: Subject, place: RulePlace): readonly RuleMatch[] {
  switch (subject.kind) {
    case "command":
      return commandOffers(subject, place.platform);
    case "path":
      return pathOffers(subject);
    case "address":
      return [{ kind: subject.method === "search" ? "search" : "host", host: subject.host }];
    case "service":
      return subject.isChanged ? [] : [{ kind: "tool", server: subject.server, tool: subject.tool }];
    case "none":
      return [];
  }
}

/** Running outside of the sandbox is remembered as such: what was allowed within says nothing of it. */
function commandOffers({ command, reach }: CommandSubject, platform: NodeJS.Platform): readonly RuleMatch[] {
  const outside = reach.kind === "asked" ? { outside: true } : {};
  const words = simpleCommand(command, platform);
  if (words === null) return [];
  const exact: RuleMatch = { kind: "command", words: [...words], andMore: false, ...outside };
  const named = words.slice(0, namedWords(words));
  return mayGrow(words) && named.length >= namedWords(words)
    ? [exact, { kind: "command", words: named, andMore: true, ...outside }]
    : [exact];
}

function pathOffers({ path, access, secret, acts }: PathSubject): readonly RuleMatch[] {
  const file: RuleMatch = { kind: "file", access, path };
  if (secret !== null || acts !== null) return [file];
  const folder = dirname(path);
  const ending = extname(path);
  return [
    file,
    ...(ending.length > 1 ? [{ kind: "files-below" as const, access, folder, ending }] : []),
    { kind: "files-below", access, folder },
  ];
}

/** A rule that would not hold for the very call it came from would be asked about again. */
function coversItself(match: RuleMatch, subject: Subject, place: RulePlace): boolean {
  const rule = { id: "offer", effect: "allow", match, scope: { kind: "everywhere" }, madeAt: 0 } as const;
  return allowingRule([{ ...rule, madeIn: null, uses: 0, usedAt: null }], subject, place) !== null;
}
