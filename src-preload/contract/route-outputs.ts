import type { AboutOutputs } from "./about.ts";
import type { BrokenJob, JobMetrics, JobRunRecord, JobView, Pause, ReadSchedule } from "./automations.ts";
import type { BackupOutputs } from "./backups.ts";
import type { ChangeDiff, ChangedRun, ChangeList, RevertEnd, UndoSpace } from "./changes.ts";
import type { RunningCommand } from "./commands.ts";
import type { CrashOutputs } from "./crash.ts";
import type { DesktopFacts } from "./desktop.ts";
import type { DiagnosisOutputs } from "./diagnosis.ts";
import type { Draft, KeptDraft } from "./drafts.ts";
import type { EmbeddingsPlace, EmbeddingsTest } from "./embeddings.ts";
import type { WorkFile } from "./files.ts";
import type { BeatReceipt, HeartbeatView } from "./heartbeat.ts";
import type { MessageId, RunId, SessionKey } from "./ids.ts";
import type { Report } from "./inbox.ts";
import type { KnowledgeVersion, MemoryProposal } from "./knowledge.ts";
import type { McpDraft, McpOutlook, McpServerDetail, McpServerRow } from "./mcp.ts";
import type { McpAsk } from "./mcp-asks.ts";
import type { McpBundleOutputs } from "./mcp-bundles.ts";
import type { McpCatalogueOutputs } from "./mcp-catalogue.ts";
import type { McpOffers } from "./mcp-offers.ts";
import type { McpSourceOutputs } from "./mcp-sources.ts";
import type { FoundMessages } from "./message-search.ts";
import type { ProfileRow } from "./profiles.ts";
import type { KeyPlace, ModelEntry, ProviderRow, ProviderUses } from "./providers.ts";
import type { ApprovalDecision, MessageError, QueuedMessage, RunEndReason } from "./records.ts";
import type { DecisionLine, Rule } from "./rules.ts";
import type {
  FoundWords,
  MessagePage,
  PendingApproval,
  SessionDetail,
  SessionPage,
  SessionSummary,
  TrashedChat,
} from "./session.ts";
import type { Settings } from "./settings.ts";
import type { SkillPreview, SkillRow } from "./skills.ts";
import type { SubagentView } from "./subagents.ts";
import type { Check, DoctorReport, SandboxReport, Status } from "./system.ts";
import type { Transcript, TranscriptionPlace, TranscriptionTest } from "./transcription.ts";
import type { ExportPart, ImportPreview, ImportResult } from "./transfer.ts";
import type { BudgetState, UsageReport } from "./usage.ts";
import type { SearchSetup, SearchTest } from "./web-search.ts";
import type {
  AttachedFile,
  ContextReport,
  FilePreview,
  FolderListing,
  FolderLook,
  FolderStarters,
  FolderTrustLook,
  KnowledgeFile,
  KnowledgeText,
  ModelOffer,
  PathsReport,
  ResultPage,
  StageResult,
} from "./window.ts";

/** What became of a message. Its text is on the disk when this is answered. */
export type SendReceipt =
  | { readonly kind: "started"; readonly messageId: MessageId; readonly runId: RunId }
  | { readonly kind: "steered" | "queued"; readonly messageId: MessageId }
  /** A slash command, answered without the model; with `ended`, a message that was sent again and whose turn is over. */
  | {
      readonly kind: "answered";
      readonly messageId: MessageId;
      readonly text: string;
      readonly ended?: { readonly reason: RunEndReason; readonly error?: MessageError };
    };

/** What each route answers. */
export interface RouteOutputs
  extends AboutOutputs,
    BackupOutputs,
    CrashOutputs,
    DiagnosisOutputs,
    McpBundleOutputs,
    McpCatalogueOutputs,
    McpSourceOutputs {
  "chat.send": SendReceipt;
  "chat.stop": { readonly stopped: boolean };
  "chat.resume": { readonly runId: RunId };
  "chat.regenerate": { readonly runId: RunId };
  "changes.list": ChangeList;
  "changes.diff": ChangeDiff;
  "changes.revert": RevertEnd;
  "changes.revertHunks": RevertEnd;
  "changes.restore": RevertEnd;
  "changes.since": { readonly runs: readonly ChangedRun[] };
  "changes.keep": object;
  "changes.space": UndoSpace;
  "session.create": SessionDetail;
  "session.list": SessionPage;
  "session.open": SessionDetail;
  "session.page": MessagePage;
  "session.rename": SessionSummary;
  "session.update": SessionSummary;
  "session.remove": { readonly trashId: string };
  "session.restore": SessionSummary;
  "session.trash": { readonly chats: readonly TrashedChat[] };
  "session.erase": { readonly erased: number };
  "session.find": FoundWords;
  "session.branch": SessionDetail;
  "session.export": ExportPart;
  /** Bytes that are here by now. */
  "session.bring": { readonly received: number };
  "session.preview": ImportPreview;
  "session.import": ImportResult;
  "session.dropImport": Readonly<Record<string, never>>;
  "message.search": FoundMessages;
  "queue.remove": { readonly queue: readonly QueuedMessage[] };
  "queue.edit": { readonly queue: readonly QueuedMessage[] };
  "queue.order": { readonly queue: readonly QueuedMessage[] };
  "queue.pause": { readonly queue: readonly QueuedMessage[] };
  "drafts.list": { readonly drafts: readonly KeptDraft[] };
  "drafts.read": { readonly draft: Draft | null; readonly savedAt: number };
  "drafts.save": { readonly savedAt: number };
  "file.list": FolderListing;
  "file.read": FilePreview;
  "file.open": WorkFile;
  "file.save": WorkFile;
  "file.show": FilePreview;
  "file.find": { readonly paths: readonly string[] };
  "file.watch": Readonly<Record<string, never>>;
  "file.attach": AttachedFile;
  "file.result": ResultPage;
  "folder.look": FolderLook;
  "folder.make": FolderLook;
  "folder.open": Readonly<Record<string, never>>;
  "folder.starters": FolderStarters;
  "folder.addSamples": FolderStarters;
  "folder.removeSamples": FolderStarters;
  "knowledge.list": { readonly files: readonly KnowledgeFile[] };
  "knowledge.read": KnowledgeText;
  "knowledge.save": KnowledgeText;
  "profile.list": { readonly profiles: readonly ProfileRow[] };
  "profile.create": KnowledgeText;
  "skill.list": { readonly skills: readonly SkillRow[] };
  "skill.enable": { readonly skills: readonly SkillRow[] };
  "skill.create": KnowledgeText;
  "skill.preview": SkillPreview;
  "skill.import": { readonly skills: readonly SkillRow[] };
  "knowledge.versions": { readonly versions: readonly KnowledgeVersion[] };
  "knowledge.readVersion": KnowledgeText;
  "recall.refuse": Readonly<Record<string, never>>;
  "recall.describe": { readonly place: EmbeddingsPlace; readonly models: readonly string[] };
  "recall.agree": Readonly<Record<string, never>>;
  "recall.test": EmbeddingsTest;
  "memory.proposals": { readonly proposals: readonly MemoryProposal[] };
  /** `isKnown`: it is in the memory already, and nothing waits. */
  "memory.propose": { readonly isKnown: boolean };
  "memory.decide": Readonly<Record<string, never>>;
  /** `isResident`: the agent's process stays, so that jobs are run when they are due. */
  "job.list": {
    readonly jobs: readonly JobView[];
    readonly broken: readonly BrokenJob[];
    readonly pause: Pause | null;
    readonly isResident: boolean;
  };
  "job.pause": Readonly<Record<string, never>>;
  "job.resume": Readonly<Record<string, never>>;
  "job.metrics": JobMetrics;
  "job.record": JobRunRecord;
  "job.add": JobView;
  "job.change": JobView;
  "job.set": JobView;
  "job.remove": Readonly<Record<string, never>>;
  "job.run": { readonly sessionKey: SessionKey };
  "job.read": ReadSchedule;
  "desktop.describe": DesktopFacts | null;
  "desktop.change": DesktopFacts;
  "desktop.test": DesktopFacts;
  "desktop.update": DesktopFacts;
  "desktop.quick": Readonly<Record<string, never>>;
  "desktop.folder": { readonly path: string | null };
  "desktop.clipboard": { readonly text: string };
  "heartbeat.describe": HeartbeatView;
  "heartbeat.run": BeatReceipt;
  "inbox.list": { readonly reports: readonly Report[] };
  "inbox.seen": Readonly<Record<string, never>>;
  "inbox.remove": Readonly<Record<string, never>>;
  "mcp.stopCall": Readonly<Record<string, never>>;
  "ask.list": { readonly asks: readonly McpAsk[] };
  "ask.answer": Readonly<Record<string, never>>;
  "subagent.list": { readonly subagents: readonly SubagentView[] };
  "subagent.stop": Readonly<Record<string, never>>;
  "inbox.restore": Readonly<Record<string, never>>;
  /** The chat that has the answer. */
  "inbox.answer": { readonly sessionKey: SessionKey };
  "model.probe": { readonly offers: readonly ModelOffer[]; readonly looked: readonly string[] };
  "model.list": { readonly models: readonly string[] };
  /** `models`: what its provider lists for chats, as `provider/model`. */
  "model.test": {
    readonly modelId: string | null;
    readonly stages: readonly StageResult[];
    readonly models: readonly string[];
  };
  "model.choose": { readonly settings: Settings };
  "model.forget": Readonly<Record<string, never>>;
  /** `newKeys`: where a key that is entered now would be kept. */
  "provider.list": { readonly providers: readonly ProviderRow[]; readonly newKeys: KeyPlace };
  "provider.models": { readonly models: readonly ModelEntry[]; readonly message: string };
  "provider.save": { readonly provider: ProviderRow };
  "provider.uses": ProviderUses;
  "provider.remove": Readonly<Record<string, never>>;
  "provider.detect": { readonly name: string | null; readonly isSure: boolean };
  /** `newKeys`: where a value that is entered now would be kept. */
  "mcp.list": { readonly servers: readonly McpServerRow[]; readonly newKeys: KeyPlace };
  "mcp.open": McpServerDetail;
  "mcp.offers": McpOffers;
  "mcp.read": { readonly drafts: readonly McpDraft[] };
  "mcp.save": { readonly server: McpServerRow };
  "mcp.allowHost": McpServerDetail;
  "mcp.outlook": McpOutlook;
  "mcp.remove": Readonly<Record<string, never>>;
  "mcp.restart": McpServerDetail;
  "mcp.signIn": McpServerDetail;
  "mcp.finishSignIn": McpServerDetail;
  "mcp.cancelSignIn": McpServerDetail;
  "mcp.signOut": McpServerDetail;
  "mcp.accept": McpServerDetail;
  "mcp.allow": McpServerDetail;
  "transcription.describe": TranscriptionPlace;
  "transcription.models": { readonly models: readonly string[] };
  "transcription.agree": Readonly<Record<string, never>>;
  "transcription.start": Transcript;
  "transcription.stop": { readonly stopped: boolean };
  "transcription.test": TranscriptionTest;
  "transcription.recording": { readonly mediaType: string; readonly base64: string };
  "web.describeSearch": SearchSetup;
  "web.saveSearch": SearchSetup;
  "web.testSearch": SearchTest;
  "context.describe": ContextReport;
  "usage.report": UsageReport;
  "usage.export": { readonly csv: string };
  "usage.budgets": { readonly budgets: readonly BudgetState[] };
  "usage.allow": { readonly budgets: readonly BudgetState[] };
  "approval.list": { readonly approvals: readonly PendingApproval[] };
  "approval.answer": { readonly decision: ApprovalDecision; readonly runId: RunId };
  "rules.list": { readonly rules: readonly Rule[] };
  "rules.add": Rule;
  "rules.change": Rule;
  "rules.remove": object;
  "rules.decisions": { readonly decisions: readonly DecisionLine[] };
  "trust.list": { readonly folders: readonly string[] };
  "trust.look": FolderTrustLook;
  "trust.set": object;
  "settings.get": { readonly settings: Settings };
  "settings.update": { readonly settings: Settings };
  "system.status": Status;
  "system.doctor": DoctorReport;
  "system.proxy": Check;
  "sandbox.describe": SandboxReport;
  "commands.list": { readonly commands: readonly RunningCommand[] };
  "commands.output": { readonly command: RunningCommand; readonly output: string };
  "commands.stop": Readonly<Record<string, never>>;
  "system.paths": PathsReport;
  "system.end": Readonly<Record<string, never>>;
  "system.open": Readonly<Record<string, never>>;
  "events.subscribe": { readonly epoch: string; readonly seq: number; readonly reset: boolean };
  "events.unsubscribe": Readonly<Record<string, never>>;
}
