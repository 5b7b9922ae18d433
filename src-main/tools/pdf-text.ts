import { z } from "../../src-preload/contract/zod.ts";
import { createThreadReader, type ThreadReader, type ThreadSurroundings } from "./thread-reader.ts";

/** The text of a PDF with a marker before each page. The script of its thread is `host.paths.pdfWorker`. */
export type PdfText = ThreadReader<Uint8Array, string>;

export const pdfLimitSeconds = 30;

export function createPdfReader(surroundings: ThreadSurroundings): PdfText {
  return createThreadReader({ ...surroundings, name: "pdf", limitSeconds: pdfLimitSeconds, value: z.string() });
}
