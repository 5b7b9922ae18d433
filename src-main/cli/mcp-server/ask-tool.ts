import { isAbsolute } from "node:path";
import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { Connection } from "../../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { type ApprovalId, createIdMint, type SessionKey, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { isMoreThanWords } from "../../../src-preload/contract/more-than-words.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { isProgramKey, programChannel } from "../../../src-preload/contract/session-key.ts";
import type { Host } from "../../host.ts";
import { text } from "../../words.ts";
import { watchSession } from "../run-watch.ts";
import { endOf } from "../run-words.ts";
import { askFor } from "./ask-for.ts";
import type { SharedHome } from "./home-line.ts";
import { failed, said } from "./tool-answers.ts";

export interface Question {
  readonly question: string;
  /** A chat of another program that it goes on with; a new one where it is left out. */
  readonly chat?: string | undefined;
  /** Absolute, of a new chat alone; where it is left out, `startFolder` says. */
  readonly folder?: string | undefined;
}

export interface AskParts {
  readonly home: SharedHome;
  /** Null: the one that Perch has for new chats. */
  readonly startFolder: string | null;
  readonly context: Pick<ServerContext, "mcpReq">;
  /** Why a chat of a program may not work there, as a sentence; null where it may. */
  readonly problemOfFolder: (folder: string) => Promise<string | null>;
  readonly host: Pick<Host, "createId" | "setTimer">;
  /** The other program can show a form. */
  readonly canElicit: boolean;
}

/** Sends one question and waits for the end of its run; the answer names the chat, so that the next question can go on in it. */
export async function ask({ question, chat, folder }: Question, parts: AskParts): Promise<CallToolResult> {
  const { home, startFolder, context, host } = parts;
  const { connection } = home;
  const wrong = await problemOf({ question, chat, folder }, parts);
  if (wrong !== null) return failed(wrong);
  const key = await chatOf(chat, connection);
  if (!key.ok) return failed(key.error.message);
  // The person sets a mode in Perch: what a program begins asks.
  const begun = { mode: "ask" as const, ...placeOf(folder ?? startFolder) };
  using run = followRun(key.value, parts);
  const watch = await watchSession(lineOf(home, run), key.value, { onEvent: run.event });
  if (!watch.ok) return failed(watch.error.message);
  const messageId = createIdMint(host.createId).message();
  // Another call may wait in the same chat: it goes on.
  const stop = (): void => void connection.request("chat.stop", { sessionKey: key.value, messageId });
  const { signal } = context.mcpReq;
  signal.addEventListener("abort", stop, { once: true });
  try {
    const sent = await connection.request("chat.send", {
      sessionKey: key.value,
      text: question,
      messageId,
      whenBusy: "queue",
      whenAsked: "wait",
      ...(chat === undefined ? begun : {}),
    });
    if (!sent.ok) return failed(sent.error.message);
    const facts = { chat: key.value };
    if (sent.value.kind === "answered") return said(sent.value.text, facts);
    if (signal.aborted) stop();
    const end = await watch.value.endOf(messageId, sent.value.kind === "started" ? sent.value.runId : null);
    if (end.kind === "lost") return failed(text("mcpServe.lost", { chat: key.value }), facts);
    const { reason, text: answer } = end.event;
    return reason === "answer"
      ? said(answer, { ...facts, answer })
      : failed(
          [answer, endOf(end.event)].filter((part, at, all) => part !== "" && all.indexOf(part) === at).join("\n\n"),
          facts,
        );
  } finally {
    signal.removeEventListener("abort", stop);
    watch.value.stop();
  }
}

function placeOf(workFolder: string | null) {
  return workFolder === null ? {} : { workFolder };
}

/** A program says something: it gives no commands, moves no chat, and has none of the person's. */
async function problemOf({ question, chat, folder }: Question, { problemOfFolder }: AskParts): Promise<string | null> {
  if (isMoreThanWords(question)) return text("mcpServe.wordsOnly");
  if (chat !== undefined && !isProgramKey(chat)) return text("mcpServe.noChat", { chat });
  if (folder === undefined) return null;
  if (chat !== undefined) return text("mcpServe.chatHasFolder");
  return isAbsolute(folder) ? problemOfFolder(folder) : text("mcpServe.relativeFolder", { folder });
}

async function chatOf(chat: string | undefined, connection: Pick<Connection, "request">): AsyncResult<SessionKey> {
  if (chat === undefined) {
    const made = await connection.request("session.create", { channel: programChannel });
    return made.ok ? ok(made.value.summary.key) : made;
  }
  const key = sessionKeySchema.safeParse(chat);
  if (!key.success) return { ok: false, error: { code: "invalid-input", message: text("mcpServe.noChat", { chat }) } };
  const found = await connection.request("session.open", { sessionKey: key.data, limit: 1 });
  if (!found.ok) return found;
  return ok(key.data);
}

/** What is told of a run while it is on. */
interface FollowedRun extends Disposable {
  readonly event: (event: PerchEvent) => void;
  /** Hears no more once the call is over. */
  undo: () => void;
}

function lineOf({ hear, connection }: SharedHome, run: FollowedRun) {
  return {
    async subscribe(_: unknown, listener: Parameters<SharedHome["hear"]>[0]) {
      run.undo = hear(listener);
      return ok({ epoch: "", seq: 0, reset: false });
    },
    onClose: connection.onClose,
  };
}

const aliveMs = 15_000;

/** Steps as progress, and what needs a decision as a question, where the other program can ask; else as a word that it waits. */
function followRun(key: SessionKey, { home, context, host, canElicit }: AskParts): FollowedRun {
  const asked = new Map<ApprovalId, AbortController>();
  const { mcpReq } = context;
  const token = mcpReq._meta?.progressToken;
  let steps = 0;

  function tell(message: string): void {
    if (token === undefined) return;
    steps += 1;
    const params = { progressToken: token, progress: steps, message };
    mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  }

  // Programs give up a call of which they hear nothing.
  let signOfLife = host.setTimer(aliveMs, breathe);
  function breathe(): void {
    tell(text("mcpServe.atWork"));
    signOfLife = host.setTimer(aliveMs, breathe);
  }

  async function decide(approval: PendingApproval): Promise<void> {
    const over = new AbortController();
    asked.set(approval.approvalId, over);
    const answer = await askFor(approval, { elicit: mcpReq.elicitInput, signal: over.signal });
    asked.delete(approval.approvalId);
    if (answer === null) return tell(text("mcpServe.waits", { title: approval.subject.title }));
    await home.connection.request("approval.answer", { approvalId: approval.approvalId, ...answer });
  }

  return {
    undo: () => undefined,
    event(event) {
      if (!("sessionKey" in event) || event.sessionKey !== key) return;
      if (event.type === "tool-start") tell(`${event.label ?? event.tool}: ${event.title}`);
      if (event.type === "approval-decision") asked.get(event.approvalId)?.abort();
      if (event.type !== "approval-request") return;
      if (canElicit) void decide(event.approval);
      else tell(text("mcpServe.waits", { title: event.approval.subject.title }));
    },
    [Symbol.dispose]() {
      signOfLife[Symbol.dispose]();
      for (const over of asked.values()) over.abort();
      this.undo();
    },
  };
}
