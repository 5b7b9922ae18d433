import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { type Noted, nothingEarlier } from "../../../src-preload/contract/past.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { Session } from "../../sessions/session-store.ts";
import { isTurnStart } from "../../storage/session-file/branch-reader.ts";
import type { AgentLoop } from "../agent-loop.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { inForce } from "../in-force.ts";
import type { SessionRunner } from "../session-runner.ts";
import { chunksOf, lastLeaving } from "./note-chunk.ts";
import { keepNote, type NotingDependencies, noteOf } from "./noting.ts";
import { unnotedOf } from "./unnoted.ts";

/**
 * Why a chat is put into the log: it has as many messages as it may (those that are old leave then), nobody wrote in it for a
 * while, or `/new` began another one.
 */
export type Cause = "window" | "idle" | "reset";

export type ConsolidationDependencies = NotingDependencies &
  Pick<AgentDependencies, "settings"> & {
    readonly loop: Pick<AgentLoop, "use">;
    /** The model that comes with the app, which has nothing to say about a chat. */
    readonly practiceModelId: string;
  };

/** So little that happened is no entry when nobody wrote for a while: user messages and characters. */
const fewMessages = 2;
const fewChars = 600;
/** Characters of one piece, by the tokens of the model's window. */
const charsPerWindowToken = 1.5;
const pieceChars = { least: 4000, most: 60_000 };
/** Where nothing tells the window. */
const assumedWindow = 32_768;

interface Snapshot {
  readonly messages: readonly Message[];
  readonly noted: Noted | null;
  readonly resetAfter: Session["past"]["resetAfter"];
  readonly modelId: string | null;
}

/** Puts what is new of a chat into the log and the memory, piece by piece, and lets old messages leave its context. */
export async function consolidate(
  deps: ConsolidationDependencies,
  key: SessionKey,
  cause: Cause,
  signal: AbortSignal,
): AsyncResult<void> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  if (!settings.value.memory.consolidation.enabled) return ok(undefined);
  const taken = await deps.loop.use(key, (runner) => snapshotOf(deps, runner, settings.value));
  if (!taken.ok) return taken;
  const isPractice = taken.value.modelId === deps.practiceModelId;
  const noted =
    isWorthIt(taken.value, cause) && !isPractice
      ? await note(deps, { key, settings: settings.value, ...taken.value }, signal)
      : ok(taken.value.noted);
  if (!noted.ok) return noted;
  return cause === "window" && noted.value !== null ? leave(deps, key, noted.value) : ok(undefined);
}

async function snapshotOf(
  { host }: ConsolidationDependencies,
  { session, activeRun }: SessionRunner,
  settings: Settings,
): AsyncResult<Snapshot> {
  const { noted, resetAfter } = session.past;
  const unnoted = await unnotedOf(session);
  if (!unnoted.ok) return unnoted;
  const { model } = inForce(session.settings, settings, host.paths.userHome);
  const modelId = settings.memory.consolidation.model ?? settings.agents.background.model ?? model;
  return ok({
    messages: activeRun === null ? unnoted.value : withoutLastTurn(unnoted.value),
    noted,
    resetAfter,
    modelId,
  });
}

/** What is going on now stays for the next time. */
function withoutLastTurn(messages: readonly Message[]): readonly Message[] {
  return messages.slice(0, Math.max(0, messages.findLastIndex(isTurnStart)));
}

function isWorthIt({ messages, modelId }: Snapshot, cause: Cause): boolean {
  const said = messages.filter(isTurnStart);
  if (modelId === null || said.length === 0) return false;
  const chars = messages.reduce((sum, { content }) => sum + content.length, 0);
  return cause !== "idle" || said.length >= fewMessages || chars > fewChars;
}

type Work = Snapshot & { readonly key: SessionKey; readonly settings: Settings };

async function note(deps: ConsolidationDependencies, work: Work, signal: AbortSignal): AsyncResult<Noted | null> {
  const model = await deps.models.open(work.modelId ?? "");
  if (!model.ok) return model;
  const { contextWindow } = await deps.models.facts(model.value.id);
  const wanted = (contextWindow ?? assumedWindow) * charsPerWindowToken;
  const maxChars = Math.min(pieceChars.most, Math.max(pieceChars.least, wanted));
  let noted = work.noted;
  for (const chunk of chunksOf(work.messages, { maxChars, resetAfter: work.resetAfter })) {
    const earlier = noted ?? nothingEarlier;
    const call = { sessionKey: work.key, settings: work.settings, model: model.value, earlier };
    const said = await noteOf(deps, chunk, call, signal);
    if (!said.ok) return said;
    const kept = await deps.loop.use(work.key, ({ session }) =>
      keepNote(deps, { session, chunk, note: said.value, earlier }),
    );
    if (!kept.ok) return kept;
    noted = kept.value;
  }
  return ok(noted);
}

/** Lets messages leave the context that are in the log, whole turns, never while a run is on. */
function leave(deps: ConsolidationDependencies, key: SessionKey, noted: Noted): AsyncResult<void> {
  return deps.loop.use(key, async (runner) => {
    const { session } = runner;
    if (runner.activeRun !== null || runner.waits) return ok(undefined);
    const visible = session.context.filter(({ hidden }) => hidden !== true);
    const dropped = await droppedOf(runner);
    if (visible.length < session.memoryWindow && dropped === 0) return ok(undefined);
    const half = Math.ceil(session.memoryWindow / 2);
    const kept = dropped === 0 ? half : Math.min(half, visible.length - dropped);
    const upTo = lastLeaving(visible, Math.max(1, kept));
    const isNoted = upTo !== null && isBefore(visible, upTo, noted.upTo);
    if (!isNoted) return ok(undefined);
    const timestamp = new Date(deps.host.now()).toISOString();
    const { summary, stranger } = noted;
    const left = await deps.journal.append(session, () => [
      { _type: "consolidated" as const, timestamp, upTo, summary, stranger },
    ]);
    return left.ok ? ok(undefined) : left;
  });
}

/** Messages that had no room in the last request. */
async function droppedOf(runner: SessionRunner): Promise<number> {
  const report = await runner.report();
  return report.ok ? report.value.droppedMessages : 0;
}

function isBefore(messages: readonly Message[], id: Message["id"], until: Message["id"]): boolean {
  const at = messages.findIndex((message) => message.id === id);
  const end = messages.findIndex((message) => message.id === until);
  // What is noted may have ended with a hidden message, or have left already.
  return at >= 0 && end >= 0 && at <= end;
}

/** Whether a chat has as many messages as it may, or more than have room. */
export async function isWindowFull(runner: SessionRunner): Promise<boolean> {
  const { session } = runner;
  const visible = session.context.filter(({ hidden }) => hidden !== true).length;
  return visible >= session.memoryWindow || (await droppedOf(runner)) > 0;
}
