import { contractError } from "../../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { ImportPreview, ImportResult, ImportRow } from "../../../src-preload/contract/transfer.ts";
import { createLane } from "../../bus/lane.ts";
import type { Clock } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { text } from "../../words.ts";
import type { SessionStore } from "../session-store.ts";
import { missingIn } from "./bring-in.ts";
import type { ChatRecords } from "./chat-records.ts";
import { createImportFiles } from "./import-file.ts";
import { createImportWalk, type ImportProgress, type NamedImport } from "./import-walk.ts";

export interface ChatImportParts {
  readonly files: FileSystem;
  readonly clock: Pick<Clock, "now" | "setTimer">;
  readonly folder: string;
  readonly sessions: Pick<SessionStore, "view">;
  /** Writes what a chat lacks of an export, and answers how many messages that were. */
  readonly bringIn: (chat: ChatRecords) => AsyncResult<{ readonly isNew: boolean; readonly messages: number }>;
  readonly onProgress: (progress: ImportProgress) => void;
  readonly onUnremoved: (path: string, cause: unknown) => void;
}

export interface ChatImport extends AsyncDisposable {
  bring(id: string, offset: number, bytes: Buffer): AsyncResult<number>;
  preview(file: NamedImport): AsyncResult<ImportPreview>;
  /** The chats with these ids, or all: each whole or not at all. */
  run(file: NamedImport, chats: readonly string[] | null): AsyncResult<ImportResult>;
  drop(id: string): Promise<void>;
}

/** Takes over chats of other programs: looked at first, then brought in, one file after the other. */
export function createChatImport(parts: ChatImportParts): ChatImport {
  const inTurn = createLane();
  const working = new Map<string, AbortController>();
  const held = createImportFiles({ ...parts, isBusy: (id) => working.has(id) });
  const walk = createImportWalk({ ...parts, held, working });

  async function rowOf(chat: ChatRecords): AsyncResult<ImportRow["state"]> {
    const there = await parts.sessions.view(chat.key);
    if (!there.ok) return there.error.code === "not-found" ? ok("new") : there;
    const missing = await missingIn(there.value, chat);
    if (!missing.ok) return missing;
    return ok(missing.value.length === 0 ? "same" : "longer");
  }

  async function preview(file: NamedImport): AsyncResult<ImportPreview> {
    const rows = new Map<SessionKey, ImportRow>();
    const walked = await walk(file, async (chat) => {
      const state = await rowOf(chat);
      if (!state.ok) return state;
      const { key, title, updatedAt, source } = chat;
      // The first message says where it comes from, and was not said in it.
      const messages = chat.messages.length - 1;
      const before = rows.get(key)?.messages ?? 0;
      if (messages >= before) rows.set(key, { id: key, source, title, updatedAt, messages, state: state.value });
      return ok(undefined);
    });
    if (!walked.ok) return walked;
    if (walked.value.isStopped) return fail(contractError("cancelled", text("import.stopped")));
    return ok({ chats: [...rows.values()], ...walked.value.broken.told() });
  }

  async function run(file: NamedImport, chosen: readonly string[] | null): AsyncResult<ImportResult> {
    const wanted = chosen === null ? null : new Set(chosen);
    const count = { added: 0, grown: 0, unchanged: 0, messages: 0 };
    const walked = await walk(file, async (chat, broken) => {
      if (wanted !== null && !wanted.has(chat.key)) return ok(undefined);
      const brought = await parts.bringIn(chat);
      if (!brought.ok) {
        // A full disk takes no other chat either.
        if (brought.error.code === "disk-full" || brought.error.code === "read-only") return brought;
        broken.add(chat.title, brought.error.message);
        return ok(undefined);
      }
      const { isNew, messages } = brought.value;
      count[isNew ? "added" : messages > 0 ? "grown" : "unchanged"] += 1;
      count.messages += messages;
      return ok(undefined);
    });
    if (!walked.ok) return walked;
    return ok({ ...count, ...walked.value.broken.told(), isStopped: walked.value.isStopped });
  }

  return {
    bring: held.bring,
    preview: (file) => inTurn(() => preview(file)),
    run: (file, chats) => inTurn(() => run(file, chats)),
    async drop(id) {
      const on = working.get(id);
      if (on === undefined) await held.drop(id);
      else on.abort();
    },
    async [Symbol.asyncDispose]() {
      for (const stop of working.values()) stop.abort();
      await inTurn(async () => held[Symbol.asyncDispose]());
    },
  };
}
