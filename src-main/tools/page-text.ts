import { z } from "../../src-preload/contract/zod.ts";
import { createThreadReader, type ThreadReader, type ThreadSurroundings } from "./thread-reader.ts";

export interface MarkupPage {
  readonly html: string;
  /** Where it came from: what its links are relative to. */
  readonly address: string;
}

const readablePage = z.object({ title: z.string(), markdown: z.string() });
export type ReadablePage = z.infer<typeof readablePage>;

/** What a page says, as Markdown. The script of its thread is `host.paths.pageWorker`. */
export type PageText = ThreadReader<MarkupPage, ReadablePage>;

const pageLimitSeconds = 20;

export function createPageReader(surroundings: ThreadSurroundings): PageText {
  return createThreadReader({ ...surroundings, name: "page", limitSeconds: pageLimitSeconds, value: readablePage });
}
