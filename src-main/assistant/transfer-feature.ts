import { join } from "node:path";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import { createTransferHandlers } from "../api/transfer-handlers.ts";
import type { ChatRecords } from "../sessions/import/chat-records.ts";
import { text } from "../words.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { Transcripts } from "./transcripts.ts";

interface TransferNeeds {
  readonly loop: AgentLoop;
  readonly transcripts: Pick<Transcripts, "sessions" | "journal">;
}

/** Chats as they leave and as they come from elsewhere; its code is loaded with the first of them. */
export function createTransferFeature({ host, files, events }: Core, { loop, transcripts }: TransferNeeds) {
  const { sessions, journal } = transcripts;
  const held = new AsyncDisposableStack();

  async function bringIn(chat: ChatRecords): AsyncResult<{ readonly isNew: boolean; readonly messages: number }> {
    const { missingIn, recordsToBring } = await import("../sessions/import/bring-in.ts");
    return loop.begin(chat.key, async ({ session, activeRun }) => {
      if (activeRun !== null) return fail(contractError("busy", text("chat.busy")));
      const isNew = session.head === null;
      const missing = await missingIn(session, chat);
      if (!missing.ok) return missing;
      // The message that says where it comes from was not said in it.
      const messages = missing.value.length - (isNew ? 1 : 0);
      if (missing.value.length === 0) return ok({ isNew, messages: 0 });
      const timestamp = new Date(host.now()).toISOString();
      const written = await journal.bring(session, (head) => recordsToBring(chat, missing.value, { head, timestamp }));
      return written.ok ? ok({ isNew, messages }) : written;
    });
  }

  const openImport = once(async () => {
    const { createChatImport } = await import("../sessions/import/chat-import.ts");
    return held.use(
      createChatImport({
        files,
        clock: host,
        folder: join(host.paths.home, "imports"),
        sessions,
        bringIn,
        onProgress: (progress) => events.publish({ topic: "session", type: "import-progress", ...progress }),
        onUnremoved: (path, cause) =>
          host.log("warn", "a file of an import could not be removed", { path, error: String(cause) }),
      }),
    );
  });

  return {
    handlers: createTransferHandlers({
      loop,
      openImport,
      async exportPart(session, asked) {
        const [{ exportPart }, { safeName }] = await Promise.all([
          import("../sessions/export/export-chat.ts"),
          import("../files/safe-name.ts"),
        ]);
        return exportPart(session, asked, { now: () => host.now(), safeName });
      },
    }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
