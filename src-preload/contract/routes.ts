import { z } from "zod";
import type { MessageId, RunId } from "./ids.ts";
import { approvalIdSchema, messageIdSchema, sessionKeySchema } from "./ids.ts";
import type { ApprovalDecision, QueuedMessage } from "./records.ts";
import { approvalDecisionSchema, approvalModeSchema, mediaSchema, sessionSettingsSchema } from "./records.ts";
import type { MessagePage, PendingApproval, SessionDetail, SessionPage, SessionSummary } from "./session.ts";
import type { Settings } from "./settings.ts";
import type { DoctorReport, Status } from "./system.ts";

/** The largest text of one message, in characters. */
export const maxMessageChars = 4_000_000;

const inSession = z.object({ sessionKey: sessionKeySchema });
const inMessage = inSession.extend({ messageId: messageIdSchema });
const pageLimit = z.number().int().min(1).max(200).default(50);

/** The input of every route; parsed on the agent's side and nowhere else. */
export const routeInputs = {
  "chat.send": inSession.extend({
    text: z.string().max(maxMessageChars, `a message has at most ${maxMessageChars} characters`),
    media: z.array(mediaSchema).max(50).default([]),
    whenBusy: z.enum(["steer", "queue"]).default("steer"),
    /** Overrides the chat's mode for the run that this message starts. */
    mode: approvalModeSchema.optional(),
    /** What becomes of a call that would ask: wait for a person, or be denied at once. */
    whenAsked: z.enum(["wait", "deny"]).default("wait"),
    /** The folder this chat works in from now on; absolute. */
    workFolder: z.string().optional(),
    /** Edit and resend: the new message becomes a sibling of this one. */
    replaces: messageIdSchema.optional(),
  }),
  "chat.stop": inSession,
  /** Goes on with a run that was cut off by the end of the process. */
  "chat.resume": inSession,
  /** Answers the user message before `messageId` again, as a sibling of the answer. */
  "chat.regenerate": inMessage,
  "session.create": z.object({
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9-]*$/)
      .default("desktop"),
  }),
  "session.list": z.object({
    query: z.string().max(500).optional(),
    archived: z.boolean().default(false),
    cursor: z.string().max(500).optional(),
    limit: pageLimit,
  }),
  "session.open": inSession.extend({ limit: pageLimit }),
  "session.page": inSession.extend({ before: messageIdSchema, limit: pageLimit }),
  "session.rename": inSession.extend({ title: z.string().trim().min(1).max(200) }),
  "session.update": inSession.extend({ patch: sessionSettingsSchema }),
  "session.remove": inSession,
  "session.restore": inSession,
  /** Makes the branch that goes through `messageId` the active one, up to its newest message. */
  "session.branch": inMessage,
  "queue.remove": inMessage,
  "queue.edit": inMessage.extend({ text: z.string().min(1).max(maxMessageChars) }),
  "queue.order": inSession.extend({ messageIds: z.array(messageIdSchema).max(1000) }),
  "queue.pause": inSession.extend({ paused: z.boolean() }),
  "approval.list": z.object({}),
  "approval.answer": z.object({
    approvalId: approvalIdSchema,
    decision: approvalDecisionSchema,
    note: z.string().max(2000).optional(),
  }),
  "settings.get": z.object({}),
  /** A deep patch; `null` takes the default again. */
  "settings.update": z.object({ patch: z.record(z.string(), z.unknown()) }),
  "system.status": z.object({}),
  "system.doctor": z.object({}),
  "events.subscribe": z.object({
    topics: z.array(z.string()).max(50),
    since: z.object({ epoch: z.string(), seq: z.number().int() }).optional(),
  }),
  "events.unsubscribe": z.object({}),
} as const;

/** What became of a message. Its text is on the disk when this is answered. */
export type SendReceipt =
  | { readonly kind: "started"; readonly messageId: MessageId; readonly runId: RunId }
  | { readonly kind: "steered" | "queued"; readonly messageId: MessageId }
  /** A slash command, answered without the model. */
  | { readonly kind: "answered"; readonly messageId: MessageId; readonly text: string };

export interface RouteOutputs {
  "chat.send": SendReceipt;
  "chat.stop": { readonly stopped: boolean };
  "chat.resume": { readonly runId: RunId };
  "chat.regenerate": { readonly runId: RunId };
  "session.create": SessionDetail;
  "session.list": SessionPage;
  "session.open": SessionDetail;
  "session.page": MessagePage;
  "session.rename": SessionSummary;
  "session.update": SessionSummary;
  "session.remove": { readonly trashId: string };
  "session.restore": SessionSummary;
  "session.branch": SessionDetail;
  "queue.remove": { readonly queue: readonly QueuedMessage[] };
  "queue.edit": { readonly queue: readonly QueuedMessage[] };
  "queue.order": { readonly queue: readonly QueuedMessage[] };
  "queue.pause": { readonly queue: readonly QueuedMessage[] };
  "approval.list": { readonly approvals: readonly PendingApproval[] };
  "approval.answer": { readonly decision: ApprovalDecision; readonly runId: RunId };
  "settings.get": { readonly settings: Settings };
  "settings.update": { readonly settings: Settings };
  "system.status": Status;
  "system.doctor": DoctorReport;
  "events.subscribe": { readonly epoch: string; readonly seq: number; readonly reset: boolean };
  "events.unsubscribe": Readonly<Record<string, never>>;
}

export type RouteName = keyof typeof routeInputs;
/** As a handler gets it: parsed, defaults filled in. */
export type RouteInput<Route extends RouteName> = z.output<(typeof routeInputs)[Route]>;
/** As a caller writes it; branded ids may be plain text. */
export type RouteCall<Route extends RouteName> = z.input<(typeof routeInputs)[Route]>;
export type RouteOutput<Route extends RouteName> = RouteOutputs[Route];

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routeInputs, name);
}
