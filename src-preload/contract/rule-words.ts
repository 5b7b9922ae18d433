import type { SessionKey } from "./ids.ts";
import type { RuleMatch, RuleScope, ScopeKind } from "./rules.ts";
import { jobOfKey } from "./session-key.ts";

/** What a rule is about, as a sentence's object: "commands that begin with `git diff`". `shown` shortens a path. */
export function matchWords(match: RuleMatch, shown: (path: string) => string) {
  switch (match.kind) {
    case "command": {
      const values = { command: match.words.map(quoted).join(" ") };
      const key = match.andMore ? "rules.match.commands" : "rules.match.command";
      return { key: match.outside === true ? (`${key}Outside` as const) : key, values } as const;
    }
    case "file":
      return { key: `rules.match.file.${match.access}`, values: { path: shown(match.path) } } as const;
    case "files-below": {
      const values = { folder: shown(match.folder) };
      return match.ending === undefined
        ? ({ key: `rules.match.below.${match.access}`, values } as const)
        : ({ key: `rules.match.kind.${match.access}`, values: { ...values, ending: match.ending } } as const);
    }
    case "host":
      return { key: "rules.match.host", values: { host: match.host } } as const;
    case "search":
      return { key: "rules.match.search", values: { host: match.host } } as const;
    case "tool":
      return { key: "rules.match.tool", values: { tool: match.tool, server: match.server } } as const;
  }
}

/** Where it holds. */
export function scopeWords(scope: RuleScope, shown: (path: string) => string) {
  const values = scope.kind === "folder" ? { folder: shown(scope.folder) } : { folder: "" };
  return { key: `rules.scope.${scope.kind}` as const, values };
}

/** The narrowest scope of what is allowed in a chat: each run of a job is a chat of its own, and the job is meant. */
export function ownScope(sessionKey: SessionKey): RuleScope {
  const jobId = jobOfKey(sessionKey);
  return jobId === null ? { kind: "chat", sessionKey } : { kind: "job", jobId };
}

/** The scopes that can be chosen, the narrowest first. */
export const scopeKinds: readonly ScopeKind[] = ["chat", "folder", "everywhere"];

/** A word that is more than one is told as one. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `“${word}”`;
}
