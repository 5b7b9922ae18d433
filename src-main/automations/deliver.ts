import type { Job, SlotLine } from "../../src-preload/contract/automations.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { ReportDraft } from "../../src-preload/contract/inbox.ts";
import { ok } from "../../src-preload/contract/result.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Host, Log } from "../host.ts";
import type { Reports } from "../inbox/reports.ts";
import { clockWords, dayWords } from "../local-day.ts";
import { text } from "../words.ts";

interface DeliveryParts {
  readonly loop: AgentLoop;
  readonly reports: Pick<Reports, "add">;
  readonly log: Log;
  /** By the person's clock. */
  readonly localTime: Host["localTime"];
}

type EndedLine = Extract<SlotLine, { kind: "ended" }>;

/** Brings what came of jobs to where the person wants it. What cannot be brought to its chat comes to the Inbox. */
export interface Delivery {
  ended(job: Job, line: EndedLine): Promise<void>;
  missed(job: Job, line: Extract<SlotLine, { kind: "missed" | "asked" }>): Promise<void>;
  stopped(job: Job, reason: string): Promise<void>;
}

export function createDelivery({ loop, reports, log, localTime }: DeliveryParts): Delivery {
  function shown(moment: string): string {
    const local = localTime(Date.parse(moment));
    return `${dayWords(local)} ${clockWords(local)}`;
  }

  async function report(draft: ReportDraft): Promise<void> {
    const added = await reports.add(draft);
    if (!added.ok) log("error", "a report could not be kept", { title: draft.title, reason: added.error.message });
  }

  async function strangerIn(sessionKey: SessionKey): Promise<string | null> {
    const found = await loop.use(sessionKey, async ({ session }) =>
      ok(session.context.map(strangerOf).find((stranger) => stranger !== null) ?? null),
    );
    return found.ok ? found.value : null;
  }

  /** False where that chat is gone, or waits for the person. */
  async function toldInChat(chat: SessionKey, job: Job, line: EndedLine): Promise<boolean> {
    const { sessionKey } = line;
    const stranger = job.kind === "reminder" ? null : await strangerIn(sessionKey);
    const told = await loop.use(chat, (runner) => runner.tell(line.said, { name: job.name, sessionKey, stranger }));
    return told.ok;
  }

  return {
    async ended(job, line) {
      const { outcome, said, reason, sessionKey } = line;
      const about = { title: job.name, jobId: job.id, sessionKey };
      if (outcome === "stopped") return;
      if (outcome !== "done") {
        if (job.notify !== "never") await report({ ...about, kind: "failure", text: reason });
        return;
      }
      if (said === "") return;
      if (job.deliverTo !== null && (await toldInChat(job.deliverTo, job, line))) return;
      if (job.kind === "reminder") await report({ ...about, kind: "reminder", text: said, sessionKey: null });
      else if (job.notify === "always") await report({ ...about, kind: "result", text: said });
    },
    missed: (job, line) =>
      report({
        kind: line.kind,
        title: job.name,
        text:
          line.kind === "asked"
            ? text("job.asked", { due: shown(line.due) })
            : text("job.missed", { count: line.count, due: shown(line.due), until: shown(line.until) }),
        jobId: job.id,
        sessionKey: null,
      }),
    stopped: (job, reason) =>
      report({
        kind: "stopped",
        title: job.name,
        text: text("job.stopped", { reason }),
        jobId: job.id,
        sessionKey: null,
      }),
  };
}
