import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import type { AssistantMessage, MessageError, ToolMessage, UserMessage } from "../../src-preload/contract/records.ts";
import type { SessionView } from "../../src-preload/contract/reducers/session.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { RunNews } from "../../src-preload/contract/run-news.ts";
import { stepKey, stepObject, wordsOfStep } from "../../src-preload/contract/step-words.ts";
import { diffCounts } from "../ui/diff-counts.ts";
import { isTextKey, text } from "../ui/text.ts";

/** A file that was changed, and by how many lines. */
export interface ChangedFile {
  /** Absolute. */
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly status: "added" | "modified" | "deleted" | "renamed";
  /** A file tool wrote it, or a command did. */
  readonly by: "tool" | "command";
}

/** What a turn did to files, as the list of changes has it. */
export interface TurnChanges {
  /** In the order of their first change. */
  readonly files: readonly ChangedFile[];
  /** How many more there are. */
  readonly more: number;
}

export interface RunStep {
  readonly callId: string;
  /** What was done, or was to be. */
  readonly words: string;
  readonly status: "ok" | "error" | "denied" | "interrupted" | null;
  readonly durationMs: number | null;
}

/** The last run of a chat, as its messages tell it: the same after a reload. */
export interface RunFacts {
  readonly runId: RunId;
  readonly isOn: boolean;
  /** Those that wrote, in the order of their first word. */
  readonly models: readonly string[];
  readonly startedAt: number;
  /** Milliseconds, without those that a person took to decide; while it is on, until its last message. */
  readonly durationMs: number;
  /** How often a model was asked. */
  readonly requests: number;
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
  /** Dollars; null where nothing tells it. */
  readonly cost: number | null;
  readonly files: readonly ChangedFile[];
  readonly steps: readonly RunStep[];
  readonly error: MessageError | null;
}

/** Null where the messages that are known hold no run. */
export function lastRunFacts({ messages, run }: Pick<SessionView, "messages" | "run">): RunFacts | null {
  const all = messages.map(({ message }) => message);
  const runId = all.findLast((message) => message.role === "assistant")?.runId ?? run?.runId;
  const isOn = run !== null && run.end === null;
  const wanted = isOn ? run.runId : runId;
  if (wanted === undefined) return null;
  const own = all.filter((message) => message.role !== "system" && message.runId === wanted);
  const replies = own.filter((message): message is AssistantMessage => message.role === "assistant");
  const results = own.filter((message): message is ToolMessage => message.role === "tool");
  const asked = own.find((message): message is UserMessage => message.role === "user");
  const first = asked ?? own[0];
  const startedAt = first === undefined ? (run?.startedAt ?? 0) : Date.parse(first.timestamp);
  const endedAt = Math.max(startedAt, ...own.map(({ timestamp }) => Date.parse(timestamp)));
  const waited = results.reduce((sum, { details }) => sum + (details?.waitedMs ?? 0), 0);
  return {
    runId: wanted,
    isOn,
    models: [...new Set(replies.flatMap(({ model }) => (model === undefined ? [] : [model])))],
    startedAt,
    durationMs: Math.max(0, endedAt - startedAt - waited),
    requests: replies.filter(({ usage }) => usage !== undefined).length,
    tokens: tokensOf(replies),
    cost: costOf(replies),
    files: changesOfCalls(results).files,
    steps: replies.flatMap((reply) => stepsOf(reply, results)),
    error: replies.at(-1)?.error ?? run?.end?.error ?? null,
  };
}

/** What calls did to files, laid on each other; what changed nothing is none. */
export function changesOfCalls(results: readonly (ToolMessage | null)[]): TurnChanges {
  const files = new Map<string, ChangedFile>();
  let more = 0;
  for (const { details } of results.flatMap((result) => result ?? [])) {
    if (details?.runNews === undefined) addOwn(files, details);
    else {
      addNews(files, details.runNews);
      more = details.runNews.more;
    }
  }
  return { files: [...files.values()], more };
}

function addNews(files: Map<string, ChangedFile>, news: RunNews): void {
  for (const { path, status, by, added = 0, removed = 0 } of news.files) {
    if (status === "none") files.delete(path);
    else files.set(path, { path, status, by, added, removed });
  }
}

/** What a call tells of itself, where nothing was told of its run: of before that was written down. */
function addOwn(files: Map<string, ChangedFile>, details: ToolMessage["details"]): void {
  const { status: callStatus, path: written, diff = "", changed = [] } = details ?? {};
  const add = (file: ChangedFile): void => {
    const { added = 0, removed = 0 } = files.get(file.path) ?? {};
    files.set(file.path, { ...file, added: file.added + added, removed: file.removed + removed });
  };
  // Also of a command that failed: it may have done half of it.
  for (const { path, status, added = 0, removed = 0 } of changed) add({ path, status, by: "command", added, removed });
  if (callStatus !== "ok" || written === undefined || diff === "") return;
  const counts = diffCounts(diff);
  add({ path: written, status: counts.removed === 0 ? "added" : "modified", by: "tool", ...counts });
}

function tokensOf(replies: readonly AssistantMessage[]): RunFacts["tokens"] {
  const used = replies.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  if (used.length === 0) return null;
  return {
    prompt: used.reduce((sum, usage) => sum + usage.promptTokens, 0),
    completion: used.reduce((sum, usage) => sum + usage.completionTokens, 0),
  };
}

/** A part of a cost is none. */
function costOf(replies: readonly AssistantMessage[]): number | null {
  const asked = replies.filter(({ usage }) => usage !== undefined);
  if (asked.length === 0 || asked.some(({ cost }) => cost === undefined)) return null;
  return asked.reduce((sum, { cost = 0 }) => sum + cost, 0);
}

function stepsOf(reply: AssistantMessage, results: readonly ToolMessage[]): readonly RunStep[] {
  return (reply.tool_calls ?? []).map((call) => {
    const details = results.find((result) => result.tool_call_id === call.id)?.details;
    const told = reply.steps?.find((step) => step.callId === call.id);
    const words = wordsOfStep({ tool: call.function.name, words: told?.words });
    const key = details?.status === "error" ? stepKey(words, "failed", isTextKey) : words.done;
    const object = stepObject(words, argumentsOf(call.function.arguments));
    return {
      callId: call.id,
      words: text(isTextKey(key) ? key : "step.tool", {
        tool: told?.label ?? call.function.name,
        object: revealLine(object === "." ? text("step.workFolder") : object),
      }).trim(),
      status: details?.status ?? null,
      durationMs: details?.durationMs ?? null,
    };
  });
}

function argumentsOf(argumentsText: string): Readonly<Record<string, unknown>> {
  try {
    const parsed = parseBoundedJson(argumentsText);
    return typeof parsed === "object" && parsed !== null ? Object.fromEntries(Object.entries(parsed)) : {};
  } catch {
    // A model wrote it: the row of the step shows it as the text it is.
    return {};
  }
}

/** The name of a file below the work folder, with `/`; null for one that lies elsewhere. */
export function pathInFolder(path: string, folder: string): string | null {
  const [file, top] = [path.replaceAll("\\", "/"), folder.replaceAll("\\", "/").replace(/\/$/, "")];
  return top !== "" && file.startsWith(`${top}/`) ? file.slice(top.length + 1) : null;
}
