import type { ToolDetails } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { StepAmount } from "../../src-preload/contract/run-view.ts";
import type { PathSubject, Subject } from "../policy/subject.ts";
import type { LimitedResult } from "../tools/result-limit.ts";
import type { ToolContext } from "../tools/tool.ts";
import { createCallPermission } from "./call-permission.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import { cutOff, type Finished, interrupted } from "./finished-call.ts";
import { createPartialOutput, type PartialOutput } from "./partial-output.ts";
import {
  batchCalls,
  type CallMemory,
  type CallsOfReply,
  type PlannedCall,
  prepareCall,
  type ReadyCall,
} from "./planned-call.ts";
import type { RecordMint } from "./records.ts";
import { stepFacts } from "./step-facts.ts";
import { createToolContext } from "./tool-context.ts";
import type { TurnTools } from "./turn-tools.ts";

export type CallsEnd =
  | { readonly kind: "done" }
  | { readonly kind: "aborted" }
  /** The person is asked something: the turn ends with these words. */
  | { readonly kind: "asked"; readonly text: string }
  /** The same call for the fifth time: the run ends. */
  | { readonly kind: "looping"; readonly tool: string };

/** What is told of a call that goes on. */
interface Told {
  readonly text: string;
  readonly amount: StepAmount | undefined;
}

/** One call on its way. */
interface Attempt {
  readonly run: RunContext;
  readonly planned: PlannedCall;
  readonly ready: ReadyCall;
  readonly memory: CallMemory;
  readonly output: PartialOutput;
}

/** Milliseconds; what a person took to decide is not the tool's own time. */
interface CallTime {
  readonly durationMs: number;
  readonly waitedMs: number;
}

/** Runs the calls of a reply: asks the policy, waits for decisions, writes each result down as it is there. */
export interface ToolCalls {
  run(run: RunContext, reply: CallsOfReply, memory: CallMemory): AsyncResult<CallsEnd>;
}

export function createToolCalls(
  deps: Pick<
    AgentDependencies,
    | "approvals"
    | "changes"
    | "childEnv"
    | "decisions"
    | "events"
    | "files"
    | "host"
    | "ids"
    | "journal"
    | "keys"
    | "loginPath"
    | "models"
    | "policy"
    | "rules"
    | "running"
    | "sandbox"
    | "tools"
  >,
  records: RecordMint,
  turnTools: Pick<TurnTools, "find">,
): ToolCalls {
  const { events, host, journal } = deps;
  const findTools = (wanted: string) => turnTools.find(wanted);
  const permission = createCallPermission(deps, (run, callId) => plainContext(run, callId));

  async function execute(attempt: Attempt, subject: Subject): Promise<Finished> {
    const { run, memory } = attempt;
    const { tool, call, warning } = attempt.ready;
    const result = await deps.tools.run(tool, call, contextOf(attempt, subject));
    // What failed may have told what a stranger wrote as well: a page that is an error, the output of a command.
    const stranger = result.untrusted ?? (await deps.policy.strangerIn(subject, run.roots));
    const untrusted = stranger === null ? {} : { untrusted: stranger };
    if (result.kind === "failed") {
      if (run.signal.aborted) {
        const end = tool.effect === "read" ? interrupted : cutOff;
        return { ...end, content: `${attempt.output.with(result.message)}\n\n${end.content}`, result, ...untrusted };
      }
      const advice = memory.refusals.check(result, targetOf(subject));
      const code = result.details?.code ?? (subject.kind === "service" ? "service" : undefined);
      const why = {
        ...(code === undefined ? {} : { code }),
        ...(subject.kind === "service" ? { server: subject.server } : {}),
      };
      return { content: result.message + advice + warning, status: "error", ...why, result, ...untrusted };
    }
    memory.repeats.changed(tool.name, call.arguments, tool.effect);
    return { content: result.content + warning, status: "ok", result, ...untrusted };
  }

  /** For a look at what a call touches: it may write nothing. */
  function plainContext(run: RunContext, callId: string): ToolContext {
    return createToolContext(deps, run, {
      callId,
      checkWrite: (path) => {
        throw new Error(`${path} is not to be written while a call is looked at`);
      },
      progress: (text, amount) => tellProgress(run, callId, { text, amount }),
      findTools,
      decided: null,
    });
  }

  function tellProgress({ session, runId }: RunContext, callId: string, { text, amount }: Told): void {
    const at = { sessionKey: session.key, runId, callId };
    const far = amount === undefined ? {} : { amount };
    events.publish({ topic: "agent", type: "tool-progress", ...at, text: deps.keys.redact(text), ...far });
  }

  /** The write that happens must be the one that was decided on: a link put in its way meanwhile changes the path. */
  function contextOf({ run, planned, output }: Attempt, subject: Subject): ToolContext {
    return createToolContext(deps, run, {
      callId: planned.id,
      checkWrite(path) {
        const isDecided = subject.kind === "path" && subject.admitted && isTouched(subject, path, host.platform);
        if (!isDecided) throw new Error(`${path} is not the file that this call was allowed for; nothing was written`);
      },
      progress(text, amount) {
        output.add(text);
        tellProgress(run, planned.id, { text, amount });
      },
      findTools,
      decided: subject,
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
      const code = prepared.kind === "failed" ? prepared.code : "repeated";
      const finished: Finished = { content: prepared.message, status: "error", code };
      return ok({ finished, looping: prepared.kind === "looping", waitedMs: 0 });
    }
    const attempt: Attempt = { run, planned, ready: prepared, memory, output: createPartialOutput() };
    const subject = await subjectOf(prepared, plainContext(run, planned.id));
    if (typeof subject === "string") {
      const finished: Finished = { content: subject, status: "error" };
      return ok({ finished, looping: false, waitedMs: 0 });
    }
    const decided = await permission.decide({ run, reply, planned, ready: prepared, subject });
    if (!decided.ok) return decided;
    const { refused, waitedMs } = decided.value;
    const finished = refused ?? (await execute(attempt, subject));
    memory.repeats.done(prepared.tool.name, prepared.call.arguments, resultOf(finished));
    return ok({ finished, looping: false, waitedMs });
  }

  async function writeResult(
    run: RunContext,
    planned: PlannedCall,
    finished: Finished,
    { durationMs, waitedMs }: CallTime,
  ): AsyncResult<unknown> {
    const content = deps.keys.redact(finished.content);
    const isBounded = deps.tools.get(planned.name)?.isBounded === true && finished.status === "ok";
    const maxChars = run.limits.resultChars;
    const isPartial = finished.result?.isPartial === true;
    const limited: LimitedResult = isBounded
      ? { content }
      : await deps.tools.limit({ content, maxChars, isPartial }, run.session.key);
    const runNews = await deps.changes.news(run.session.key, run.runId);
    const details: ToolDetails = {
      ...deps.keys.redactAll({ ...finished.result?.details, ...(runNews === null ? {} : { runNews }) }),
      status: finished.status,
      ...(finished.code === undefined ? {} : { code: finished.code }),
      ...(finished.server === undefined ? {} : { server: finished.server }),
      ...(finished.note === undefined ? {} : { note: deps.keys.redact(finished.note) }),
      durationMs,
      ...(waitedMs < 1 ? {} : { waitedMs: Math.round(waitedMs) }),
      ...(limited.resultFile === undefined ? {} : { resultFile: limited.resultFile }),
      ...(finished.untrusted === undefined ? {} : { untrusted: deps.keys.redact(finished.untrusted) }),
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
  ): AsyncResult<CallsEnd> {
    const started = host.monotonic();
    const outcome = await finish(run, reply, planned, memory);
    if (!outcome.ok) return outcome;
    const { finished, looping, waitedMs } = outcome.value;
    const durationMs = Math.round(host.monotonic() - started - waitedMs);
    const written = await writeResult(run, planned, finished, { durationMs, waitedMs });
    if (!written.ok) return written;
    const at = { sessionKey: run.session.key, runId: run.runId, callId: planned.id, tool: planned.name };
    events.publish({ topic: "agent", type: "tool-end", ...at, status: finished.status, durationMs });
    if (looping) return ok({ kind: "looping", tool: planned.name });
    const asks = finished.result?.kind === "done" ? finished.result.endsTurn : undefined;
    return ok(asks === undefined ? { kind: "done" } : { kind: "asked", text: asks.text });
  }

  return {
    async run(run, reply, memory) {
      for (const batch of batchCalls(reply.calls, deps.tools)) {
        if (run.signal.aborted) return ok({ kind: "aborted" });
        const ends = await Promise.all(batch.map((planned) => runOne(run, reply, planned, memory)));
        const failed = ends.find((end) => !end.ok);
        if (failed !== undefined) return failed;
        const last = ends.find((end) => end.ok && (end.value.kind === "looping" || end.value.kind === "asked"));
        if (last !== undefined) return last;
      }
      return ok({ kind: run.signal.aborted ? "aborted" : "done" });
    },
  };
}

function isTouched({ path, also, isTree }: PathSubject, touched: string, platform: NodeJS.Platform): boolean {
  const separator = platform === "win32" ? "\\" : "/";
  return [path, ...(also === undefined ? [] : [also])].some(
    (decided) => touched === decided || (isTree === true && touched.startsWith(decided + separator)),
  );
}

/** What the tool itself answered, without what was added for the model. */
function resultOf({ content, result }: Finished): string {
  if (result === undefined) return content;
  return result.kind === "done" ? result.content : result.message;
}

function targetOf(subject: Subject): string {
  if (subject.kind === "path") return subject.path;
  if (subject.kind === "service") return subject.where;
  if (subject.kind === "address") return subject.url;
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
