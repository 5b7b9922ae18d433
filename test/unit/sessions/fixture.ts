import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createSessionStore } from "../../../src-main/sessions/create-session-store.ts";
import { createPrivateChats } from "../../../src-main/sessions/private-chats.ts";
import type { Session, SessionStore } from "../../../src-main/sessions/session-store.ts";
import type { Database } from "../../../src-main/storage/database.ts";
import { createDatabase } from "../../../src-main/storage/database.ts";
import type { FileSystem } from "../../../src-main/storage/file-system.ts";
import { nodeFileSystem } from "../../../src-main/storage/file-system.ts";
import { fileNameOf } from "../../../src-main/storage/session-file/file-name.ts";
import type { MessageId, SessionKey } from "../../../src-preload/contract/ids.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { MarkerOf, Message } from "../../../src-preload/contract/records.ts";
import type { Result } from "../../../src-preload/contract/result.ts";
import { threadScripts } from "../../support/thread-scripts.ts";

export const start = Date.parse("2026-11-27T23:01:00.000Z");
export const keyOf = (key: string): SessionKey => sessionKeySchema.parse(key);
export const idOf = (id: string): MessageId => messageIdSchema.parse(id);
export const runOf = (id: string) => runIdSchema.parse(id);
export const approvalOf = (id: string) => approvalIdSchema.parse(id);
export const timeAt = (seconds: number) => new Date(start + seconds * 1000).toISOString();

type Extra = Partial<Pick<Message, "runId" | "hidden" | "timestamp">>;
function base(id: string, parentId: string | null, content: string, extra: Extra = {}) {
  const common = { id: idOf(id), parentId: parentId === null ? null : idOf(parentId), content, timestamp: timeAt(1) };
  return { ...common, ...extra };
}
export function user(id: string, parentId: string | null, content = `user ${id}`, extra: Extra = {}): Message {
  return { ...base(id, parentId, content, extra), role: "user" };
}
export function assistant(id: string, parentId: string | null, content = `answer ${id}`, extra: Extra = {}): Message {
  return { ...base(id, parentId, content, extra), role: "assistant" };
}
export function calling(id: string, parentId: string, callIds: readonly string[], extra: Extra = {}): Message {
  const calls = callIds.map((callId) => ({
    id: callId,
    type: "function" as const,
    function: { name: "exec", arguments: "{}" },
  }));
  return { ...base(id, parentId, "", extra), role: "assistant", tool_calls: calls };
}
export function toolResult(id: string, parentId: string, callId: string, extra: Extra = {}): Message {
  return { ...base(id, parentId, "done", extra), role: "tool", tool_call_id: callId, name: "exec" };
}
export function request(approvalId: string, messageId: string, callId: string): MarkerOf<"approval-request"> {
  const subject = {
    tool: "exec",
    effect: "execute",
    title: "run ls",
    body: "ls",
    bodyKind: "command",
    where: "/w",
    reversible: false,
  } as const;
  return {
    _type: "approval-request",
    timestamp: timeAt(2),
    approvalId: approvalOf(approvalId),
    runId: runOf("r1"),
    messageId: idOf(messageId),
    callId,
    subject: { ...subject, reason: "It runs a command." },
  };
}
export function decision(
  approvalId: string,
  choice: "allow-once" | "deny",
  note?: string,
): MarkerOf<"approval-decision"> {
  const marker = { _type: "approval-decision", timestamp: timeAt(3), approvalId: approvalOf(approvalId) } as const;
  return { ...marker, decision: choice, by: "you", ...(note === undefined ? {} : { note }) };
}
export function runEnd(runId: string, reason: MarkerOf<"run-end">["reason"] = "answer"): MarkerOf<"run-end"> {
  return { _type: "run-end", timestamp: timeAt(4), runId: runOf(runId), reason, usage: null };
}
export function head(id: string | null): MarkerOf<"head"> {
  return { _type: "head", timestamp: timeAt(5), messageId: id === null ? null : idOf(id) };
}
export function queued(id: string, content = `queued ${id}`): MarkerOf<"queued"> {
  return { _type: "queued", timestamp: timeAt(1), entry: { id: idOf(id), content, whenBusy: "queue" } };
}

/** A conversation of `turns` turns, two messages each: `m0` `m1` … */
export function conversation(turns: number, from = 0): Message[] {
  return Array.from({ length: turns }, (_, turn) => {
    const at = from + turn * 2;
    return [user(`m${at}`, at === 0 ? null : `m${at - 1}`), assistant(`m${at + 1}`, `m${at}`)];
  }).flat();
}

export const metadata = (key: string) =>
  JSON.stringify({ _type: "metadata", version: 1, key, createdAt: new Date(start).toISOString() });
export const linesOf = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");

export function unwrap<Value>(result: Result<Value, unknown>): Value {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`);
  return result.value;
}
export const idsOf = (messages: readonly { readonly id: string }[]): string[] => messages.map(({ id }) => id);

export interface Home {
  readonly folder: string;
  readonly sessions: string;
  readonly backups: string;
  readonly trash: string;
  readonly databasePath: string;
  readonly logged: string[];
  pathOf(key: string): string;
  text(key: string): Promise<string>;
  write(key: string, content: string | Buffer): Promise<void>;
  /** A store as a new process would have it. */
  store(options?: { files?: FileSystem; memoryWindow?: number; database?: Database }): SessionStore;
  database(): Database;
  /** The session as a new process would read it. */
  reload(key: string, memoryWindow?: number): Promise<Session>;
}

/** A home in a temporary folder; everything that is opened in it is closed at the end of the test. */
export async function createHome(): Promise<Home> {
  const folder = await mkdtemp(join(tmpdir(), "perch-sessions-"));
  const sessions = join(folder, "workspace", "sessions");
  const [backups, trash, databasePath] = [join(folder, "backups"), join(folder, "trash"), join(folder, "perch.db")];
  await mkdir(sessions, { recursive: true });
  const closers: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  onTestFinished(async () => {
    for (const close of closers.reverse()) await close();
  });
  const logged: string[] = [];
  const log = (_: string, message: string, data: Readonly<Record<string, unknown>> = {}) => {
    const { linesFromEnd } = data;
    logged.push(linesFromEnd === undefined ? message : `${message} ${JSON.stringify({ linesFromEnd })}`);
  };
  let now = start;
  const clock = { now: () => now++ };
  const worker = threadScripts.databaseWorker;

  const home: Home = {
    folder,
    sessions,
    backups,
    trash,
    databasePath,
    logged,
    pathOf: (key) => join(sessions, fileNameOf(keyOf(key))),
    text: (key) => readFile(home.pathOf(key), "utf8"),
    write: (key, content) => writeFile(home.pathOf(key), content),
    database() {
      const options = { worker, path: databasePath, sessionsFolder: sessions, backupsFolder: backups, log, clock };
      const database = createDatabase(options);
      closers.push(() => database.close());
      return database;
    },
    store({ files = nodeFileSystem, memoryWindow = 100, database = home.database() } = {}) {
      const folders = {
        sessionsFolder: sessions,
        backupsFolder: backups,
        trashFolder: trash,
        attachmentsFolder: join(folder, "workspace", "attachments"),
      };
      const host = { ...clock, log, platform: process.platform };
      const privateChats = createPrivateChats({ folder: join(folder, "private"), files, log });
      const options = { host, files, database, ...folders, privateChats, memoryWindow: async () => memoryWindow };
      const store = createSessionStore(options);
      closers.push(() => store.close());
      return store;
    },
    async reload(key, memoryWindow = 100) {
      return unwrap(await home.store({ memoryWindow }).find(keyOf(key)));
    },
  };
  return home;
}
