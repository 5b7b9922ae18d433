import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import {
  interruptedCode,
  type Message,
  type MessageError,
  type RunEndReason,
} from "../../../src-preload/contract/records.ts";
import type { SessionState, SessionSummary } from "../../../src-preload/contract/session.ts";
import type { Log } from "../../host.ts";
import type { FileSystem } from "../file-system.ts";
import type { ReadableHandle } from "../read-tail.ts";
import { readLinesForward } from "../read-tail.ts";
import { NewerFormatError, storageError } from "../storage-error.ts";
import type { DerivedState } from "./derived-state.ts";
import { emptyState, shorten } from "./derived-state.ts";
import { keyOfFileName } from "./file-name.ts";
import { loadSession } from "./load-session.ts";
import { recordsOf } from "./parse-line.ts";
import { plainWords } from "./plain-words.ts";

const maxPreviewChars = 200;
/** Looked through for words: no more than a chat has in memory however it was read, so that the row is the same each time. */
const previewMessages = 8;

/**
 * What the first line of a file says; nulls when it is damaged. Other lines are not looked at. Throws where it is one of a
 * later format.
 */
export async function readMetadata(
  handle: ReadableHandle,
  size: number,
): Promise<{ key: SessionKey | null; createdAt: number | null }> {
  let found: { key: SessionKey | null; createdAt: number | null } = { key: null, createdAt: null };
  let newer: NewerFormatError | null = null;
  await readLinesForward(handle, { end: size, chunkBytes: 1024 }, (line) => {
    const parsed = recordsOf(line)[0]?.parsed;
    if (parsed?.kind === "newer") newer = new NewerFormatError(parsed.version, parsed.key);
    if (parsed?.kind === "marker" && parsed.marker._type === "metadata") {
      const time = Date.parse(parsed.marker.createdAt);
      found = { key: parsed.marker.key, createdAt: Number.isNaN(time) ? null : time };
    }
    return parsed?.kind === "blank";
  });
  if (newer !== null) throw newer;
  return found;
}

interface EndedRun {
  readonly reason: RunEndReason;
  readonly error?: MessageError;
}

/** How a chat stands after a run that ended so. */
export function endedState({ reason, error }: EndedRun, context: readonly Message[]): SessionState {
  if (reason === "answer") return questionIn(context) === null ? "idle" : "asks";
  if (error?.code === interruptedCode) return "interrupted";
  if (reason === "error") return "failed";
  if (reason === "budget") return "over-budget";
  return reason === "stopped" ? "stopped" : "idle";
}

/** What the last turn ended with, where nobody has answered yet. */
function questionIn(context: readonly Message[]): string | null {
  const said = context.findLastIndex(({ role }) => role === "user");
  const results = context.slice(said + 1).flatMap((row) => (row.role === "tool" ? [row.details?.question] : []));
  return results.find((question) => question !== undefined)?.text ?? null;
}

function recordedState(state: DerivedState, context: readonly Message[]): SessionState {
  if (state.approvals.some((row) => row.decision === null)) return "waiting";
  if (state.lastRun.kind === "open") return "interrupted";
  return state.lastRun.kind === "ended" ? endedState(state.lastRun, context) : "idle";
}

/** What waits for the person, else why the last run failed, else what was said last: by Perch, where it said something. */
function previewOf({ approvals, lastRun }: DerivedState, context: readonly Message[]): string {
  const waiting = approvals.find((row) => row.decision === null);
  if (waiting !== undefined) return oneLine(waiting.approval.subject.title);
  if (lastRun.kind === "ended" && lastRun.reason === "error" && lastRun.error !== undefined) {
    return oneLine(lastRun.error.message);
  }
  const question = questionIn(context);
  if (question !== null) return oneLine(question);
  const lately = context.slice(-previewMessages);
  const last = lastWords(lately, "assistant") ?? lastWords(lately, "user") ?? "";
  return oneLine(plainWords(last.slice(0, maxPreviewChars * 8)));
}

function lastWords(context: readonly Message[], from: "user" | "assistant"): string | undefined {
  return context.findLast(({ role, hidden, content }) => role === from && hidden !== true && content.trim() !== "")
    ?.content;
}

function oneLine(words: string): string {
  return shorten(
    words
      .slice(0, maxPreviewChars * 4)
      .replace(/\s+/g, " ")
      .trim(),
    maxPreviewChars,
  );
}

export interface SummarySource {
  readonly key: SessionKey;
  readonly createdAt: number;
  readonly state: DerivedState;
  readonly context: readonly Message[];
  readonly damagedLines: number;
  readonly now: number;
}

/** So far ahead of ours may the clock of another machine be, in milliseconds. */
export const toleratedMs = 10 * 60_000;

/** The newest activity; the beginning where a wrong clock stamped it later than now. */
function usedAt({ createdAt, state, now }: SummarySource): number {
  if (state.activityAt > now + toleratedMs) return Math.min(createdAt, now);
  return state.activityAt === 0 ? createdAt : state.activityAt;
}

/** The row of a session in the list of chats. */
export function summaryOf(source: SummarySource): SessionSummary {
  const { key, createdAt, state, context, damagedLines } = source;
  return {
    key,
    title: state.title,
    createdAt,
    updatedAt: usedAt(source),
    state: recordedState(state, context),
    pinned: state.settings.pinned ?? false,
    archived: state.settings.archived ?? false,
    preview: previewOf(state, context),
    damagedLines,
    missing: false,
  };
}

/** A row of the index: the summary, and what tells whether the file has changed since. */
export interface IndexedSession {
  readonly summary: SessionSummary;
  readonly file: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Reads the row of one file; null when it holds nothing or its name is none of a session. */
export async function readIndexedSession(
  files: Pick<FileSystem, "open">,
  place: { readonly path: string; readonly name: string },
  { log, now }: { readonly log: Log; readonly now: number },
): Promise<IndexedSession | null> {
  await using handle = await files.open(place.path, "r");
  const { size, mtimeMs, birthtimeMs } = await handle.stat();
  if (size === 0) return null;
  const metadata = await readMetadata(handle, size);
  const key = keyOfFileName(place.name, metadata.key);
  if (key === null) {
    log("warn", "a file in the folder of sessions is not named like one", { path: place.path });
    return null;
  }
  const loaded = await loadSession({ handle, size }, { key, window: 1, log });
  const createdAt = metadata.createdAt ?? Math.round(birthtimeMs);
  return {
    summary: summaryOf({ ...loaded, key, createdAt, damagedLines: loaded.damaged.length, now }),
    file: place.name,
    size,
    mtimeMs,
  };
}

/** The row of a file that cannot be read, which says why; null when neither its name nor its first line tells the key. */
export function unreadableSession(
  place: { readonly path: string; readonly name: string },
  cause: unknown,
  now: number,
): IndexedSession | null {
  const key = keyOfFileName(place.name, cause instanceof NewerFormatError ? cause.sessionKey : null);
  if (key === null) return null;
  const source = { key, createdAt: now, state: emptyState, context: [], damagedLines: 0, now };
  const summary = { ...summaryOf(source), unreadable: storageError(cause, place.path).message };
  // No size that a file has: it is tried again whenever the folder is looked at.
  return { summary, file: place.name, size: -1, mtimeMs: 0 };
}
