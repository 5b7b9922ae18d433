import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Session } from "../sessions/session-store.ts";
import type { FileChange } from "../storage/file-change.ts";
import { type TextKey, text } from "../words.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { createRecordMint } from "./records.ts";

const words: Readonly<Record<FileChange["kind"], TextKey>> = {
  vanished: "session.fileVanished",
  replaced: "session.fileReplaced",
  shortened: "session.fileShortened",
  grown: "session.fileGrown",
};

/** Says in a chat, once while this process is on, that another program changed its file. */
export function createFileNotice(
  deps: Pick<AgentDependencies, "host" | "ids" | "journal">,
): (session: Session, change: FileChange) => void {
  const told = new Set<SessionKey>();
  const records = createRecordMint(deps.host, deps.ids);
  return (session, { kind, restored, atRelease }) => {
    if (atRelease || told.has(session.key)) return;
    told.add(session.key);
    const notice = text(words[kind], { count: restored });
    // Not awaited: it is told of within an append, which this one waits for.
    void deps.journal
      .append(session, (head) => [records.notice(head, notice)])
      .then((said) => {
        if (!said.ok) deps.host.log("warn", "a notice was not saved", { key: session.key, reason: said.error.message });
      });
  };
}
