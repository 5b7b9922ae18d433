import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import type { ExportPart } from "../../src-preload/contract/transfer.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { ExportAsked } from "../sessions/export/export-chat.ts";
import type { ChatImport } from "../sessions/import/chat-import.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { DomainHandlers } from "./router.ts";

/** The routes of `session.` that carry chats out and in. */
export type TransferRoute = `session.${"export" | "bring" | "preview" | "import" | "dropImport"}`;

export interface TransferHandlerNeeds {
  readonly loop: Pick<AgentLoop, "use">;
  readonly exportPart: (session: Session, asked: ExportAsked) => AsyncResult<ExportPart>;
  /** Loaded when somebody imports. */
  readonly openImport: () => Promise<ChatImport>;
}

export function createTransferHandlers({
  loop,
  exportPart,
  openImport,
}: TransferHandlerNeeds): Pick<DomainHandlers<"session">, TransferRoute> {
  return {
    async "session.export"({ sessionKey, format, before }) {
      if (isPrivateKey(sessionKey)) return fail(contractError("forbidden", text("chat.privateExport")));
      return loop.use(sessionKey, ({ session }) => exportPart(session, { format, before }));
    },
    async "session.bring"({ importId, offset, base64 }) {
      const brought = await (await openImport()).bring(importId, offset, Buffer.from(base64, "base64"));
      return brought.ok ? ok({ received: brought.value }) : brought;
    },
    "session.preview": async (file) => (await openImport()).preview(file),
    "session.import": async ({ chats, ...file }) => (await openImport()).run(file, chats),
    async "session.dropImport"({ importId }) {
      await (await openImport()).drop(importId);
      return ok({});
    },
  };
}
