import type { Job, SlotLine } from "../../src-preload/contract/automations.ts";
import { messageIdSchema, parseSessionKey, type SessionKey } from "../../src-preload/contract/ids.ts";
import type { ReportDraft } from "../../src-preload/contract/inbox.ts";
import { ok } from "../../src-preload/contract/result.ts";
import { strangerOf } from "../../src-preload/contract/stranger.ts";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { Host, Log } from "../host.ts";
import type { Letter, Outbox } from "../inbox/outbox.ts";
import type { Reports } from "../inbox/reports.ts";
import { clockWords, dayWords } from "../local-day.ts";
import { text } from "../words.ts";

interface DeliveryParts {
  readonly loop: Pick<AgentLoop, "use">;
  readonly reports: Pick<Reports, "add">;
  readonly outbox: Pick<Outbox, "keep" | "bring">;
  readonly log: Log;
  /** By the person's clock. */
  readonly localTime: Host["localTime"];
}

type EndedLine = Extract<SlotLine, { kind: "ended" }>;

/** Brings what came of jobs to where the person wants it. What cannot be brought to its chat comes to the Inbox. */
export interface Delivery {
  /** Keeps it in the outbox, from where it comes once whatever happens. */
  ending(job: Job, line: EndedLine): Promise<void>;
  /** Nothing is waited for: the chat that is told of it may be busy for long. */
  ended(): void;
  missed(job: Job, line: Extract<SlotLine, { kind: "missed" | "asked" }>): Promise<void>;
  stopped(job: Job, reason: string): Promise<void>;
}

/** What is said of the end of a run; null: nothing. */
function endReport(job: Job, line: EndedLine, stranger: string | null): ReportDraft | null {
  const { outcome, said, reason, sessionKey } = line;
  const about = { title: job.name, jobId: job.id, sessionKey, stranger };
  if (outcome === "stopped") return null;
  if (outcome !== "done") return job.notify === "never" ? null : { ...about, kind: "failure", text: reason };
  if (said === "") return null;
  if (job.kind === "reminder") return { ...about, kind: "reminder", text: said, sessionKey: null };
  return job.notify === "always" ? { ...about, kind: "result", text: said } : null;
}

export function createDelivery({ loop, reports, outbox, log, localTime }: DeliveryParts): Delivery {
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

  return {
    async ending(job, line) {
      const { sessionKey } = line;
      const stranger = job.kind === "reminder" ? null : await strangerIn(sessionKey);
      const instead = endReport(job, line, stranger);
      const to = line.outcome === "done" && line.said !== "" ? job.deliverTo : null;
      if (to === null && instead === null) return;
      const origin = { name: job.name, sessionKey: job.kind === "reminder" ? null : sessionKey };
      const letter: Letter = { id: letterId(line), to, text: line.said, origin, stranger, instead };
      const kept = await outbox.keep(letter);
      if (kept.ok) return;
      log("error", "the outbox could not be written", { job: job.name, reason: kept.error.message });
      if (instead !== null) await report(instead);
    },
    ended: () => void outbox.bring(),
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
        stranger: null,
      }),
    stopped: (job, reason) =>
      report({
        kind: "stopped",
        title: job.name,
        text: text("job.stopped", { reason }),
        jobId: job.id,
        sessionKey: null,
        stranger: null,
      }),
  };
}

/** Of the run: the next start, which may find its end unwritten, makes the same one. */
function letterId({ sessionKey }: EndedLine): Letter["id"] {
  const { chatId, threadId = "" } = parseSessionKey(sessionKey);
  return messageIdSchema.parse(`m_${threadId === "" ? chatId : threadId}`);
}
