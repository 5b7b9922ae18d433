import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { AssistantMessage, ToolDetails, ToolStatus } from "../../src-preload/contract/records.ts";
import { ok, type Result } from "../../src-preload/contract/result.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { Decided } from "../policy/approvals.ts";
import type { Subject } from "../policy/subject.ts";
import type { LimitedResult } from "../tools/result-limit.ts";
import type { ToolContext, ToolResult } from "../tools/tool.ts";
import { askingFor } from "./approval-subject.ts";
import { askPerson } from "./ask-person.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import { createPartialOutput, type PartialOutput } from "./partial-output.ts";
import { batchCalls, type CallMemory, type PlannedCall, prepareCall, type ReadyCall } from "./planned-call.ts";
import type { RecordMint } from "./records.ts";
import { stepFacts } from "./step-facts.ts";
import { createToolContext } from "./tool-context.ts";

export type CallsEnd =
  | { readonly kind: "done" }
  | { readonly kind: "aborted" }
  /** The same call for the fifth time: the run ends. */
  | { readonly kind: "looping"; readonly tool: string };

/** The calls of one reply, and the reply that asked for them. */
export interface CallsOfReply {
  readonly message: AssistantMessage;
  readonly calls: readonly PlannedCall[];
}

interface Finished {
  readonly content: string;
  readonly status: ToolStatus;
  readonly result?: ToolResult;
}

/** One call on its way. */
interface Attempt {
  readonly run: RunContext;
  readonly reply: CallsOfReply;
  readonly planned: PlannedCall;
  readonly ready: ReadyCall;
  readonly memory: CallMemory;
  readonly output: PartialOutput;
  /** Milliseconds that a person took to decide: not the tool's own time. */
  waitedMs: number;
}

/** Runs the calls of a reply: asks the policy, waits for decisions, writes each result down as it is there. */
export interface ToolCalls {
  run(run: RunContext, reply: CallsOfReply, memory: CallMemory): Promise<Result<CallsEnd, ContractError>>;
}

const interrupted: Finished = { content: "Interrupted: the run was stopped.", status: "interrupted" };
/** It was on its way, and may have done what it was to do. */
const cutOff: Finished = {
  content:
    "Interrupted: the run was stopped while this call was on its way. It is not known whether it was done: look before you do it again.",
  status: "interrupted",
};

export function createToolCalls(
  deps: Pick<
    AgentDependencies,
    | "approvals"
    | "beforeFirstWrite"
    | "childEnv"
    | "events"
    | "files"
    | "host"
    | "ids"
    | "journal"
    | "keys"
    | "loginPath"
    | "models"
    | "policy"
    | "tools"
  >,
  records: RecordMint,
): ToolCalls {
  const { events, host, policy, journal } = deps;

  /** Null: go ahead. */
  async function decide(attempt: Attempt, subject: Subject): Promise<Result<Finished | null, ContractError>> {
    const { run, reply, planned, ready } = attempt;
    if (planned.decided !== undefined) return ok(afterDecision(planned.decided));
    if (subject.kind !== "none" && !subject.admitted) return ok(null);
    const { tool } = ready;
    const verdict = policy.decide({ tool: tool.name, effect: tool.effect, subject, mode: run.mode, roots: run.roots });
    if (verdict.kind === "allow") return ok(null);
    if (verdict.kind === "deny") return ok({ content: verdict.message, status: "denied" });
    if (run.whenAsked === "deny") {
      const content = `Denied: nobody is there to allow it (${verdict.reason}). Do not try it in another way.`;
      return ok({ content, status: "denied" });
    }
    const asking = askingFor({ ready, subject, verdict, workFolder: run.workFolder });
    if (asking.kind === "too-long") return ok({ content: asking.message, status: "error" });
    using _ = run.clock.wait();
    const askedAt = host.monotonic();
    const asked = await askPerson(
      deps,
      {
        session: run.session,
        runId: run.runId,
        messageId: reply.message.id,
        callId: planned.id,
        subject: deps.keys.redactAll(asking.subject),
      },
      run.signal,
    );
    attempt.waitedMs = host.monotonic() - askedAt;
    if (!asked.ok) return asked;
    return ok(asked.value === null ? interrupted : afterDecision(asked.value));
  }

  async function execute(attempt: Attempt, subject: Subject): Promise<Finished> {
    const { run, memory } = attempt;
    const { tool, call, warning } = attempt.ready;
    const result = await deps.tools.run(tool, call, contextOf(attempt, subject));
    if (result.kind === "failed") {
      if (run.signal.aborted) {
        const end = tool.effect === "read" ? interrupted : cutOff;
        return { ...end, content: `${attempt.output.with(result.message)}\n\n${end.content}`, result };
      }
      const advice = memory.refusals.check(result, targetOf(subject));
      return { content: result.message + advice + warning, status: "error", result };
    }
    memory.repeats.changed(tool.name, call.arguments, tool.effect);
    return { content: result.content + warning, status: "ok", result };
  }

  /** The write that happens must be the one that was decided on: a link put in its way meanwhile changes the path. */
  function contextOf({ run, planned, memory, output }: Attempt, subject: Subject | null): ToolContext {
    const at = { sessionKey: run.session.key, runId: run.runId, callId: planned.id };
    return createToolContext(deps, run, {
      written: memory.written,
      checkWrite(path) {
        const isDecided = subject?.kind === "path" && subject.admitted && subject.path === path;
        if (!isDecided) throw new Error(`${path} is not the file that this call was allowed for; nothing was written`);
      },
      progress(text) {
        output.add(text);
        events.publish({ topic: "agent", type: "tool-progress", ...at, text: deps.keys.redact(text) });
      },
    });
  }

  async function finish(run: RunContext, reply: CallsOfReply, planned: PlannedCall, memory: CallMemory) {
    const prepared = prepareCall(planned, run, memory, deps.tools);
    const at = { sessionKey: run.session.key, runId: run.runId, callId: planned.id };
    const effect = prepared.kind === "ready" ? prepared.tool.effect : "read";
    const title = prepared.kind === "ready" ? revealLine(prepared.call.title) : "";
    const told = stepFacts(deps.tools.get(planned.name));
    const { name, arguments: args } = planned;
    events.publish({ topic: "agent", type: "tool-start", ...at, tool: name, ...told, title, effect, arguments: args });
    if (prepared.kind !== "ready") {
      const finished: Finished = { content: prepared.message, status: "error" };
      return ok({ finished, looping: prepared.kind === "looping", waitedMs: 0 });
    }
    const attempt: Attempt = {
      run,
      reply,
      planned,
      ready: prepared,
      memory,
      output: createPartialOutput(),
      waitedMs: 0,
    };
    const subject = await subjectOf(prepared, contextOf(attempt, null));
    if (typeof subject === "string") {
      const finished: Finished = { content: subject, status: "error" };
      return ok({ finished, looping: false, waitedMs: 0 });
    }
    const decided = await decide(attempt, subject);
    if (!decided.ok) return decided;
    const finished = decided.value ?? (await execute(attempt, subject));
    memory.repeats.done(prepared.tool.name, prepared.call.arguments, resultOf(finished));
    return ok({ finished, looping: false, waitedMs: attempt.waitedMs });
  }

  async function writeResult(
    run: RunContext,
    planned: PlannedCall,
    finished: Finished,
    durationMs: number,
  ): Promise<Result<unknown, ContractError>> {
    const content = deps.keys.redact(finished.content);
    const isBounded = deps.tools.get(planned.name)?.isBounded === true && finished.status === "ok";
    const maxChars = run.limits.resultChars;
    const isPartial = finished.result?.isPartial === true;
    const limited: LimitedResult = isBounded ? { content } : await deps.tools.limit({ content, maxChars, isPartial });
    const details: ToolDetails = {
      ...deps.keys.redactAll(finished.result?.details),
      status: finished.status,
      durationMs,
      ...(limited.resultFile === undefined ? {} : { resultFile: limited.resultFile }),
    };
    const media = finished.result?.kind === "done" ? (finished.result.media ?? []) : [];
    const output = { callId: planned.id, name: planned.name, content: limited.content, details, media };
    return journal.append(run.session, (head) => [records.tool(head, run.runId, output)], run.runId);
  }

  async function runOne(
    run: RunContext,
    reply: CallsOfReply,
    planned: PlannedCall,
    memory: CallMemory,
  ): Promise<Result<CallsEnd, ContractError>> {
    const started = host.monotonic();
    const outcome = await finish(run, reply, planned, memory);
    if (!outcome.ok) return outcome;
    const { finished, looping, waitedMs } = outcome.value;
    const durationMs = Math.round(host.monotonic() - started - waitedMs);
    const written = await writeResult(run, planned, finished, durationMs);
    if (!written.ok) return written;
    const at = { sessionKey: run.session.key, runId: run.runId, callId: planned.id, tool: planned.name };
    events.publish({ topic: "agent", type: "tool-end", ...at, status: finished.status, durationMs });
    return ok(looping ? { kind: "looping", tool: planned.name } : { kind: "done" });
  }

  return {
    async run(run, reply, memory) {
      for (const batch of batchCalls(reply.calls, deps.tools)) {
        if (run.signal.aborted) return ok({ kind: "aborted" });
        const ends = await Promise.all(batch.map((planned) => runOne(run, reply, planned, memory)));
        const failed = ends.find((end) => !end.ok);
        if (failed !== undefined) return failed;
        const looping = ends.find((end) => end.ok && end.value.kind === "looping");
        if (looping !== undefined) return looping;
      }
      return ok({ kind: run.signal.aborted ? "aborted" : "done" });
    },
  };
}

function afterDecision({ decision, note }: Decided): Finished | null {
  if (decision === "allow-once") return null;
  const words = note?.trim() ?? "";
  const said = words === "" ? "" : ` They said: ${words}${/[.!?…。！？]$/.test(words) ? "" : "."}`;
  return { content: `The user denied this call.${said} Do not try the same in another way.`, status: "denied" };
}

/** What the tool itself answered, without what was added for the model. */
function resultOf({ content, result }: Finished): string {
  if (result === undefined) return content;
  return result.kind === "done" ? result.content : result.message;
}

function targetOf(subject: Subject): string {
  if (subject.kind === "path") return subject.path;
  if (subject.kind === "service") return subject.where;
  return subject.kind === "command" ? subject.folder : "";
}

/** A text says why it cannot be told. */
async function subjectOf(ready: ReadyCall, context: ToolContext): Promise<Subject | string> {
  try {
    return await ready.call.subject(context);
  } catch (cause) {
    context.log("error", "a tool could not say what it touches", { tool: ready.tool.name, reason: String(cause) });
    return `The call could not be prepared: ${String(cause)}`;
  }
}
