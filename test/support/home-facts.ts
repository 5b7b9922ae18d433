import type { JobView } from "../../src-preload/contract/automations.ts";
import { sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { type Report, reportSchema } from "../../src-preload/contract/inbox.ts";
import type { SessionState, SessionSummary } from "../../src-preload/contract/session.ts";

/* What a shell may know of a home, for tests of what it makes of it. */

export function chatRow(key: string, state: SessionState, title = key): SessionSummary {
  return {
    key: sessionKeySchema.parse(key),
    title,
    createdAt: 1,
    updatedAt: 1,
    state,
    pinned: false,
    archived: false,
    preview: "",
    damagedLines: 0,
    missing: false,
  };
}

export function reportOf(id: string, more: Partial<Report>): Report {
  return reportSchema.parse({ id, at: 5, kind: "result", title: id, text: "", ...more });
}

/** A job as far as the shell looks at it. */
export function jobAt(name: string, next: number | null): JobView {
  return { job: { name }, next } as JobView;
}
