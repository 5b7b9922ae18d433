import { aboutInputs } from "./about.ts";
import { automationInputs } from "./automation-routes.ts";
import { backupRoutes } from "./backups.ts";
import { maxMessageChars, maxMessageMedia } from "./bounds.ts";
import { maxNamedPaths } from "./changes.ts";
import { crashRoutes } from "./crash.ts";
import { desktopInputs } from "./desktop.ts";
import { diagnosisRoutes } from "./diagnosis.ts";
import { draftSchema } from "./drafts.ts";
import { fileInputs } from "./file-routes.ts";
import { heartbeatInputs } from "./heartbeat.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "./ids.ts";
import { knowledgeInputs } from "./knowledge-routes.ts";
import { mcpAskInputs } from "./mcp-ask-routes.ts";
import { mcpBundleRoutes } from "./mcp-bundles.ts";
import { mcpCatalogueRoutes } from "./mcp-catalogue.ts";
import { mcpSourceRoutes } from "./mcp-sources.ts";
import { messageSearchRoutes } from "./message-search.ts";
import { approvalDecisionSchema, approvalModeSchema, mediaSchema, sessionSettingsSchema } from "./records.ts";
import type { RouteOutputs } from "./route-outputs.ts";
import { attachedBase64 } from "./route-parts.ts";
import { rememberSchema, ruleMatchSchema, ruleScopeSchema } from "./rules.ts";
import { subagentInputs } from "./subagent-routes.ts";
import { transcriptionIdSchema } from "./transcription.ts";
import { transferRoutes } from "./transfer-routes.ts";
import { budgetScopeSchema } from "./usage.ts";
import { searchProviderNames } from "./web-search.ts";
import { z } from "./zod.ts";

const inSession = z.object({ sessionKey: sessionKeySchema });
const inMessage = inSession.extend({ messageId: messageIdSchema });
const absolutePath = z.string().min(1).max(4096);
const inChange = inSession.extend({ runId: runIdSchema, path: absolutePath });
/** What a person types or pastes; what is wrong with it is said in words, not by the schema. */
const typedText = z.string().max(100_000, "a text that is typed or pasted has at most 100,000 characters");
/** A key as it is pasted, perhaps out of an example with the word of its header in front. */
const typedKey = typedText.transform((key) => key.trim().replace(/^bearer\s+/i, ""));
/** A key that is not kept yet, whose it is, and where that provider is; what is wrong has its field in `data.field`. */
const newKey = {
  apiKey: typedKey.optional(),
  provider: z.string().max(200).optional(),
  apiBase: typedText.optional(),
};
/** What is kept as it is where it is left out. */
const mcpTarget = z.union([
  z.object({
    kind: z.literal("command"),
    command: typedText,
    args: z.array(typedText).max(1000).default([]),
    cwd: typedText.nullable().default(null),
  }),
  z.object({ kind: z.literal("address"), url: typedText }),
]);
const mcpProfile = z.object({
  mode: z.enum(["on", "off"]),
  hosts: z.array(z.string().max(1000)).max(200),
  folders: z.array(typedText).max(200),
});
const mcpName = z.object({ name: z.string().min(1).max(200) });
const usagePeriod = z.object({ from: z.number(), to: z.number() });
/** A window's own name for itself, new with each page. */
const pageName = z.string().min(1).max(100);
const pageLimit = z.number().int().min(1).max(200).default(50);

/** Makes the schema of a route's input, for its first call: all 380 cost a start a megabyte. Parsed on the agent's side alone. */
export const routeInputs = {
  "chat.send": () =>
    inSession.extend({
      text: z.string().max(maxMessageChars, `a message has at most ${maxMessageChars} characters`),
      media: z.array(mediaSchema).max(maxMessageMedia).default([]),
      whenBusy: z.enum(["steer", "queue"]).default("steer"),
      /** Overrides the chat's mode for the run that this message starts. */
      mode: approvalModeSchema.optional(),
      /** What becomes of a call that would ask: wait for a person, or be denied at once. */
      whenAsked: z.enum(["wait", "deny"]).default("wait"),
      /** The folder this chat works in from now on; absolute. */
      workFolder: z.string().optional(),
      /** Edit and resend: the new message becomes a sibling of this one. */
      replaces: messageIdSchema.optional(),
      /** The sender's own id for it: sent twice, it counts once. What a dead owner left waiting in the chat goes first. */
      messageId: messageIdSchema.optional(),
      /** True when the message was sent before, to an owner process that has ended since. */
      again: z.boolean().default(false),
      /** The window whose draft this was: what is kept of the draft goes in the same act. */
      draftBy: pageName.optional(),
    }),
  /** With `messageId` only what became of this message: its run is stopped, or it leaves the queue; what waits goes on. */
  "chat.stop": () => inSession.extend({ messageId: messageIdSchema.optional() }),
  /** Goes on with a run that was cut off by the end of the process. */
  "chat.resume": () => inSession,
  /** Answers the user message before `messageId` again, as a sibling of the answer. */
  "chat.regenerate": () => inMessage,
  /** What runs of the chat did to files, the newest first; `runId`: this one alone, `after`: those before it. */
  "changes.list": () =>
    inSession.extend({
      runId: runIdSchema.optional(),
      after: runIdSchema.optional(),
      limit: z.number().int().min(1).max(50).default(20),
    }),
  /** What the agent left beside what was there before, or what stands there now beside what it left. */
  "changes.diff": () => inChange.extend({ against: z.enum(["left", "now"]).default("left") }),
  /**
   * Takes back runs, or reverts, one after the other as they are named: all files that are not kept, or those of `paths` (absolute). Where
   * something else stands than what was left there, it stays, and the answer tells it.
   */
  "changes.revert": () =>
    inSession.extend({
      runIds: z.array(runIdSchema).min(1).max(1000),
      paths: z.array(absolutePath).max(maxNamedPaths).optional(),
    }),
  /** Takes back some places of a file, numbered as `changes.diff` has them. */
  "changes.revertHunks": () => inChange.extend({ hunks: z.array(z.number().int().min(0)).min(1).max(1000) }),
  /** What runs did to files since this message, the newest first: what `changes.restore` would take back. */
  "changes.since": () => inMessage,
  /** Files as they were before this message: takes back every run since. */
  "changes.restore": () => inMessage,
  /** The person is content with these files, or is not any more. Changes nothing of them. */
  "changes.keep": () =>
    inSession.extend({ runId: runIdSchema, paths: z.array(absolutePath).max(maxNamedPaths), kept: z.boolean() }),
  /** What the copies take. */
  "changes.space": () => z.object({}),
  "session.create": () =>
    z.object({
      channel: z
        .string()
        .regex(/^[a-z][a-z0-9-]*$/)
        .default("desktop"),
      /** Nothing of it is kept once it is closed with `session.remove`. */
      isPrivate: z.boolean().default(false),
    }),
  "session.list": () =>
    z.object({
      query: z.string().max(500).optional(),
      archived: z.boolean().default(false),
      /** Only those that people began: no runs of jobs. */
      attended: z.boolean().default(false),
      cursor: z.string().max(500).optional(),
      limit: pageLimit,
    }),
  "session.open": () => inSession.extend({ limit: pageLimit }),
  "session.page": () => inSession.extend({ before: messageIdSchema, limit: pageLimit }),
  "session.rename": () => inSession.extend({ title: z.string().trim().min(1).max(200) }),
  "session.update": () => inSession.extend({ patch: sessionSettingsSchema }),
  "session.remove": () => inSession,
  /** The newest one of this chat in the trash, or the one that is named. */
  "session.restore": () => inSession.extend({ trashId: z.string().max(400).optional() }),
  /** What lies in the trash, what was removed last first. */
  "session.trash": () => z.object({ limit: z.number().int().min(1).max(1000).default(500) }),
  /** Deletes for ever: one of the trash, or all of it. */
  "session.erase": () => z.object({ trashId: z.string().max(400).nullable() }),
  /** Finds words in what was said in a chat, on its active branch, whatever of it a client has read. */
  "session.find": () => inSession.extend({ query: z.string().trim().min(1).max(500) }),
  /** Makes the branch that goes through `messageId` the active one, up to its newest message. */
  "session.branch": () => inMessage,
  ...transferRoutes,
  ...backupRoutes,
  ...mcpSourceRoutes,
  ...mcpBundleRoutes,
  ...mcpCatalogueRoutes,
  ...crashRoutes,
  ...diagnosisRoutes,
  ...messageSearchRoutes,
  "queue.remove": () => inMessage,
  "queue.edit": () => inMessage.extend({ text: z.string().min(1).max(maxMessageChars) }),
  "queue.order": () => inSession.extend({ messageIds: z.array(messageIdSchema).max(1000) }),
  "queue.pause": () => inSession.extend({ paused: z.boolean() }),
  /** Drafts that are kept, the newest first. */
  "drafts.list": () => z.object({}),
  "drafts.read": () => inSession,
  /** In place of what is kept; an empty one takes it away. `by` names the window in the event. */
  "drafts.save": () => inSession.extend({ draft: draftSchema, by: pageName }),
  /** One folder; with words the entries alone whose name holds them all. */
  ...fileInputs,
  /** What a folder is that somebody wants to work in; one that cannot be used is refused, with `path` in `data.field`. */
  "folder.look": () => z.object({ path: typedText }),
  /** Makes a folder that is missing, and what of the way to it is missing too. */
  "folder.make": () => z.object({ path: typedText }),
  /** Shows the work folder of a chat in the file manager. */
  "folder.open": () => inSession,
  /** What a new chat could begin with. */
  "folder.starters": () => inSession,
  /** Puts a few samples into the work folder; a `conflict` where there is a file in it. */
  "folder.addSamples": () => inSession,
  /** Takes the samples away that nobody has changed. */
  "folder.removeSamples": () => inSession,
  ...knowledgeInputs,
  ...automationInputs,
  ...subagentInputs,
  ...mcpAskInputs,
  ...heartbeatInputs,
  ...aboutInputs,
  ...desktopInputs,
  /** Looks for local servers on loopback, keys in the environment and what is set up. */
  "model.probe": () => z.object({}),
  "model.list": () => z.object({}),
  /** The same call that a chat makes, in five stages. A key is of the provider that is named, else of the one it looks like. */
  "model.test": () => z.object({ modelId: z.string().max(300).optional(), ...newKey }),
  /** Makes a model the default; a key goes into the key store, its reference and an address into the settings. */
  "model.choose": () => z.object({ modelId: z.string().min(1).max(300), ...newKey }),
  /** Forgets what a model taught: the window that an overflow told, and what its endpoint refused. */
  "model.forget": () => z.object({ modelId: z.string().min(1).max(300) }),
  "provider.list": () => z.object({}),
  /** Its models as it lists them; kept for five minutes. */
  "provider.models": () => z.object({ name: z.string().min(1).max(100), refresh: z.boolean().default(false) }),
  /**
   * What is left out stays as it is; an empty key or address takes away what was set. A key goes into the key store. Of names
   * of headers that differ only in case the last one counts. What is wrong has its field in `data.field`: `name`, `apiKey`,
   * `apiBase`, `headerName` or `headerValue`.
   */
  "provider.save": () =>
    z.object({
      name: z.string().min(1).max(200),
      apiKey: typedKey.optional(),
      apiBase: typedText.optional(),
      extraHeaders: z.record(typedText, typedText).optional(),
      models: z.array(z.string().trim().min(1).max(300)).max(1000).optional(),
    }),
  /** What would go along with it. */
  "provider.uses": () => z.object({ name: z.string().min(1).max(200) }),
  /**
   * Takes it out of the settings, with the fallbacks and favourites that are its models, and its key out of the key store.
   * `model`: what new chats use from then on, where the default goes along; without one none is set.
   */
  "provider.remove": () =>
    z.object({
      name: z.string().min(1).max(200),
      model: z.string().min(1).max(300).nullable().default(null),
    }),
  /** Whose key this may be, by how it begins; it is sent nowhere. */
  "provider.detect": () => z.object({ apiKey: typedKey }),
  "mcp.list": () => z.object({}),
  "mcp.open": () => mcpName,
  /** Resources and prompts of servers that are connected; none is connected for it. */
  "mcp.offers": () => z.object({}),
  /** Reads what a page or another app says of a server: its JSON, a command line or an address. Nothing is kept or started. */
  "mcp.read": () => z.object({ text: typedText }),
  /**
   * A new server, or a change of one; what is left out stays as it is. `values`: all variables (of a command) or headers (of
   * an address); a value that is null stays what it was, and one that lets somebody in goes into the key store. It is
   * connected at once, unless it is off. What is wrong has its field in `data.field`: `name`, `command`, `args`, `cwd`, `url`, `valueName`, `value`,
   * `hosts`, `folders` or `timeoutSeconds`. `isNew`: a name that is taken is a `conflict`.
   */
  "mcp.save": () =>
    mcpName.extend({
      isNew: z.boolean().default(false),
      target: mcpTarget.optional(),
      values: z.record(typedText, typedText.nullable()).optional(),
      enabledTools: z.array(z.string().max(300)).max(2000).nullable().optional(),
      timeoutSeconds: z.number().optional(),
      sandbox: mcpProfile.optional(),
      isOn: z.boolean().optional(),
    }),
  /** Lets a program reach one more host, and starts it anew. */
  "mcp.allowHost": () => mcpName.extend({ host: z.string().min(1).max(300) }),
  /** What a command would reach beside what it is allowed. Nothing is kept or started. */
  "mcp.outlook": () => z.object({ command: typedText, args: z.array(typedText).max(1000).default([]) }),
  /** Takes it out of the settings, and its values out of the key store. */
  "mcp.remove": () => mcpName,
  /** Ends it, starts it anew and goes through all stages; answers when it is ready or has failed. */
  "mcp.restart": () => mcpName,
  /**
   * Begins to sign in to a server at an address, in place of a sign-in that is on its way; answers once the page is known where
   * the person goes on. `isOpened`: it is opened in the browser of the computer on which the agent runs. How it ends is told by
   * `server-changed`. Nobody who came back within ten minutes ends it.
   */
  "mcp.signIn": () => mcpName.extend({ isOpened: z.boolean().default(true) }),
  /** Ends a sign-in by the address of the page where the browser ended, where that is on another computer. */
  "mcp.finishSignIn": () => mcpName.extend({ address: typedText }),
  /** Gives a sign-in up that is on its way. */
  "mcp.cancelSignIn": () => mcpName,
  /** Gives the server's token back, as far as it takes it back, and forgets it. */
  "mcp.signOut": () => mcpName,
  /** Its tools are as they should be now. */
  "mcp.accept": () => mcpName,
  /**
   * Whether these tools run without asking; until that is said each call of them asks. A tool that is not what its
   * fingerprint says is a `conflict`, and none of them is changed.
   */
  "mcp.allow": () =>
    mcpName.extend({
      tools: z.array(z.object({ name: z.string().max(1000), fingerprint: z.string().max(100) })).max(2000),
      isAllowed: z.boolean(),
    }),
  /** Where speech is put into words. */
  "transcription.describe": () => z.object({}),
  /** Well-known models of speech, as `provider/model`. */
  "transcription.models": () => z.object({}),
  /** Recordings may go to this base address from now on. */
  "transcription.agree": () => z.object({ address: z.string().max(4096) }),
  /**
   * Puts a recording into words: an attachment by its path, or one that is kept nowhere. Progress is told under `id`.
   * `seconds`: how long it is, where the sender knows. Before the endpoint was agreed to it is `forbidden`.
   */
  "transcription.start": () =>
    inSession.extend({
      id: transcriptionIdSchema,
      recording: z.union([
        z.object({ kind: z.literal("attachment"), path: z.string().max(4096) }),
        z.object({ kind: z.literal("bytes"), name: z.string().min(1).max(200), base64: attachedBase64 }),
      ]),
      seconds: z.number().min(0).max(1_000_000).optional(),
    }),
  /** What was begun under this id is asked no further. */
  "transcription.stop": () => z.object({ id: transcriptionIdSchema }),
  /** Sends a short sound to what is chosen. */
  "transcription.test": () => z.object({}),
  /** A recording that went with a message, to listen to. */
  "transcription.recording": () => inSession.extend({ path: z.string().max(4096) }),
  "web.describeSearch": () => z.object({}),
  /** An empty key takes away the one that is kept; one that is left out stays. */
  "web.saveSearch": () =>
    z.object({
      provider: z.enum(searchProviderNames),
      apiKey: z.string().max(4096).optional(),
      baseUrl: z.string().max(4096).optional(),
    }),
  /** Searches for one plain word. */
  "web.testSearch": () => z.object({}),
  "context.describe": () => inSession,
  /** What was used between two moments (ms since 1970; `to` is not in it), with the limits that are in force now. */
  "usage.report": () => usagePeriod.extend({ by: z.enum(["model", "chat", "automation"]).default("model") }),
  /** Every call of the period as CSV. */
  "usage.export": () => usagePeriod,
  /** The limits that hold for a chat, or for this day and month alone. */
  "usage.budgets": () => z.object({ sessionKey: sessionKeySchema.optional() }),
  /** Lets a chat, this day or this month have the same limit once more; then `chat.resume` goes on with what was stopped. */
  "usage.allow": () => inSession.extend({ scope: budgetScopeSchema }),
  "approval.list": () => z.object({}),
  "approval.answer": () =>
    z.object({
      approvalId: approvalIdSchema,
      decision: approvalDecisionSchema,
      note: z.string().max(2000).optional(),
      /** Allows the like from now on, as it was offered with the question. */
      remember: rememberSchema.optional(),
    }),
  "rules.list": () => z.object({}),
  "rules.add": () => z.object({ effect: z.enum(["allow", "deny"]), match: ruleMatchSchema, scope: ruleScopeSchema }),
  "rules.change": () =>
    z.object({
      id: z.string().max(100),
      effect: z.enum(["allow", "deny"]).optional(),
      scope: ruleScopeSchema.optional(),
    }),
  "rules.remove": () => z.object({ id: z.string().max(100) }),
  /** What was decided about calls, newest first; `before` is the time of the last line that is known. */
  "rules.decisions": () =>
    z.object({ before: z.string().max(40).optional(), limit: z.number().int().min(1).max(1000).default(100) }),
  "trust.list": () => z.object({}),
  /**
   * Whether the work folder of this chat is trusted, and what lies in it that would count then. `workFolder`: the one that a
   * chat without a message is going to work in.
   */
  "trust.look": () => inSession.extend({ workFolder: z.string().max(4096).optional() }),
  "trust.set": () => z.object({ folder: z.string().min(1).max(4096), isTrusted: z.boolean() }),
  "settings.get": () => z.object({}),
  /** A deep patch; `null` takes the default again. */
  "settings.update": () => z.object({ patch: z.record(z.string(), z.unknown()) }),
  "system.status": () => z.object({}),
  "system.doctor": () => z.object({}),
  /** The doctor's words about the proxy alone. */
  "system.proxy": () => z.object({}),
  /** Commands that stay, of a chat or of all. */
  "commands.list": () => z.object({ sessionKey: sessionKeySchema.optional() }),
  /** What one of them wrote: its head and its end. */
  "commands.output": () => inSession.extend({ id: z.string().max(100) }),
  /** Ends it with all that it started; answers once it is gone. */
  "commands.stop": () => z.object({ id: z.string().max(100) }),
  /** Whether this machine can confine commands; the first call tries it. */
  "sandbox.describe": () => z.object({}),
  "system.paths": () => z.object({}),
  /** Asks the owner of the home to end as if its person had ended it; it closes its connections when it is done. */
  "system.end": () => z.object({}),
  /** Opens one of the paths of `system.paths` in the file manager, or a web address in the browser. */
  "system.open": () => z.object({ target: z.string().max(4096) }),
  "events.subscribe": () =>
    z.object({
      topics: z.array(z.string()).max(50),
      since: z.object({ epoch: z.string(), seq: z.number().int() }).optional(),
    }),
  "events.unsubscribe": () => z.object({}),
} as const;

export type RouteName = keyof typeof routeInputs;
/** As a handler gets it: parsed, defaults filled in. */
export type RouteInput<Route extends RouteName> = z.output<ReturnType<(typeof routeInputs)[Route]>>;
/** As a caller writes it; branded ids may be plain text. */
export type RouteCall<Route extends RouteName> = z.input<ReturnType<(typeof routeInputs)[Route]>>;
export type RouteOutput<Route extends RouteName> = RouteOutputs[Route];

export function isRouteName(name: string): name is RouteName {
  return Object.hasOwn(routeInputs, name);
}
