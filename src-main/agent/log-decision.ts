import type { DecidedBy, DecisionLine } from "../../src-preload/contract/rules.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { Verdict } from "../policy/decide.ts";
import type { Subject } from "../policy/subject.ts";
import { text } from "../words.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { ReadyCall } from "./planned-call.ts";

/** Who decided, and the place, the mode or the rule. */
type LoggedBy = readonly [by: DecidedBy, detail: string];

interface DecidedCall {
  readonly run: RunContext;
  readonly ready: ReadyCall;
  readonly subject: Subject;
}

/** What a call touches is cut in the log of decisions. */
const maxLoggedChars = 2000;

export function byOf(verdict: Exclude<Verdict, { kind: "ask" }>, { mode }: RunContext): LoggedBy {
  return verdict.rule === undefined ? ["mode", mode] : ["rule", verdict.rule.id];
}

function whatOf(subject: Subject): string {
  switch (subject.kind) {
    case "path":
      return subject.path;
    case "command":
      return subject.command;
    case "address":
      return subject.url;
    case "service":
      return `${subject.server}: ${subject.tool}`;
    case "none":
      return "";
  }
}

/** Writes a line for each decision about a call; what reads freely is none. */
export function createDecisionWriter({
  decisions,
  host,
  keys,
}: Pick<AgentDependencies, "decisions" | "host" | "keys">) {
  return ({ run, ready, subject }: DecidedCall, decision: DecisionLine["decision"], [by, detail]: LoggedBy): void => {
    if (decision === "allow" && by === "mode" && ready.tool.effect === "read") return;
    const at = { time: new Date(host.now()).toISOString(), sessionKey: run.session.key, runId: run.runId };
    // Of a private chat nothing is written down of what it was about.
    const isPrivate = isPrivateKey(run.session.key);
    const what = isPrivate ? "" : whatOf(subject).slice(0, maxLoggedChars);
    const title = isPrivate ? text("chat.private") : ready.call.title;
    decisions.add(keys.redactAll({ ...at, tool: ready.tool.name, title, what, decision, by, detail }));
  };
}
