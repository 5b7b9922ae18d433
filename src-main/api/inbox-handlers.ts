import { ok } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { AnswerReport } from "../inbox/answer-report.ts";
import type { Reports } from "../inbox/reports.ts";
import type { DomainHandlers } from "./router.ts";

export interface InboxDependencies {
  readonly reports: Reports;
  /** The person has read these. */
  readonly read: (ids: readonly string[]) => Promise<void>;
  readonly answer: AnswerReport;
}

export function createInboxHandlers({ reports, answer, read }: InboxDependencies): DomainHandlers<"inbox"> {
  return {
    async "inbox.list"() {
      const listed = await reports.list();
      return listed.ok ? ok({ reports: listed.value }) : listed;
    },
    async "inbox.seen"({ ids }) {
      await read(ids);
      const seen = await reports.seen(ids);
      return seen.ok ? ok({}) : seen;
    },
    async "inbox.remove"({ id }) {
      // Who throws it away has looked at it.
      await read([id]);
      const removed = await reports.remove(id);
      return removed.ok ? ok({}) : removed;
    },
    async "inbox.restore"({ id }) {
      const restored = await reports.restore(id);
      return restored.ok ? ok({}) : restored;
    },
    "inbox.answer": (input: RouteInput<"inbox.answer">, caller) => answer(input, caller),
  };
}
