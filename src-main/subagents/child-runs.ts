import { contractError } from "../../src-preload/contract/errors.ts";
import { parseSessionKey, type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import { interruptedCode, type SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { isPrivateKey, privatePrefix } from "../../src-preload/contract/session-key.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Begun, RunFacts, RunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { AllowedTools } from "../agent/tools-of-chat.ts";
import type { Host } from "../host.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import { type ChildEnd, completedSteps } from "./child-end.ts";

/** What a sub-agent is to do, and as what. */
export interface ChildTask {
  readonly key: SessionKey;
  readonly label: string;
  /** Its one message. */
  readonly task: string;
  readonly settings: SessionSettings;
  readonly allowedTools?: AllowedTools;
  /** What becomes of a call that would ask. */
  readonly whenAsked: "wait" | "deny";
  /** Who else wrote what the chat has read that asked for it; null: nobody. */
  readonly stranger: string | null;
}

/** Runs of sub-agents, each a chat of its own. */
export interface ChildRuns {
  newKey(parent: SessionKey): SessionKey;
  /** To its end, whatever that is. `signal` stops it. */
  run(task: ChildTask, signal: AbortSignal): Promise<ChildEnd>;
  /** What an earlier process left: it is closed where it was on, and does not go on. */
  closeLeft(key: SessionKey): Promise<ChildEnd>;
  /** Perch is being closed, and it goes on waiting for the person on the disk: its end is that it was interrupted. */
  leave(key: SessionKey): void;
}

interface ChildRunParts {
  readonly host: Pick<Host, "createId" | "now">;
  readonly loop: Pick<AgentLoop, "begin" | "use">;
  readonly follower: Pick<RunFollower, "follow" | "leave">;
  readonly editor: Pick<SessionEditor, "rename" | "update">;
  /** Perch is being closed: nothing begins any more. */
  readonly isClosing: () => boolean;
}

type Outcome = Pick<ChildEnd, "outcome" | "reason" | "said" | "tokens">;

export function createChildRuns({ host, loop, follower, editor, isClosing }: ChildRunParts): ChildRuns {
  function begin(task: ChildTask, signal: AbortSignal): AsyncResult<Begun> {
    const { key, label, settings, stranger, whenAsked, allowedTools } = task;
    const tools = allowedTools === undefined ? {} : { allowedTools };
    return loop.begin(key, async (runner) => {
      const set = await editor.update(runner.session, settings);
      const named = set.ok ? await editor.rename(runner.session, label) : set;
      if (!named.ok) return named;
      if (signal.aborted || isClosing()) return fail(contractError("cancelled", text("subagent.stopped")));
      return runner.receive({
        ...parseSessionKey(key),
        sessionKey: key,
        senderId: "subagent",
        content: task.task,
        media: [],
        ...(stranger === null ? {} : { untrusted: stranger }),
        metadata: { whenBusy: "queue", whenAsked, place: "subagent", ...tools },
        timestamp: host.now(),
      });
    });
  }

  async function halt(key: SessionKey): Promise<void> {
    await loop.use(key, (runner) => runner.halt());
  }

  /** What its chat tells of it beside its end. */
  async function withFacts(key: SessionKey, outcome: Outcome): Promise<ChildEnd> {
    const found = await loop.use(key, async ({ session }) => ok(factsOf(session)));
    return { ...outcome, ...(found.ok ? found.value : { steps: [], stranger: null }) };
  }

  return {
    newKey(parent) {
      const id = host.createId().toLowerCase();
      return sessionKeyOf("subagent", isPrivateKey(parent) ? `${privatePrefix}${id}` : id);
    },
    async run(task, signal) {
      const { key } = task;
      const stop = (): void => void halt(key);
      const came = await follower.follow(key, async () => {
        const begun = await begin(task, signal);
        signal.addEventListener("abort", stop, { once: true });
        if (begun.ok && signal.aborted) stop();
        return begun;
      });
      signal.removeEventListener("abort", stop);
      if (came.kind === "ended") return withFacts(key, outcomeOf(came.facts));
      if (came.kind === "left") return noRun("interrupted", text("subagent.interrupted"));
      if (signal.aborted) return noRun("stopped", text("subagent.stopped"));
      if (isClosing()) return noRun("interrupted", text("subagent.interrupted"));
      return noRun("failed", came.kind === "refused" ? came.error.message : came.text);
    },
    async closeLeft(key) {
      const left = await loop.use(key, async (runner) => {
        if (!runner.waits) return ok(leftBy(runner.session));
        const halted = await runner.halt();
        return halted.ok ? ok(cutOff) : halted;
      });
      return left.ok ? withFacts(key, left.value) : noRun("interrupted", text("subagent.interrupted"));
    },
    leave: follower.leave,
  };
}

function factsOf({ context, past }: Session): Pick<ChildEnd, "steps" | "stranger"> {
  const read = context.map(strangerOf).findLast((stranger) => stranger !== null);
  return { steps: completedSteps(context), stranger: read ?? past.earlier.stranger };
}

const cutOff: Outcome = { outcome: "interrupted", reason: text("subagent.interrupted"), said: "", tokens: 0 };

function outcomeOf({ reason, text: said, tokens, error }: Omit<RunFacts, "cost">): Outcome {
  if (error?.code === interruptedCode) return { ...cutOff, tokens };
  const facts = { said, tokens };
  if (reason === "answer") return { ...facts, outcome: "done", reason: "" };
  if (reason === "stopped") return { ...facts, outcome: "stopped", reason: text("subagent.stopped") };
  return { ...facts, outcome: "failed", reason: error?.message ?? said };
}

/** The agent has closed what was open of it by now. */
function leftBy({ lastRun, context }: Session): Outcome {
  if (lastRun.kind !== "ended") return cutOff;
  const said = context.findLast(({ role }) => role === "assistant")?.content ?? "";
  const { reason, error } = lastRun;
  return outcomeOf({ reason, text: said, tokens: 0, error });
}

function noRun(outcome: ChildEnd["outcome"], reason: string): ChildEnd {
  return { outcome, reason, said: "", tokens: 0, steps: [], stranger: null };
}
