import type { RunId } from "./ids.ts";

/*
 * What runs did to files, and what can be taken back of it.
 */

export type ChangeStatus = "added" | "modified" | "deleted" | "renamed";

/**
 * How a change stands. `kept`: the person said so. `partly`: some of it was taken back. `later`: a later run of the chat
 * changed the file again, and is taken back first. `changed`: what stands there is not what the agent left.
 */
export type ChangeStanding = "applied" | "kept" | "reverted" | "partly" | "later" | "changed";

export interface ChangedPath {
  /** Absolute. */
  readonly path: string;
  /** Below the work folder, with `/`; else absolute. */
  readonly name: string;
  readonly status: ChangeStatus;
  /** Where it lay before it was moved, as a name. */
  readonly movedFrom: string | null;
  /** Lines; null where it is no text, or too long to be compared. */
  readonly added: number | null;
  readonly removed: number | null;
  readonly standing: ChangeStanding;
  /** Of one that somebody else changed since: places that they did not touch, which can be taken back all the same. */
  readonly apart: number;
  /** The last revert of it that was not itself taken back: taking it back puts the agent's version back. */
  readonly revertedBy: RunId | null;
  /** Why it cannot be taken back whatever is done; null where it can. */
  readonly lost: "too-large" | "not-kept" | null;
  /** A file tool wrote it, or a command did. */
  readonly by: "tool" | "command";
  /** Somebody else wrote between two writes of the run: it goes back to what they left. */
  readonly isMixed: boolean;
}

export interface ChangedRun {
  readonly runId: RunId;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly files: readonly ChangedPath[];
  /** How many more there are. */
  readonly more: number;
  /** What somebody else saved while a command of the run was on: names. */
  readonly foreign: readonly string[];
  /** A command could not be watched: its work folder is too large. */
  readonly hasUntracked: boolean;
}

export interface ChangeList {
  /** The newest first. */
  readonly runs: readonly ChangedRun[];
  /** The run to ask on from; null where these are all. */
  readonly next: RunId | null;
}

/** One place of a change: the lines of a unified diff with their head. */
export interface ChangeHunk {
  readonly lines: readonly string[];
}

export interface ChangeDiff {
  readonly kind: "text" | "other";
  readonly hunks: readonly ChangeHunk[];
  /** Hunks that are not told: nobody reads so many. */
  readonly more: number;
  readonly standing: ChangeStanding;
}

/**
 * Why a file was left as it is by a revert. `touched`: some of its places went back; the others were changed by somebody else
 * as well, and stay.
 */
type LeftReason = "changed" | "touched" | "later" | "not-kept" | "unreachable" | "failed";

export interface LeftFile {
  readonly name: string;
  readonly why: LeftReason;
  /** Of `touched`: the lines at which the places that stay begin. */
  readonly lines: readonly number[];
}

export interface RevertEnd {
  /** The reverts that were made, in the order in which they are taken back. */
  readonly reverts: readonly RunId[];
  /** Names. */
  readonly reverted: readonly string[];
  readonly left: readonly LeftFile[];
}

/** What the copies take. */
export interface UndoSpace {
  /** Bytes. */
  readonly used: number;
  readonly runs: number;
  /** Milliseconds since 1970; null where there is none. */
  readonly oldest: number | null;
}

/** Of one answer. */
export const maxChangedPaths = 300;
/** Names in one request. */
export const maxNamedPaths = 1000;
