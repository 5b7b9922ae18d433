import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { ApprovalSubject } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Decided } from "../policy/approvals.ts";
import type { Subject } from "../policy/subject.ts";
import type { ToolContext } from "../tools/tool.ts";
import { askingFor, type CanUndo } from "./approval-subject.ts";
import { askPerson } from "./ask-person.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import { afterDecision, type Finished, interrupted } from "./finished-call.ts";
import { byOf, createDecisionWriter } from "./log-decision.ts";
import { placeOf, touches, verdictOn } from "./permission-question.ts";
import type { CallsOfReply, PlannedCall, ReadyCall } from "./planned-call.ts";

/** A call that is about to run, and what it would touch. */
interface CallQuestion {
  readonly run: RunContext;
  readonly reply: CallsOfReply;
  readonly planned: PlannedCall;
  readonly ready: ReadyCall;
  readonly subject: Subject;
}

interface Permission {
  /** Null: go ahead. */
  readonly refused: Finished | null;
  /** Milliseconds that a person took to decide. */
  readonly waitedMs: number;
}

/** Asks the policy, and the person where the policy says so. One a run. */
export interface CallPermission {
  decide(question: CallQuestion): AsyncResult<Permission>;
}

type Answer = Result<Decided | null, ContractError>;
/** A question that was put before its call came up. */
interface Ahead {
  readonly subject: ApprovalSubject;
  readonly answer: Promise<Answer>;
}

type PermissionDependencies = Pick<
  AgentDependencies,
  "approvals" | "changes" | "decisions" | "events" | "host" | "ids" | "journal" | "keys" | "policy" | "rules" | "tools"
>;

/** With what a call looks at what it would touch; it may change nothing. */
type ContextFor = (run: RunContext, callId: string) => ToolContext;

export function createCallPermission(deps: PermissionDependencies, contextFor: ContextFor): CallPermission {
  const ahead = new Map<string, Ahead>();
  const { host, policy } = deps;
  const log = createDecisionWriter(deps);

  function ask({ run, reply, planned }: Omit<CallQuestion, "ready" | "subject">, subject: ApprovalSubject) {
    const call = { runId: run.runId, messageId: reply.message.id, callId: planned.id };
    return askPerson(deps, { session: run.session, ...call, subject: deps.keys.redactAll(subject) }, run.signal);
  }

  /**
   * The calls right after this one that do the like to something else are asked about with it, so that a person sees all
   * of them at once. They run one after the other all the same. Reading calls run side by side and ask by themselves.
   */
  async function askAhead({ run, reply, planned, ready, subject }: CallQuestion): Promise<void> {
    if (ready.tool.effect === "read") return;
    const touched = new Set([touches(subject)]);
    for (const next of reply.calls.slice(reply.calls.indexOf(planned) + 1)) {
      if (next.name !== planned.name || run.signal.aborted) return;
      const seen = await foresee(deps, contextFor, { run, planned: next });
      if (seen === null || touched.has(touches(seen.subject))) return;
      touched.add(touches(seen.subject));
      ahead.set(keyOf(reply, next), { subject: seen.asked, answer: ask({ run, reply, planned: next }, seen.asked) });
    }
  }

  async function answerTo(question: CallQuestion, subject: ApprovalSubject): Promise<Answer> {
    const key = keyOf(question.reply, question.planned);
    const before = ahead.get(key);
    ahead.delete(key);
    if (before === undefined) {
      const answer = ask(question, subject);
      await askAhead(question);
      return answer;
    }
    const answer = await before.answer;
    const isAllowed = answer.ok && answer.value?.decision === "allow-once";
    // What was allowed is what runs: where it has become something else, that is asked about.
    return isAllowed && !isSame(before.subject, subject) ? ask(question, subject) : answer;
  }

  return {
    async decide(question) {
      const { run, planned, ready, subject } = question;
      if (planned.decided !== undefined) return ok({ refused: afterDecision(planned.decided), waitedMs: 0 });
      if (subject.kind !== "none" && !subject.admitted) return ok({ refused: null, waitedMs: 0 });
      const verdict = await verdictOn(deps, question);
      if (verdict.kind === "allow") {
        if (verdict.rule !== undefined) deps.rules.used(verdict.rule.id);
        log(question, "allow", byOf(verdict, run));
        return ok({ refused: null, waitedMs: 0 });
      }
      if (verdict.kind === "deny") {
        if (verdict.rule !== undefined) deps.rules.used(verdict.rule.id);
        log(question, "deny", byOf(verdict, run));
        return refused(verdict.message, "denied", verdict.code);
      }
      if (run.whenAsked === "deny") {
        log(question, "deny", ["policy", "nobody-there"]);
        const content = `Denied: nobody is there to allow it (${verdict.reason}). Do not try it in another way.`;
        return refused(content, "denied", "nobody-there");
      }
      const canUndo: CanUndo = (touched) => deps.changes.canUndo(contextFor(run, planned.id), touched);
      const asking = await askingFor({ ...placeOf(deps, run), ready, subject, verdict, policy, canUndo });
      if (asking.kind === "too-long") return refused(asking.message, "error", "too-long");
      using _ = run.clock.wait();
      const askedAt = host.monotonic();
      const answer = await answerTo(question, asking.subject);
      if (!answer.ok) return answer;
      const waitedMs = host.monotonic() - askedAt;
      if (answer.value !== null) {
        const { decision, by = "", rule } = answer.value;
        log(question, decision === "deny" ? "deny" : "allow", rule === undefined ? ["person", by] : ["rule", rule]);
      }
      return ok({ refused: answer.value === null ? interrupted : afterDecision(answer.value), waitedMs });
    },
  };
}

/** What would be asked about a call that has not come up yet; null where it would not be, or cannot be told now. */
async function foresee(
  deps: PermissionDependencies,
  contextFor: ContextFor,
  { run, planned }: Pick<CallQuestion, "run" | "planned">,
): Promise<{ subject: Subject; asked: ApprovalSubject } | null> {
  const { host, policy, tools } = deps;
  const tool = tools.get(planned.name);
  if (tool === null || !run.allowedTools.has(planned.name)) return null;
  if (planned.problem !== undefined || planned.decided !== undefined) return null;
  const parsed = tool.parse(planned.arguments);
  if (!parsed.ok) return null;
  const ready: ReadyCall = { kind: "ready", tool, call: parsed.call, warning: "" };
  const context = contextFor(run, planned.id);
  try {
    const subject = await parsed.call.subject(context);
    const verdict = await verdictOn(deps, { run, ready, subject });
    if (subject.kind === "none" || !subject.admitted || verdict.kind !== "ask") return null;
    const canUndo: CanUndo = (touched) => deps.changes.canUndo(context, touched);
    const asking = await askingFor({ ...placeOf(deps, run), ready, subject, verdict, policy, canUndo });
    return asking.kind === "asks" ? { subject, asked: asking.subject } : null;
  } catch (cause) {
    host.log("warn", "a call could not be asked about ahead", { tool: planned.name, reason: String(cause) });
    return null;
  }
}

function refused(content: string, status: "denied" | "error", code: string): Result<Permission, ContractError> {
  return ok({ refused: { content, status, code }, waitedMs: 0 });
}

/** Call ids are told apart within a reply only. */
function keyOf({ message }: CallsOfReply, { id }: PlannedCall): string {
  return `${message.id} ${id}`;
}

function isSame(a: ApprovalSubject, b: ApprovalSubject): boolean {
  const isAlike = a.body === b.body && a.bodyKind === b.bodyKind && a.where === b.where && a.title === b.title;
  return isAlike && a.confined === b.confined;
}
