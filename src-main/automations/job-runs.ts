import type { Job, JobOutcome } from "../../src-preload/contract/automations.ts";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import { parseSessionKey, type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import { interruptedCode, type SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, assertNever, ok } from "../../src-preload/contract/result.ts";
import type { Spent } from "../../src-preload/contract/spent.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Begun, RunFacts, RunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { SessionRunner } from "../agent/session-runner.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { Host } from "../host.ts";
import type { Tool } from "../tools/tool.ts";
import { text } from "../words.ts";

/** How a run of a job ended. */
export interface JobEnd {
  readonly outcome: JobOutcome;
  /** Why it is not done, as a sentence; "" where it is. */
  readonly reason: string;
  /** Its last words. */
  readonly said: string;
  readonly durationMs: number;
  readonly tokens: number;
  /** Dollars; null where a price is not known. */
  readonly cost: number | null;
  /** It failed for something that may be over soon. */
  readonly mayRetry: boolean;
}

/** Runs of jobs, each a chat of its own. Null as an end: Perch is closed while it works, and its next start takes it up. */
export interface JobRuns {
  newKey(job: Job): SessionKey;
  run(job: Job, key: SessionKey): Promise<JobEnd | null>;
  /** Once more in the same chat, after a failure. */
  again(key: SessionKey): Promise<JobEnd | null>;
  /** What an earlier process began: it is gone on with where nothing could be done twice, else closed. */
  takeUp(key: SessionKey): Promise<JobEnd | null>;
  /** A call of it waits for the person. */
  isWaiting(key: SessionKey): Promise<boolean>;
  /** Answers what it took, tries that came to nothing included. */
  stop(key: SessionKey): Promise<Spent>;
}

interface JobRunParts {
  readonly host: Pick<Host, "createId" | "now">;
  readonly loop: AgentLoop;
  readonly bus: Pick<MessageBus, "publishInbound">;
  readonly follower: RunFollower;
  readonly editor: Pick<SessionEditor, "rename" | "update">;
  readonly tool: (name: string) => Pick<Tool, "repeatSafe"> | null;
  /** What the calls of this chat took so far. */
  readonly spentIn: (key: SessionKey) => Promise<Spent>;
}

/** What is told of a run of which nothing was heard. */
export const noEnd = { reason: "", said: "", durationMs: 0, tokens: 0, cost: 0, mayRetry: false } as const;

const underWay = { kind: "started" } as const;

/** Failures that pass by themselves; any other needs the person. */
const passing: ReadonlySet<string> = new Set([
  "rate_limit",
  "overloaded",
  "server",
  "timeout",
  "network",
  "incomplete",
  "empty",
]);

export function createJobRuns({ host, loop, bus, follower, editor, tool, spentIn }: JobRunParts): JobRuns {
  /** The end of the run that `begin` sets going; a failure of that is its end, and so is what Perch itself answered. */
  async function followed(key: SessionKey, begin: () => AsyncResult<Begun>): Promise<JobEnd | null> {
    const came = await follower.follow(key, begin);
    switch (came.kind) {
      case "refused":
        return failedEnd(came.error);
      case "answered":
        return said(came.text);
      case "left":
        return null;
      case "ended":
        return endOf(came.facts, came.durationMs);
    }
  }

  async function send(job: Job, key: SessionKey): AsyncResult<Begun> {
    const begun = await loop.begin(key, async ({ session }) => {
      const set = await editor.update(session, settingsOf(job));
      return set.ok ? editor.rename(session, job.name) : set;
    });
    if (!begun.ok) return begun;
    return bus.publishInbound({
      ...parseSessionKey(key),
      sessionKey: key,
      senderId: "job",
      content: messageOf(job),
      media: [],
      metadata: { whenBusy: "queue", whenAsked: "wait", place: "automation" },
      timestamp: host.now(),
    });
  }

  const rerun = (key: SessionKey): AsyncResult<Begun> =>
    loop.use(key, async (runner) => {
      const begun = await runner.rerun(async () => ok(undefined));
      return begun.ok ? ok(underWay) : begun;
    });

  async function endOfLeft(key: SessionKey, left: Left): Promise<JobEnd | null> {
    switch (left.kind) {
      case "waits":
        return followed(key, async () => ok(underWay));
      case "may-go-on":
        return followed(key, () => rerun(key));
      case "cut-off":
        return cutOffEnd();
      case "ended":
        return endOf(left.facts, 0);
      default:
        return assertNever(left);
    }
  }

  return {
    newKey: (job) => sessionKeyOf("cron", job.id, host.createId().toLowerCase()),
    run: (job, key) => (job.kind === "reminder" ? said(job.prompt) : followed(key, () => send(job, key))),
    again: (key) => followed(key, () => rerun(key)),
    async takeUp(key) {
      const found = await loop.use(key, async (runner) => ok(whatIsLeft(runner, tool)));
      if (!found.ok) return cutOffEnd();
      const end = await endOfLeft(key, found.value);
      // What the process before spent on it was heard of by nobody here.
      return end === null ? null : { ...end, ...(await spentIn(key)) };
    },
    async isWaiting(key) {
      const waits = await loop.use(key, async (runner) => ok(runner.waits));
      return waits.ok && waits.value;
    },
    async stop(key) {
      await loop.use(key, (runner) => runner.halt());
      return spentIn(key);
    },
  };
}

type Left = { readonly kind: "waits" | "may-go-on" | "cut-off" } | { readonly kind: "ended"; readonly facts: RunFacts };

/** What a process that is gone left of a run; the agent has closed its open calls by now. */
function whatIsLeft({ session, waits }: SessionRunner, tool: JobRunParts["tool"]): Left {
  if (waits) return { kind: "waits" };
  const { lastRun } = session;
  if (lastRun.kind !== "ended") return { kind: "cut-off" };
  if (lastRun.error?.code !== interruptedCode) {
    const said = session.context.findLast(({ role }) => role === "assistant")?.content ?? "";
    return { kind: "ended", facts: { reason: lastRun.reason, text: said, tokens: 0, cost: 0, error: lastRun.error } };
  }
  const cut = session.context.filter(
    (message) =>
      message.role === "tool" && message.runId === lastRun.runId && message.details?.status === "interrupted",
  );
  const mayRepeat = cut.every((message) => message.role === "tool" && tool(message.name)?.repeatSafe === true);
  return { kind: mayRepeat ? "may-go-on" : "cut-off" };
}

/** What was said in the chat that it is delivered to goes along as what any message names does. */
function messageOf({ prompt, withHistory, deliverTo }: Job): string {
  return withHistory && deliverTo !== null ? `${prompt}\n\n@chat:${deliverTo}` : prompt;
}

function settingsOf({ model, mode, workFolder, limits, profile }: Job): SessionSettings {
  return {
    limits,
    ...(profile === null ? {} : { profile }),
    ...(model === null ? {} : { model }),
    ...(mode === null ? {} : { mode }),
    ...(workFolder === null ? {} : { workFolder }),
  };
}

function endOf({ reason, text: said, tokens, cost, error }: RunFacts, durationMs: number): JobEnd | null {
  if (error?.code === interruptedCode) return null;
  const facts = { said, durationMs, tokens, cost, mayRetry: false };
  if (reason === "answer") return { ...facts, outcome: "done", reason: "" };
  if (reason === "stopped") return { ...facts, outcome: "stopped", reason: said };
  return { ...facts, outcome: "failed", reason: error?.message ?? said, mayRetry: passing.has(error?.code ?? "") };
}

async function said(words: string): Promise<JobEnd> {
  return { ...noEnd, outcome: "done", said: words };
}

function failedEnd({ message }: ContractError): JobEnd {
  return { ...noEnd, outcome: "failed", reason: message };
}

function cutOffEnd(): JobEnd {
  return { ...noEnd, outcome: "interrupted", reason: text("job.cutOff") };
}
