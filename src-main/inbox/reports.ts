import { contractError } from "../../src-preload/contract/errors.ts";
import { type Report, type ReportDraft, reportSchema } from "../../src-preload/contract/inbox.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";

/** `inbox.json`: what was reported while nobody watched, as long as the person keeps it. */
export interface Reports {
  /** Newest first. */
  list(): AsyncResult<readonly Report[]>;
  add(draft: ReportDraft): AsyncResult<Report>;
  /** The person has seen these. */
  seen(ids: readonly string[]): AsyncResult<void>;
  /** `not-found` where it is gone. */
  remove(id: string): AsyncResult<void>;
}

interface ReportParts {
  readonly host: Pick<Host, "createId" | "now">;
  readonly files: FileSystem;
  readonly path: string;
  readonly changed: () => void;
}

const fileSchema = z.looseObject({ reports: z.array(reportSchema).default([]) });

/** The oldest ones go; every run is kept as a chat. */
const mostReports = 500;
const mostChars = 4000;

export function createReports({ host, files, path, changed }: ReportParts): Reports {
  const file = createJsonFile({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "inbox.json", reason }),
  });

  async function change(to: (reports: readonly Report[]) => readonly Report[]): AsyncResult<readonly Report[]> {
    const written = await file.update((content) => ({ ...content, reports: [...to(content.reports)] }));
    if (!written.ok) return written;
    changed();
    return ok(written.value.reports);
  }

  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok(read.value.reports.toReversed()) : read;
    },
    async add(draft) {
      const report: Report = {
        ...draft,
        text: draft.text.length > mostChars ? `${draft.text.slice(0, mostChars)} …` : draft.text,
        id: `i_${host.createId()}`,
        at: host.now(),
        isSeen: false,
      };
      const written = await change((reports) => [...reports, report].slice(-mostReports));
      return written.ok ? ok(report) : written;
    },
    async seen(ids) {
      const known = new Set(ids);
      const written = await change((all) => all.map((one) => (known.has(one.id) ? { ...one, isSeen: true } : one)));
      return written.ok ? ok(undefined) : written;
    },
    async remove(id) {
      const read = await file.read();
      if (!read.ok) return read;
      if (!read.value.reports.some((one) => one.id === id)) {
        return fail(contractError("not-found", text("job.report.gone")));
      }
      const written = await change((reports) => reports.filter((one) => one.id !== id));
      return written.ok ? ok(undefined) : written;
    },
  };
}
