import {
  type MessageId,
  messageIdSchema,
  parseSessionKey,
  type RunId,
  type SessionKey,
  sessionKeyOf,
} from "../../src-preload/contract/ids.ts";
import type { SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, assertNever, ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Begun, RunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import type { SessionRunner } from "../agent/session-runner.ts";
import type { InboundReceipt, MessageBus } from "../bus/message-bus.ts";
import type { Host } from "../host.ts";
import { text } from "../words.ts";
import { type BeatEnd, busyEnd, endOf, failedEnd, interruptedEnd, leftOf } from "./beat-ends.ts";

/** The one chat of the beats. */
export const beatChat: SessionKey = sessionKeyOf("heartbeat", "main");

export interface BeatCall {
  /** The id of its message. */
  readonly beat: string;
  readonly message: string;
  /** Null: the one of new chats. */
  readonly model: string | null;
  readonly limits: { readonly iterations: number; readonly tokens: number };
}

/** What a run has used, by the ledger. */
type SpentBy = (runId: RunId) => Promise<Pick<BeatEnd, "cost" | "tokens"> | null>;

/** The runs of beats, all in one chat. Null as an end: Perch is closed while it works, and its next start closes it. */
export interface BeatRuns {
  run(call: BeatCall): Promise<BeatEnd | null>;
  /** What an earlier process began: it is waited for where it waits for the person, else closed. */
  takeUp(beat: string): Promise<BeatEnd | null>;
  /** Something goes on in the chat. */
  isBusy(): Promise<boolean>;
  /** A call in it waits for the person. */
  isWaiting(): Promise<boolean>;
  /** False where nothing could be stopped. */
  stop(): Promise<boolean>;
}

interface BeatRunParts {
  readonly host: Pick<Host, "now">;
  readonly loop: Pick<AgentLoop, "begin" | "use">;
  readonly bus: Pick<MessageBus, "publishInbound">;
  readonly editor: Pick<SessionEditor, "rename" | "update">;
  readonly follower: Pick<RunFollower, "follow">;
  readonly spent: SpentBy;
}

export function createBeatRuns(parts: BeatRunParts): BeatRuns {
  const { loop } = parts;
  return {
    run: (call) => runBeat(call, parts),
    takeUp: (beat) => takeUp(beat, parts),
    async isBusy() {
      const busy = await loop.use(beatChat, async (runner) => ok(runner.isBusy || runner.waits));
      return busy.ok && busy.value;
    },
    async isWaiting() {
      const waits = await loop.use(beatChat, async (runner) => ok(runner.waits));
      return waits.ok && waits.value;
    },
    async stop() {
      const stopped = await loop.use(beatChat, (runner) => runner.halt());
      return stopped.ok && stopped.value;
    },
  };
}

async function runBeat(call: BeatCall, parts: BeatRunParts): Promise<BeatEnd | null> {
  const id = messageIdSchema.parse(call.beat);
  let runId: RunId | null = null;
  let isQueued = false;
  const begin = async (): AsyncResult<Begun> => {
    const begun = await send(call, id, parts);
    if (!begun.ok || begun.value.kind === "answered") return begun;
    if (begun.value.kind === "started") {
      runId = begun.value.runId;
      return begun;
    }
    // Somebody wrote into the chat at this very moment: theirs goes on alone.
    isQueued = true;
    await parts.loop.use(beatChat, (runner) => runner.withdraw(id));
    return ok({ kind: "answered", messageId: id, text: "" });
  };
  const end = await followed(begin, () => runId, parts);
  return isQueued ? busyEnd : end;
}

async function send(call: BeatCall, id: MessageId, { host, loop, bus, editor }: BeatRunParts): Promise<InboundReceipt> {
  const prepared = await loop.begin(beatChat, (runner) => prepare(runner, call, editor));
  if (!prepared.ok) return prepared;
  return bus.publishInbound({
    ...parseSessionKey(beatChat),
    id,
    sessionKey: beatChat,
    senderId: "heartbeat",
    content: call.message,
    media: [],
    metadata: { whenBusy: "queue", whenAsked: "wait", place: "automation" },
    timestamp: host.now(),
  });
}

/** What the chat is called, and what this beat may take: as its settings, they hold after a restart too. */
async function prepare(
  { session }: SessionRunner,
  { model, limits }: BeatCall,
  editor: BeatRunParts["editor"],
): AsyncResult<void> {
  if (session.head === null) {
    const named = await editor.rename(session, text("heartbeat.name"));
    if (!named.ok) return named;
  }
  const wanted: SessionSettings = {
    model,
    limits: { maxIterations: limits.iterations, maxTokens: limits.tokens, maxDurationSeconds: null },
  };
  const { settings } = session;
  const isSet = (settings.model ?? null) === model && JSON.stringify(settings.limits) === JSON.stringify(wanted.limits);
  return isSet ? ok(undefined) : editor.update(session, wanted);
}

async function takeUp(beat: string, parts: BeatRunParts): Promise<BeatEnd | null> {
  const found = await parts.loop.use(beatChat, async (runner) => ok(leftOf(runner, beat)));
  if (!found.ok || found.value.kind === "unsent") return interruptedEnd;
  const { runId } = found.value;
  if (found.value.kind === "waits") {
    const messageId = messageIdSchema.parse(beat);
    return followed(
      async () => ok({ kind: "queued", messageId }),
      () => runId,
      parts,
    );
  }
  const { facts } = found.value;
  const end = facts === null ? interruptedEnd : (endOf(facts, 0) ?? interruptedEnd);
  return withSpent(end, runId, parts.spent);
}

/** The end of the run that `begin` sets going. */
async function followed(
  begin: () => AsyncResult<Begun>,
  runId: () => RunId | null,
  { follower, spent }: BeatRunParts,
): Promise<BeatEnd | null> {
  const came = await follower.follow(beatChat, begin);
  switch (came.kind) {
    case "refused":
      return failedEnd(came.error);
    case "answered":
      return failedEnd({ message: came.text });
    case "left":
      return null;
    case "ended": {
      const end = endOf(came.facts, came.durationMs);
      return end === null ? null : withSpent(end, runId(), spent);
    }
    default:
      return assertNever(came);
  }
}

/** With what it used by the ledger; by its own count where that knows less. */
async function withSpent(end: Omit<BeatEnd, "cost">, runId: RunId | null, spent: SpentBy): Promise<BeatEnd> {
  const told = runId === null ? null : await spent(runId);
  const tokens = Math.max(end.tokens, told?.tokens ?? 0);
  // A ledger without a call of it knows no price either.
  const isPriced = told !== null && (told.tokens > 0 || tokens === 0);
  return { ...end, tokens, cost: isPriced ? told.cost : null };
}
