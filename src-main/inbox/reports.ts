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
  /** `id`: it is the same one however often it comes, also after the person took it away. */
  add(draft: ReportDraft, id?: string): AsyncResult<void>;
  /** `not-found` where it is gone. */
  find(id: string): AsyncResult<Report>;
  /** The person has seen these. */
  seen(ids: readonly string[]): AsyncResult<void>;
  /** A chat was begun to answer it. */
  addChat(id: string, chat: Report["chats"][number]): AsyncResult<void>;
  /** `not-found` where it is gone. */
  remove(id: string): AsyncResult<void>;
  /** Brings one back that was taken away lately; `not-found` where it is forgotten. */
  restore(id: string): AsyncResult<void>;
}

interface ReportParts {
  readonly host: Pick<Host, "createId" | "now">;
  readonly files: FileSystem;
  readonly path: string;
  readonly changed: () => void;
}

const fileSchema = z.looseObject({
  reports: z.array(reportSchema).default([]),
  /** What was taken away last, and can come back. */
  removed: z.array(reportSchema).default([]),
});
type Content = z.infer<typeof fileSchema>;

/** The oldest ones go; every run is kept as a chat. */
const mostReports = 500;
const mostRemoved = 50;
const mostChars = 4000;

export function createReports({ host, files, path, changed }: ReportParts): Reports {
  const file = createJsonFile({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "inbox.json", reason }),
  });

  async function change(to: (content: Content) => Partial<Content>): AsyncResult<void> {
    const written = await file.update((content) => ({ ...content, ...to(content) }));
    if (!written.ok) return written;
    changed();
    return ok(undefined);
  }

  async function find(id: string, part: "reports" | "removed" = "reports"): AsyncResult<Report> {
    const read = await file.read();
    if (!read.ok) return read;
    const found = read.value[part].find((one) => one.id === id);
    return found === undefined ? fail(contractError("not-found", text("job.report.gone"))) : ok(found);
  }

  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok(read.value.reports.toReversed()) : read;
    },
    async add(draft, id = `i_${host.createId()}`) {
      const report = reportSchema.parse({
        ...draft,
        text: draft.text.length > mostChars ? `${draft.text.slice(0, mostChars)} …` : draft.text,
        id,
        at: host.now(),
      });
      return change(({ reports, removed }) =>
        [...reports, ...removed].some((one) => one.id === id)
          ? {}
          : { reports: [...reports, report].slice(-mostReports) },
      );
    },
    find: (id) => find(id),
    async seen(ids) {
      const known = new Set(ids);
      return change(({ reports }) => ({
        reports: reports.map((one) => (known.has(one.id) ? { ...one, isSeen: true } : one)),
      }));
    },
    async addChat(id, chat) {
      const isIt = (one: { readonly sessionKey: string }): boolean => one.sessionKey === chat.sessionKey;
      return change(({ reports }) => ({
        reports: reports.map((one) =>
          one.id !== id || one.chats.some(isIt) ? one : { ...one, chats: [...one.chats, chat] },
        ),
      }));
    },
    async remove(id) {
      const found = await find(id);
      if (!found.ok) return found;
      return change(({ reports, removed }) => ({
        reports: reports.filter((one) => one.id !== id),
        removed: [...removed.filter((one) => one.id !== id), found.value].slice(-mostRemoved),
      }));
    },
    async restore(id) {
      const found = await find(id, "removed");
      if (!found.ok) return found;
      return change(({ reports, removed }) => ({
        reports: [...reports.filter((one) => one.id !== id), found.value].toSorted((a, b) => a.at - b.at),
        removed: removed.filter((one) => one.id !== id),
      }));
    },
  };
}
