import type { Mentioned } from "./mentioned.ts";
import type { LimitSource } from "./providers.ts";
import type { Recalled } from "./recalled.ts";
import type { Media } from "./records.ts";

/*
 * What the window's places show: files of a chat, knowledge, models. Times are milliseconds since 1970, sizes bytes.
 */

/** What git says of a path that is not as it was committed last; a folder that holds such a path is `modified`. */
export type GitMark = "modified" | "added" | "untracked" | "conflict" | "ignored";

export interface FileEntry {
  readonly name: string;
  /** Relative to the work folder, with `/`. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly size: number;
  readonly changedAt: number;
  /** Where there is something to say, in a folder that the person trusts. */
  readonly git?: GitMark;
}

/** Entries of a folder that are told at once, and the most of them; beyond it only words find the others. */
export const folderPage = 2000;
export const maxFolderEntries = 20_000;

export interface FolderListing {
  /** Relative to the work folder; "" is the folder itself. */
  readonly path: string;
  readonly entries: readonly FileEntry[];
  /** Entries that are not in the list, where a folder is very full. With words: of those that match. */
  readonly more: number;
}

export type FilePreview =
  | { readonly kind: "text"; readonly text: string; readonly truncated: boolean; readonly size: number }
  | { readonly kind: "image"; readonly mediaType: string; readonly base64: string; readonly size: number }
  | { readonly kind: "pdf"; readonly text: string; readonly pages: number; readonly size: number }
  /** More bytes than are shown of its kind. */
  | { readonly kind: "too-large"; readonly size: number; readonly most: number }
  | { readonly kind: "binary"; readonly size: number };

export interface AttachedFile {
  readonly media: Media;
}

/** A piece of a long tool result that lies on the disk. */
export interface ResultPage {
  readonly lines: readonly string[];
  readonly from: number;
  readonly total: number;
}

/** A folder that a chat could work in. */
export interface FolderLook {
  /** Whole, with `~` and links as they were written. */
  readonly path: string;
  /** `missing`: it can be made. */
  readonly state: "empty" | "has-files" | "missing";
}

/** A beginning for a new chat, made from what lies in its work folder. Paths are relative to it; `target` is not there yet. */
export type Starter =
  | { readonly kind: "summary"; readonly file: string; readonly target: string }
  /** Of "" the work folder itself. */
  | { readonly kind: "list"; readonly folder: string; readonly target: string }
  | { readonly kind: "plan"; readonly target: string };

export interface FolderStarters {
  readonly starters: readonly Starter[];
  readonly isEmpty: boolean;
  /** How many of the samples lie there unchanged. */
  readonly samples: number;
}

export interface KnowledgeFile {
  /** Relative to the workspace, with `/`; what `knowledge.read` takes. */
  readonly path: string;
  readonly kind: "memory" | "persona" | "heartbeat" | "agent" | "skill";
  readonly exists: boolean;
  readonly size: number;
  readonly changedAt: number;
  /** True for what comes with the app and cannot be saved. */
  readonly readOnly: boolean;
  /** Why it cannot do what it is for, in words; "" where nothing is wrong. */
  readonly problem: string;
}

export interface KnowledgeText {
  readonly path: string;
  readonly text: string;
  /** Of this very content; hand it back when saving. */
  readonly version: string;
  /** Estimated. */
  readonly tokens: number;
}

/** Where a model could come from, as the first run finds it. */
export interface ModelOffer {
  readonly id: string;
  readonly name: string;
  readonly provider: string;
  readonly kind: "local" | "environment" | "settings";
  /** The address or the variable that was looked at. */
  readonly source: string;
  readonly state: "ready" | "not-running";
  /** What can be chosen there for a chat, as `provider/model`; empty when it is not running. */
  readonly models: readonly string[];
  /** What a person does to have it run; "" where it does or where nothing is to be started. */
  readonly howTo: string;
}

export type TestStage = "reached" | "signed-in" | "models" | "first-token" | "tool-call";
export interface StageResult {
  readonly stage: TestStage;
  readonly state: "passed" | "failed" | "skipped";
  /** Of a failed stage: what happened and what to do, in one. */
  readonly message: string;
  readonly durationMs: number | null;
  /** Of a failed stage: the same taken apart. */
  readonly problem?: ModelProblem;
}

/** Why a model cannot be used; the words are stable, programs may read them. */
export type ModelProblemCode =
  | "not-set-up"
  | "wrong-key"
  | "no-key"
  | "permission"
  | "quota"
  | "wrong-path"
  | "unknown-model"
  | "not-running"
  | "unknown-host"
  | "no-network"
  | "web-page"
  | "redirect"
  | "certificate"
  | "not-tls"
  | "proxy"
  | "no-tools"
  | "silent"
  | "timeout"
  | "busy"
  | "connection"
  | "refused-request"
  | "server-fault";

export interface ModelProblem {
  readonly code: ModelProblemCode;
  /** What happened, with the address and the provider's words. */
  readonly message: string;
  readonly nextStep: string;
  /** The setting that the next step is about, as config.json has it: for those who have no window. */
  readonly setting?: string;
  /** The next step as a command of the terminal. */
  readonly command?: string;
}

/** A part of what was sent with the last request of a chat. */
export interface ContextPart {
  readonly name: string;
  readonly kind: "prompt" | "tools" | "history" | "message";
  readonly tokens: number;
}

export interface ContextReport {
  readonly parts: readonly ContextPart[];
  readonly totalTokens: number;
  readonly windowTokens: number;
  /** Who told the window. */
  readonly windowSource: LimitSource;
  /** Kept free for the answer. */
  readonly outputTokens: number;
  /** Messages that were left out, and results that were sent shortened. */
  readonly droppedMessages: number;
  readonly shortenedResults: number;
  /** Tools of MCP servers whose definitions had no room: a quarter of the window is for them. */
  readonly leftOutTools: number;
  /** Names of skills that were sent although the turns that read them were left out, and of those that had no room. */
  readonly carriedSkills: readonly string[];
  readonly lostSkills: readonly string[];
  /** What was recalled for the message that the last request answers. */
  readonly recalled: readonly Recalled[];
  /** What that message named with an `@`. */
  readonly mentioned: readonly Mentioned[];
}

export interface PathsReport {
  /** What `~` means; no folder of Perch. */
  readonly userHome: string;
  readonly data: string;
  readonly workspace: string;
  readonly sessions: string;
  readonly logs: string;
  readonly backups: string;
  readonly settings: string;
}

/** Whether what lies in a work folder may tell the agent what to do. */
export interface FolderTrustLook {
  /** Absolute, links resolved. */
  readonly folder: string;
  readonly isTrusted: boolean;
  /** The person was asked, and did not say so. */
  readonly isDeclined: boolean;
  /** Names in it that would count once it is trusted. */
  readonly found: readonly string[];
}
