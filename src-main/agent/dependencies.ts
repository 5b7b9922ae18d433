import type { ChangeSource } from "../../src-preload/contract/change-commands.ts";
import type { IdMint, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { Price } from "../../src-preload/contract/providers.ts";
import type { Recalled } from "../../src-preload/contract/recalled.ts";
import type { ApprovalMode, Message } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RunNews } from "../../src-preload/contract/run-news.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { EventBus } from "../bus/event-bus.ts";
import type { MessageBus } from "../bus/message-bus.ts";
import type { RunningCommands } from "../commands/running-commands.ts";
import type { Host } from "../host.ts";
import type { KnownKeys } from "../keys/known-keys.ts";
import type { Model, ToolOffer, ToolOffers, WireMessage } from "../models/model.ts";
import type { OpenChain, RunChain } from "../models/router.ts";
import type { Approvals } from "../policy/approvals.ts";
import type { Policy } from "../policy/decide.ts";
import type { DecisionLog } from "../policy/decision-log.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { Roots } from "../policy/roots.ts";
import type { RuleStore } from "../policy/rule-store.ts";
import type { Subject } from "../policy/subject.ts";
import type { ModelFacts } from "../providers/model-facts.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { FileSystem } from "../storage/file-system.ts";
import type { LimitedResult, LongResult } from "../tools/result-limit.ts";
import type { NextContent, PreparedCall, RunningCommand, Tool, ToolContext, ToolResult } from "../tools/tool.ts";
import type { WritingRun } from "../undo/recorder.ts";
import type { Meter } from "../usage/meter.ts";
import type { Journal } from "./journal.ts";
import type { MentionSource } from "./mention-source.ts";
import type { Profile, ProfileSource } from "./profile.ts";
import type { RunTracker } from "./run-tracker.ts";
import type { TokenScale } from "./token-scale.ts";
import type { AllowedTools } from "./tools-of-chat.ts";
import type { TurnClock } from "./turn-clock.ts";

/** The provider's list lacks this name; `near` is the most similar name in it. */
interface UnlistedName {
  readonly provider: string;
  readonly model: string;
  readonly near: string | null;
}

/** What the agent needs of the models: handed in, so that the agent depends on no provider. */
export interface ModelSource {
  /** The model by the name the user gave it; `no-model` or `model` when it cannot be used, with the next step. */
  open(modelId: string): AsyncResult<Model>;
  /** Tells of a name that is missing in the provider's list; null when it is listed or no list is known. Makes no request. */
  unlisted(modelId: string): Promise<UnlistedName | null>;
  /** One record as it goes over the wire; null for what no model sees. Without images each is named by its path. */
  toWire(message: Message, images: "with-images" | "named"): Promise<WireMessage | null>;
  systemPrompt(text: string): WireMessage;
  userText(text: string): WireMessage;
  /** Created per session. Repairs a history so that every endpoint accepts it; returns the same array when nothing was wrong. */
  createRepairer(): (messages: readonly Message[]) => readonly Message[];
  offers(tools: readonly ToolOffer[]): ToolOffers;
  /** What is known of a model's limits; never fails. With `waits` the provider is asked where nothing else tells it. */
  facts(modelId: string, waits?: boolean): Promise<ModelFacts>;
  /** Remembers the context window that an overflow error reported, in tokens. */
  learnWindow(modelId: string, tokens: number): void;
  /** Null when it is unknown. */
  priceOf(modelId: string): Price | null;
  /** Estimated tokens of a text. */
  tokensOf(text: string): number;
  /** Created per run: the model and its fallbacks, used when it fails for a reason that another model may not share. */
  readonly openChain: OpenChain;
}

export interface ToolSource {
  /** Connects the servers that bring tools and waits a while for those that were never there. Never throws. */
  ready(settings: Settings, signal: AbortSignal): Promise<void>;
  get(name: string): Tool | null;
  /** Says that there is no tool of this name, and what may have been meant. */
  unknownTool(name: string): string;
  /** The tools for a window that is too small for all. */
  readonly coreNames: ReadonlySet<string>;
  /** Definitions in a stable order; only those in `allowed` when it is given. */
  definitions(allowed?: AllowedTools): readonly ToolOffer[];
  /** The tools that servers bring, each with the name of its server. */
  remoteServers(): ReadonlyMap<string, string>;
  /** What servers say of how their tools are used. */
  serverWords(): readonly { readonly server: string; readonly text: string }[];
  /** Tools of servers that had no room in the turn that has begun. */
  noteLeftOut(names: ReadonlySet<string>): void;
  /** What a model should know of servers that cannot be reached; "" where all is well. */
  trouble(): string;
  run(tool: Tool, call: PreparedCall, context: ToolContext): Promise<ToolResult>;
  /** Cuts a result that is too long for the context and keeps the whole of it in a file. */
  limit(result: LongResult, sessionKey: SessionKey): Promise<LimitedResult>;
}

/** The skills of this moment: handed in, so that the agent depends on no folder of them. `only`: those that a chat has; null: all. */
interface ChatSkills {
  /** Whether `/name` calls one. */
  has(name: string, settings: Settings, only: ReadonlySet<string> | null): Promise<boolean>;
  /** What goes along with a message that calls some, each cut to `mostChars`; "" where it calls none. */
  named(message: string, settings: Settings, mostChars: number, only: ReadonlySet<string> | null): Promise<string>;
  /** The list that `/skill` answers with. */
  describe(settings: Settings): Promise<string>;
}

/** What was known, noted or said before. */
export interface RecallSource {
  /** Unasked, for a message: at most `limit`, soon or not at all. `exclude`: ids of what is loaded anyway. */
  forMessage(
    content: string,
    wanted: { readonly limit: number; readonly exclude: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly Recalled[]>;
}

/** Keeps what stood where a run writes, so that it can be taken back. */
export interface ChangeKeeper {
  /** Throws where what stands there cannot be kept: then nothing may be written. */
  beforeWrite(run: WritingRun, path: string, next: NextContent): Promise<void>;
  afterWrite(run: WritingRun, path: string): Promise<void>;
  beforeCommand(run: WritingRun): Promise<RunningCommand>;
  /** What became of the run's changes since it was told last; null where nothing was done, or it cannot be told. */
  news(sessionKey: SessionKey, runId: RunId): Promise<RunNews | null>;
  /** Whether what a call would do to files can be taken back. */
  canUndo(place: PathContext, subject: Subject): Promise<boolean>;
}

export interface AgentDependencies {
  readonly host: Host;
  readonly files: FileSystem;
  readonly ids: IdMint;
  readonly bus: MessageBus;
  readonly events: EventBus;
  readonly journal: Journal;
  readonly sessions: SessionStore;
  readonly settings: SettingsStore;
  readonly models: ModelSource;
  readonly tools: ToolSource;
  readonly policy: Policy;
  readonly approvals: Approvals;
  readonly rules: Pick<RuleStore, "used">;
  readonly decisions: Pick<DecisionLog, "add">;
  readonly prompt: PromptSource;
  readonly skills: ChatSkills;
  readonly profiles: ProfileSource;
  readonly runs: RunTracker;
  /** What no transcript, event or result of a tool may show. */
  readonly keys: KnownKeys;
  readonly meter: Meter;
  readonly scale: TokenScale;
  readonly childEnv: (settings: Settings) => Readonly<Record<string, string>>;
  readonly running: Pick<RunningCommands, "find" | "lost" | "noticed" | "start" | "told">;
  readonly sandbox: Pick<Sandbox, "state" | "confine">;
  /** Folders of programs that the user's login shell knows. */
  readonly loginPath: () => Promise<readonly string[]>;
  /** The folders a run may reach; fails when the work folder is gone. `isFirst`: the one for new chats may be made. */
  readonly roots: (
    workFolder: string,
    settings: Settings,
    isFirst: boolean,
    sessionKey: SessionKey,
  ) => AsyncResult<Roots>;
  readonly changes: ChangeKeeper;
  readonly recall: RecallSource;
  readonly mentions: MentionSource;
  /** What runs of a chat did to files, for the commands that list it and take it back. */
  readonly changesOf: (sessionKey: SessionKey) => ChangeSource;
}

/** One named part of the system prompt, in its order. */
export interface PromptPart {
  readonly name: string;
  readonly text: string;
}

export interface PromptSource {
  /** Byte-stable from turn to turn as long as the files behind it are. */
  parts(facts: PromptFacts): Promise<readonly PromptPart[]>;
}

export interface PromptFacts {
  readonly sessionKey: SessionKey;
  readonly workFolder: string;
  readonly mode: ApprovalMode;
  /** For windows under 8,000 tokens. */
  readonly compact: boolean;
  /** Null: Perch as it is. */
  readonly profile: Profile | null;
  /** The chat has these skills alone; null: all. */
  readonly onlySkills: ReadonlySet<string> | null;
}

/** Everything that stays the same during one run. */
export interface RunContext {
  readonly runId: RunId;
  readonly session: Session;
  readonly settings: Settings;
  /** The chosen model. */
  readonly model: Model;
  /** The chosen model and its fallbacks. */
  readonly chain: RunChain;
  readonly mode: ApprovalMode;
  readonly whenAsked: "wait" | "deny";
  readonly workFolder: string;
  readonly roots: Roots;
  readonly profile: Profile | null;
  readonly allowedTools: AllowedTools;
  readonly limits: RunLimits;
  readonly clock: TurnClock;
  readonly signal: AbortSignal;
}

/** What one run may take; unattended runs have others than a chat. */
export interface RunLimits {
  readonly iterations: number;
  /** Of prompts and answers together; null: no limit of its own. */
  readonly tokens: number | null;
  /** Counts working time only: it is paused while the run waits for a person. */
  readonly durationMs: number;
  /** Of one result of a tool, for the model. */
  readonly resultChars: number;
  /** So many messages before its own go along at most; null: as many as other chats send. */
  readonly messages: number | null;
  /** The same call so many times in turn ends it; null: as in other chats. */
  readonly sameCalls: number | null;
}
