import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { MessageError, RunEndReason, Usage } from "../../src-preload/contract/records.ts";
import { type AsyncResult, assertNever } from "../../src-preload/contract/result.ts";
import type { BudgetState } from "../../src-preload/contract/usage.ts";
import { text } from "../words.ts";
import type { Ask, Asked, Reply } from "./ask/asked.ts";
import { Spent } from "./ask/spending.ts";
import { type Assessment, assess } from "./assess.ts";
import { isUnproven } from "./claim-check.ts";
import { closeOpenCalls } from "./close-calls.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { CallMemory, CallsOfReply } from "./planned-call.ts";
import type { RecordMint } from "./records.ts";
import { createRefusalGuard } from "./refusal-guard.ts";
import { createRepeatGuard } from "./repeat-guard.ts";
import type { CallsEnd, ToolCalls } from "./tool-calls.ts";

const maxContinuations = 3;
const maxSteerCycles = 5;
/** How often an answer that went silent is gone on with. */
const maxStalls = 2;

export interface TurnEnd {
  readonly reason: RunEndReason;
  /** The final answer, or the sentence that says why there is none. */
  readonly text: string;
  readonly usage: Usage | null;
  readonly finishReason?: string;
  readonly error?: MessageError;
}

/** Messages that came for this turn while it runs. */
export interface Steering {
  readonly waiting: boolean;
  /** Writes them into the transcript; at most three at a time. */
  inject(run: RunContext): AsyncResult<void>;
}

export interface TurnParts {
  readonly deps: Pick<AgentDependencies, "events" | "ids" | "journal" | "meter" | "tools">;
  readonly records: RecordMint;
  readonly ask: Ask;
  readonly toolCalls: ToolCalls;
  readonly steering: Steering;
}

type Ending = Omit<TurnEnd, "usage">;
/** What comes next inside the turn. */
type Step =
  | { readonly kind: "again"; readonly nudge?: string; readonly withTools?: boolean }
  | { readonly kind: "end"; readonly ending: Ending };

/**
 * One turn: model calls and tool calls in turn until there is an answer, or a reason why there is none. `suspended`
 * holds calls of an earlier process that were decided meanwhile: they come first.
 */
export async function runTurn(parts: TurnParts, run: RunContext, suspended: CallsOfReply | null): Promise<TurnEnd> {
  return new Turn(parts, run).run(suspended);
}

class Turn {
  readonly #parts: TurnParts;
  readonly #run: RunContext;
  readonly #memory: CallMemory;
  readonly #spent = new Spent();
  #blanks = 0;
  #continuations = 0;
  #steerCycles = 0;
  #stalls = 0;
  /** The model was asked about a deed that it claims. */
  #askedOfClaim = false;
  /** Parts of an answer that was cut by length. */
  #written: string[] = [];

  constructor(parts: TurnParts, run: RunContext) {
    this.#parts = parts;
    this.#run = run;
    const repeats = createRepeatGuard(run.limits.sameCalls ?? undefined);
    this.#memory = { repeats, refusals: createRefusalGuard() };
  }

  async run(suspended: CallsOfReply | null): Promise<TurnEnd> {
    const ending = await this.#loop(suspended);
    const closed = await closeOpenCalls(this.#parts.deps, this.#parts.records, this.#run, stoppedResult);
    const isLate = ending.reason === "stopped" && this.#run.clock.isOver;
    const end = closed.ok ? (isLate ? await this.#timeEnding() : ending) : storageEnding(closed.error);
    return { ...end, usage: this.#spent.usage };
  }

  /** The turn took longer than it may. */
  async #timeEnding(): Promise<Ending> {
    const minutes = Math.round(this.#run.limits.durationMs / 60_000);
    const message = text("run.maxTime", { minutes });
    const error = { code: "max_time", message };
    const said = await this.#say(message, error);
    return said.ok ? { reason: "max_time", text: message, error } : storageEnding(said.error);
  }

  async #loop(suspended: CallsOfReply | null): Promise<Ending> {
    let step: Step = suspended === null ? { kind: "again" } : await this.#callTools(suspended);
    const limit = this.#run.limits.iterations;
    for (let iteration = 1; step.kind === "again"; iteration += 1) {
      if (this.#run.signal.aborted) return stopped(this.#written);
      if (iteration > limit) return this.#closing(closingNudge(limit), this.#limitEnding(limit));
      const { tokens } = this.#run.limits;
      if (tokens !== null && this.#spent.next > tokens) return this.#tokenEnding(tokens);
      const { runId, session } = this.#run;
      this.#parts.deps.events.publish({
        topic: "agent",
        type: "iteration-start",
        sessionKey: session.key,
        runId,
        iteration,
      });
      const { nudge, withTools = true } = step;
      const asked = await this.#parts.ask(this.#run, {
        spent: this.#spent,
        withTools,
        continues: this.#written.join(""),
        ...(nudge === undefined ? {} : { nudge }),
        marksClaims: this.#askedOfClaim,
      });
      step =
        asked.kind === "replied" ? await this.#after(asked) : { kind: "end", ending: await this.#unanswered(asked) };
    }
    return step.ending;
  }

  async #after(reply: Reply): Promise<Step> {
    if (this.#run.signal.aborted)
      return { kind: "end", ending: stopped([...this.#written, reply.message?.content ?? ""]) };
    const assessment = assess(reply);
    switch (assessment.kind) {
      case "calls":
        this.#blanks = 0;
        this.#written = [];
        // What was cut is over: the work goes on.
        this.#continuations = 0;
        this.#stalls = 0;
        return this.#callTools(assessment.reply);
      case "answer":
        return this.#answer(assessment.text, reply);
      case "cut":
        return this.#continue(assessment);
      case "blank":
        return this.#blank();
      case "failed":
        return this.#failed(assessment);
      default:
        return assertNever(assessment);
    }
  }

  async #callTools(reply: CallsOfReply): Promise<Step> {
    const ran = await this.#parts.toolCalls.run(this.#run, reply, this.#memory);
    if (!ran.ok) return { kind: "end", ending: storageEnding(ran.error) };
    return this.#afterCalls(ran.value);
  }

  async #afterCalls(end: CallsEnd): Promise<Step> {
    if (end.kind === "aborted") return { kind: "end", ending: stopped([]) };
    if (end.kind === "asked" && !this.#parts.steering.waiting) {
      return { kind: "end", ending: await this.#asked(end.text) };
    }
    if (end.kind === "looping") {
      const message = text("run.looping", { tool: end.tool });
      const error = { code: "repeated-call", message };
      return { kind: "end", ending: await this.#closing(loopNudge, { reason: "error", text: message, error }) };
    }
    return this.#steered();
  }

  /** The question is the last word of the turn, for every client and for the model; what stood behind it is not done. */
  async #asked(question: string): Promise<Ending> {
    const closed = await closeOpenCalls(this.#parts.deps, this.#parts.records, this.#run, notRunResult);
    const said = closed.ok ? await this.#say(question) : closed;
    return said.ok ? { reason: "answer", text: question } : storageEnding(said.error);
  }

  /** Takes in what the user said meanwhile; within the limit of cycles. */
  async #steered(): Promise<Step> {
    if (!this.#parts.steering.waiting || this.#steerCycles >= maxSteerCycles) return { kind: "again" };
    this.#steerCycles += 1;
    const injected = await this.#parts.steering.inject(this.#run);
    return injected.ok ? { kind: "again" } : { kind: "end", ending: storageEnding(injected.error) };
  }

  async #answer(answer: string, reply: Reply): Promise<Step> {
    if (this.#parts.steering.waiting && this.#steerCycles < maxSteerCycles) {
      this.#written = [];
      return this.#steered();
    }
    const whole = [...this.#written, answer].join("");
    if (!this.#askedOfClaim && isUnproven(this.#parts.deps, this.#run, whole)) return this.#askOfClaim();
    return { kind: "end", ending: { reason: "answer", text: whole, finishReason: reply.outcome.finishReason } };
  }

  /** Once a turn; the chat says that it was asked. */
  async #askOfClaim(): Promise<Step> {
    this.#askedOfClaim = true;
    this.#written = [];
    const { deps, records } = this.#parts;
    const { session, runId } = this.#run;
    const asked = await deps.journal.append(session, (head) => [records.notice(head, text("run.askedOfClaim"))], runId);
    return asked.ok ? { kind: "again", nudge: claimNudge } : { kind: "end", ending: storageEnding(asked.error) };
  }

  #continue(cut: Extract<Assessment, { kind: "cut" }>): Step {
    if (cut.text !== "") this.#written.push(cut.text);
    if (this.#continuations >= maxContinuations) {
      const error = { code: "max_tokens", message: text("run.maxTokens") };
      const words = this.#written.join("") || error.message;
      return { kind: "end", ending: { reason: "max_tokens", text: words, finishReason: "length", error } };
    }
    this.#continuations += 1;
    return { kind: "again", nudge: cut.hadCalls ? cutCallNudge : continueNudge };
  }

  async #blank(): Promise<Step> {
    if (this.#parts.steering.waiting && this.#steerCycles < maxSteerCycles) return this.#steered();
    this.#blanks += 1;
    if (this.#blanks === 1) return { kind: "again" };
    if (this.#blanks === 2) return { kind: "again", nudge: blankNudge, withTools: false };
    const message = text("run.blank");
    const said = await this.#say(message);
    if (!said.ok) return { kind: "end", ending: storageEnding(said.error) };
    return { kind: "end", ending: { reason: "error", text: message, error: { code: "empty", message } } };
  }

  async #unanswered(asked: Exclude<Asked, Reply>): Promise<Ending> {
    return asked.kind === "not-stored" ? storageEnding(asked.error) : this.#budgetEnding(asked.budget);
  }

  /** A limit is used up: one clear message, and what the window needs to offer a way on. */
  #budgetEnding(budget: BudgetState): Promise<Ending> {
    const message = this.#parts.deps.meter.stop(budget);
    return this.#overBudget({ code: "budget", message, scope: budget.scope, unit: budget.unit });
  }

  /** The limit of a run that nobody watches. */
  #tokenEnding(limit: number): Promise<Ending> {
    return this.#overBudget({ code: "budget", message: text("run.tokenLimit", { limit }) });
  }

  async #overBudget(error: MessageError): Promise<Ending> {
    const closed = await closeOpenCalls(this.#parts.deps, this.#parts.records, this.#run, notRunResult);
    if (!closed.ok) return storageEnding(closed.error);
    const { message } = error;
    const said = await this.#say(message, error);
    return said.ok ? { reason: "budget", text: message, error } : storageEnding(said.error);
  }

  async #failed(failure: Extract<Assessment, { kind: "failed" }>): Promise<Step> {
    if (this.#parts.steering.waiting && this.#steerCycles < maxSteerCycles) return this.#steered();
    if (failure.error.code === "timeout" && failure.text !== "" && this.#stalls < maxStalls) {
      // What was shown stays: the rest comes as a segment of its own.
      this.#stalls += 1;
      this.#written.push(failure.text);
      return { kind: "again", nudge: stallNudge };
    }
    const { error } = failure;
    if (failure.text === "") {
      const said = await this.#say("", error);
      if (!said.ok) return { kind: "end", ending: storageEnding(said.error) };
    }
    const words = [...this.#written, failure.text].join("");
    return {
      kind: "end",
      ending: { reason: "error", text: words === "" ? error.message : words, error, finishReason: "error" },
    };
  }

  /** One last call without tools that says what is done and what is not. */
  async #closing(nudge: string, otherwise: Ending): Promise<Ending> {
    const closed = await closeOpenCalls(this.#parts.deps, this.#parts.records, this.#run, notRunResult);
    if (!closed.ok) return storageEnding(closed.error);
    const asked = await this.#parts.ask(this.#run, { spent: this.#spent, withTools: false, nudge });
    if (asked.kind !== "replied") return this.#unanswered(asked);
    if (this.#run.signal.aborted) return stopped([asked.message?.content ?? ""]);
    const assessment = assess(asked);
    if (assessment.kind === "answer" || (assessment.kind === "cut" && assessment.text !== "")) {
      return { ...otherwise, text: assessment.text };
    }
    const said = await this.#say(otherwise.text);
    return said.ok ? otherwise : storageEnding(said.error);
  }

  /** Perch's own words where the model had none: kept as the answer, so that the chat does not end in silence. */
  async #say(words: string, error?: MessageError): AsyncResult<unknown> {
    const { deps, records } = this.#parts;
    const { session, runId, model } = this.#run;
    const reply = { model: model.id, content: words, withCalls: false, ...(error === undefined ? {} : { error }) };
    return deps.journal.append(session, (head) => [records.assistant(deps.ids.message(), head, runId, reply)], runId);
  }

  #limitEnding(limit: number): Ending {
    return { reason: "max_iterations", text: text("run.maxIterations", { limit }) };
  }
}

function stopped(written: readonly string[]): Ending {
  const words = written.join("");
  return { reason: "stopped", text: words === "" ? text("run.stopped") : words };
}

function storageEnding(error: ContractError): Ending {
  return { reason: "error", text: error.message, error: { code: error.code, message: error.message } };
}

const stoppedResult = "Interrupted: the run ended before this call was done.";
const notRunResult = "Not run: the run reached its limit.";
const continueNudge =
  "Your reply was cut off by the length limit. Go on exactly where it stopped, without repeating anything.";
const claimNudge =
  "No file was written, changed or deleted and no command was run in this turn. If you meant to, do it now; otherwise say so.";
const stallNudge =
  "Your reply broke off because the connection went silent. Go on exactly where it stopped, without repeating anything.";
const cutCallNudge =
  "Your tool call was cut off by the length limit and was not run. Make it smaller, for example by writing the file in parts.";
const blankNudge = "Your last reply was empty. Answer the user now, in words.";
const loopNudge =
  "You made the same call with the same arguments too often and may not call tools any more. Tell the user what is done, what is not, and why.";

function closingNudge(limit: number): string {
  return `You have used all ${limit} iterations of this turn and may not call tools any more. Tell the user what is done and what is not.`;
}
