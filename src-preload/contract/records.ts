import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "./ids.ts";
import { mentionedSchema, promptOriginSchema } from "./mentioned.ts";
import { reportOriginSchema, subagentOriginSchema } from "./origins.ts";
import { earlierSchema, notedSchema } from "./past.ts";
import { recalledSchema } from "./recalled.ts";
import { refusalSchema } from "./refusals.ts";
import { ruleOffersSchema } from "./rules.ts";
import { runLimitsSchema } from "./run-limits.ts";
import { runNewsSchema } from "./run-news.ts";
import { z } from "./zod.ts";

/*
 * What a session file holds, a record a line. Objects are loose: a field that a later version added is kept when
 * an earlier one reads the file. Times are ISO 8601 in UTC.
 */

export const approvalModeSchema = z.enum(["ask", "accept-edits", "plan", "auto", "full"]);
export type ApprovalMode = z.infer<typeof approvalModeSchema>;

const effectSchema = z.enum(["read", "write", "execute", "network", "send"]);
export type Effect = z.infer<typeof effectSchema>;

const runEndReasonSchema = z.enum(["answer", "max_iterations", "max_tokens", "max_time", "budget", "stopped", "error"]);
export type RunEndReason = z.infer<typeof runEndReasonSchema>;

/** The error code of a run that the end of the process cut off. */
export const interruptedCode = "interrupted";

/** Tokens of one model call, as the provider counted them. */
const usageSchema = z.object({
  promptTokens: z.number(),
  completionTokens: z.number(),
  totalTokens: z.number(),
  /** Of the prompt: read from the provider's cache, and written into it. */
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** Of the answer. */
  reasoningTokens: z.number().optional(),
  /** Dollars that the provider says it charged. */
  cost: z.number().optional(),
  /** Counted here, where the provider told nothing. */
  estimated: z.boolean().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** A call as the model made it. `arguments` is always the JSON text of an object, so that it can be sent back as it is. */
const toolCallSchema = z.looseObject({
  id: z.string(),
  type: z.literal("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

/** A file that goes with a message: an image for the model, or a file that the user attached. `path` is absolute. */
export const mediaSchema = z.object({
  kind: z.enum(["image", "file"]),
  path: z.string(),
  mediaType: z.string(),
  name: z.string().optional(),
  /** Of a recording: its words stand in the message. False: it goes as a file, whatever is said in it. */
  heard: z.boolean().optional(),
  /** In bytes. */
  size: z.number().optional(),
});
export type Media = z.infer<typeof mediaSchema>;

/** How a step is told to people, as keys of the catalogue: each reader has it in a language of their own. */
const stepWordsSchema = z.object({
  /** While it goes on; also of one that failed or was refused, with that said beside it. */
  doing: z.string(),
  done: z.string(),
  /** It was stopped, and may have begun or not. Without it that is said of what the step is about. */
  cut: z.string().optional(),
  /** The argument that says what the step is about. */
  object: z.string().optional(),
  /** Said in its place where the call has no such argument. */
  noObject: z.string().optional(),
});
export type StepWords = z.infer<typeof stepWordsSchema>;

/** How a call of a reply is told to people, which its tool said. */
const toldStepSchema = z.looseObject({
  callId: z.string(),
  words: stepWordsSchema,
  /** The name of the tool for people, where its own was made for models alone. */
  label: z.string().optional(),
});
export type ToldStep = z.infer<typeof toldStepSchema>;

export const toolStatusSchema = z.enum(["ok", "error", "denied", "interrupted"]);
export type ToolStatus = z.infer<typeof toolStatusSchema>;

/** What the window shows of a step and the model never sees. */
const toolDetailsSchema = z.looseObject({
  status: toolStatusSchema,
  /** Why it is not ok, for a sentence of the catalogue (`step.why.CODE`): the content is written for the model. */
  code: z.string().optional(),
  /** Of a command that failed: the last line of its output that reads like an error. */
  lastError: z.string().optional(),
  /** What the person said to a denial. */
  note: z.string().optional(),
  /** The MCP server that did not do it. */
  server: z.string().optional(),
  durationMs: z.number().optional(),
  /** Milliseconds that a person took to decide; not in the duration. */
  waitedMs: z.number().optional(),
  /** The name of the tool for people: only in records of before the reply told it. */
  label: z.string().optional(),
  /** The file that was read or changed, absolute. */
  path: z.string().optional(),
  /** The result is the text of the file at `path` from this line on. */
  firstLine: z.number().optional(),
  /** Unified diff of an edit. */
  diff: z.string().optional(),
  /** What a command changed in the work folder, the first of it. */
  changed: z
    .array(
      z.looseObject({
        path: z.string(),
        status: z.enum(["added", "modified", "deleted"]),
        added: z.number().optional(),
        removed: z.number().optional(),
      }),
    )
    .optional(),
  runNews: runNewsSchema.optional(),
  exitCode: z.number().nullable().optional(),
  /** What the person is asked, and answers that can be pressed. */
  question: z.object({ text: z.string(), options: z.array(z.string()) }).optional(),
  /** The plan of the turn as it stands. */
  todo: z.array(z.object({ text: z.string(), state: z.enum(["open", "doing", "done"]) })).optional(),
  /** Who wrote what the result holds, where that is neither the person nor a file of theirs: a host, a server. */
  untrusted: z.string().optional(),
  /** Of a command that ran confined: what the sandbox kept it from. */
  refused: z.array(refusalSchema).optional(),
  /** Files that it made and that others run or trust by themselves, as paths from the work folder. */
  acting: z.array(z.string()).optional(),
  /** Where the whole result lies when it was too long for the model. */
  resultFile: z.string().optional(),
  /** The sub-agent that it asked for; `isDone`: the result is what came of that. */
  subagent: subagentOriginSchema.optional(),
  /** Pages of the web that it read or found, the first ones. */
  sources: z.array(z.looseObject({ url: z.string(), title: z.string(), isRead: z.boolean().optional() })).optional(),
});
export type ToolDetails = z.infer<typeof toolDetailsSchema>;

const messageErrorSchema = z.looseObject({
  code: z.string(),
  /** What happened and what to do, whole. */
  message: z.string(),
  /** The words of the other side alone. */
  reason: z.string().optional(),
});
export type MessageError = z.infer<typeof messageErrorSchema>;

const messageBase = {
  id: messageIdSchema,
  parentId: messageIdSchema.nullable(),
  runId: runIdSchema.optional(),
  content: z.string(),
  timestamp: z.string(),
  /** Command rows: saved and shown, never sent to a model. */
  hidden: z.boolean().optional(),
  error: messageErrorSchema.optional(),
  /** Of an imported chat: the program it was said in. No word of it is an order of the person here. */
  untrusted: z.string().optional(),
};

const userMessageSchema = z.looseObject({
  ...messageBase,
  role: z.literal("user"),
  sender: z.string().optional(),
  place: z.string().optional(),
  media: z.array(mediaSchema).optional(),
  /** Text of changing facts that was sent with this message; replayed exactly as it was sent. */
  turnContext: z.string().optional(),
  recalled: z.array(recalledSchema).optional(),
  mentioned: z.array(mentionedSchema).optional(),
  prompt: promptOriginSchema.optional(),
  /** No person wrote it. */
  report: reportOriginSchema.optional(),
});
const assistantMessageSchema = z.looseObject({
  ...messageBase,
  role: z.literal("assistant"),
  tool_calls: z.array(toolCallSchema).optional(),
  /** How its calls are told to people; no model sees it. */
  steps: z.array(toldStepSchema).optional(),
  reasoning: z.string().optional(),
  /** Milliseconds from the first word of the reasoning to the first of the answer. */
  reasoningMs: z.number().optional(),
  /** The one that wrote this. */
  model: z.string().optional(),
  /** The chosen model, where another stood in for it. */
  insteadOf: z.string().optional(),
  /** It says that something was done of which there is no sign, also when it was asked. */
  unproven: z.boolean().optional(),
  /** The answer of a run that could change nothing: what would be done. */
  plan: z.boolean().optional(),
  usage: usageSchema.optional(),
  /** Dollars: what was charged, else by the price of then; nothing where neither tells it. */
  cost: z.number().optional(),
  /** The wire's own word for the end of this reply. */
  finishReason: z.string().optional(),
});
const toolMessageSchema = z.looseObject({
  ...messageBase,
  role: z.literal("tool"),
  tool_call_id: z.string(),
  name: z.string(),
  media: z.array(mediaSchema).optional(),
  details: toolDetailsSchema.optional(),
});
/** Something the app itself says in a chat (an answer to a slash command, a notice). Always hidden from the model. */
const systemMessageSchema = z.looseObject({ ...messageBase, role: z.literal("system") });

export const messageSchema = z.discriminatedUnion("role", [
  userMessageSchema,
  assistantMessageSchema,
  toolMessageSchema,
  systemMessageSchema,
]);
export type UserMessage = z.infer<typeof userMessageSchema>;
export type AssistantMessage = z.infer<typeof assistantMessageSchema>;
export type ToolMessage = z.infer<typeof toolMessageSchema>;
export type SystemMessage = z.infer<typeof systemMessageSchema>;
export type Message = z.infer<typeof messageSchema>;

/** Per-chat settings; a `null` takes the default again. */
export const sessionSettingsSchema = z.object({
  model: z.string().nullable().optional(),
  mode: approvalModeSchema.nullable().optional(),
  workFolder: z.string().nullable().optional(),
  profile: z.string().nullable().optional(),
  /** The chat has this skill alone. */
  onlySkill: z.string().max(100).nullable().optional(),
  /** Of a chat that nobody watches: what one run of it may take. */
  limits: runLimitsSchema.optional(),
  /** Of a sub-agent: the chat that asked for it, and the run of that chat. */
  parent: sessionKeySchema.optional(),
  parentRun: runIdSchema.optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
});
export type SessionSettings = z.infer<typeof sessionSettingsSchema>;

/** How a body is read: told by the kind of call, never by its text. */
const bodyKindSchema = z.enum(["command", "diff", "text", "arguments"]);
export type BodyKind = z.infer<typeof bodyKindSchema>;

/** What a call is about to do, told to the person who decides. */
const approvalSubjectSchema = z.object({
  tool: z.string(),
  effect: effectSchema,
  /** The act in a few words, e.g. `write summary.md`. */
  title: z.string(),
  /** What exactly: the command, the diff, the new text. Mono. */
  body: z.string(),
  /** Records of before it was told are drawn as text, whatever they look like. */
  bodyKind: bodyKindSchema.default("text"),
  /** Absolute path of the file or folder it happens in. */
  where: z.string(),
  reversible: z.boolean(),
  /** Why the policy asks, as a sentence. */
  reason: z.string(),
  /** Of a command: where it sends or fetches something, as far as its text tells. It can reach more than that. */
  reaches: z.array(z.string()).optional(),
  /** Of a command, or of a server that is a program: what the sandbox lets it do, or why it runs outside of one, as a sentence. */
  confinement: z.string().optional(),
  confined: z.boolean().optional(),
  /** Of a command: the words in `body` to look at twice. */
  risky: z.array(z.string()).optional(),
  /** Asked anew because the chat holds text of this stranger, whatever was remembered. */
  stranger: z.string().optional(),
  /** What can be remembered of it; left out where it must be asked each time: `onlyOnce` says why, where its form is the reason. */
  offers: ruleOffersSchema.optional(),
  onlyOnce: z.string().optional(),
});
export type ApprovalSubject = z.infer<typeof approvalSubjectSchema>;

export const approvalDecisionSchema = z.enum(["allow-once", "deny"]);
export type ApprovalDecision = z.infer<typeof approvalDecisionSchema>;

const markerBase = { timestamp: z.string() };
const metadataRecordSchema = z.looseObject({
  _type: z.literal("metadata"),
  version: z.literal(1),
  key: sessionKeySchema,
  createdAt: z.string(),
});
/** A message that waits for its turn: kept on disk, so that it survives a kill (decision record 0001). */
const queuedMessageSchema = z.object({
  id: messageIdSchema,
  content: z.string(),
  media: z.array(mediaSchema).optional(),
  sender: z.string().optional(),
  place: z.string().optional(),
  whenBusy: z.enum(["steer", "queue"]),
  /** What the sender asked for the run that this message starts. */
  mode: approvalModeSchema.optional(),
  whenAsked: z.enum(["wait", "deny"]).optional(),
  prompt: promptOriginSchema.optional(),
  report: reportOriginSchema.optional(),
  untrusted: z.string().optional(),
});
export type QueuedMessage = z.infer<typeof queuedMessageSchema>;

/** An approval that is still of use when a checkpoint is written: not answered yet, or answered and not carried out. */
const checkpointApprovalSchema = z.object({
  approvalId: approvalIdSchema,
  runId: runIdSchema,
  messageId: messageIdSchema,
  callId: z.string(),
  subject: approvalSubjectSchema,
  requestedAt: z.number(),
  decision: approvalDecisionSchema.optional(),
  note: z.string().optional(),
});

/**
 * What all records before it add up to, apart from the messages. A reader that comes from the end stops here.
 * Times are milliseconds since 1970.
 */
const checkpointSchema = z.looseObject({
  _type: z.literal("checkpoint"),
  ...markerBase,
  settings: sessionSettingsSchema,
  title: z.string(),
  /** Earlier versions did not tell: then it may be a person's. */
  isTitleGiven: z.boolean().default(true),
  head: messageIdSchema.nullable(),
  queue: z.array(queuedMessageSchema),
  approvals: z.array(checkpointApprovalSchema).default([]),
  /** The last run; without `reason` it has not ended. */
  lastRun: z
    .object({ runId: runIdSchema, reason: runEndReasonSchema.optional(), error: messageErrorSchema.optional() })
    .nullable()
    .default(null),
  /** Newest activity. */
  activityAt: z.number().default(0),
  noted: notedSchema.nullable().default(null),
  /** What the last `consolidated` marker since `/new` said. */
  earlier: earlierSchema.prefault({}),
  /** The last message before `/new`. */
  resetAfter: messageIdSchema.nullable().default(null),
});

export const markerSchema = z.discriminatedUnion("_type", [
  metadataRecordSchema,
  z.looseObject({ _type: z.literal("head"), ...markerBase, messageId: messageIdSchema.nullable() }),
  z.looseObject({ _type: z.literal("settings"), ...markerBase, patch: sessionSettingsSchema }),
  z.looseObject({ _type: z.literal("title"), ...markerBase, title: z.string() }),
  /** `/new`: messages up to and with `after` leave the context. */
  z.looseObject({ _type: z.literal("reset"), ...markerBase, after: messageIdSchema.nullable() }),
  /** Messages up to and with `upTo` leave the context; the summary says in their place what they were about. */
  z.looseObject({ _type: z.literal("consolidated"), ...markerBase, ...notedSchema.shape }),
  /** Messages up to and with `upTo` are in the log. Moves no boundary. */
  z.looseObject({ _type: z.literal("noted"), ...markerBase, ...notedSchema.shape }),
  z.looseObject({
    _type: z.literal("approval-request"),
    ...markerBase,
    approvalId: approvalIdSchema,
    runId: runIdSchema,
    /** The assistant message that holds the call. */
    messageId: messageIdSchema,
    callId: z.string(),
    subject: approvalSubjectSchema,
  }),
  z.looseObject({
    _type: z.literal("approval-decision"),
    ...markerBase,
    approvalId: approvalIdSchema,
    decision: approvalDecisionSchema,
    /** Who decided: `you` with the place, or `policy`. */
    by: z.string(),
    note: z.string().optional(),
  }),
  z.looseObject({
    _type: z.literal("run-end"),
    ...markerBase,
    runId: runIdSchema,
    reason: runEndReasonSchema,
    usage: usageSchema.nullable(),
    finishReason: z.string().optional(),
    error: messageErrorSchema.optional(),
  }),
  z.looseObject({ _type: z.literal("queued"), ...markerBase, entry: queuedMessageSchema }),
  /** The whole queue by id in its new order; what is not named has left it. */
  z.looseObject({ _type: z.literal("queue-order"), ...markerBase, ids: z.array(messageIdSchema) }),
  checkpointSchema,
]);
export type Marker = z.infer<typeof markerSchema>;
export type MarkerOf<Type extends Marker["_type"]> = Extract<Marker, { _type: Type }>;

export type SessionRecord = Message | Marker;

export function isMarker(record: SessionRecord): record is Marker {
  return "_type" in record;
}
