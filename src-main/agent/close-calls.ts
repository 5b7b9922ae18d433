import type { RunId } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { Session } from "../sessions/session-store.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";

/** Gives every call of the last reply that has no result (or those of `only`) one that says why: without it a chat is broken. */
export async function closeOpenCalls(
  deps: Pick<AgentDependencies, "journal">,
  records: RecordMint,
  run: { readonly session: Session; readonly runId: RunId },
  content: string,
  only?: ReadonlySet<string>,
): AsyncResult<unknown> {
  const open = run.session.openCalls.filter(({ callId }) => only?.has(callId) !== false);
  if (open.length === 0) return ok(undefined);
  return deps.journal.append(
    run.session,
    (head) => {
      let parent = head;
      return open.map((call) => {
        const output = {
          callId: call.callId,
          name: call.name,
          content,
          details: { status: "interrupted" as const, code: "cut-off" },
        };
        const record = records.tool(parent, run.runId, output);
        parent = record.id;
        return record;
      });
    },
    run.runId,
  );
}
