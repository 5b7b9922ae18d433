import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import { reasonOf } from "../thrown.ts";
import type { ThreadAnswer } from "./thread-reader.ts";

/*
 * The thread that reads one PDF. What a stranger's file makes it do, it does alone: whoever started it ends it when it
 * takes too long or too much.
 */

/** Characters of all pages together; what comes after is left out, and said so. */
const maxChars = 10_000_000;

async function read(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= document.numPages; number++) {
    if (length > maxChars) {
      pages.push(`[… pages ${number} to ${document.numPages} left out: the text is too long]`);
      break;
    }
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    pages.push(`--- page ${number} of ${document.numPages} ---\n${text.trimEnd()}`);
    length += text.length;
    page.cleanup();
  }
  return pages.join("\n");
}

async function answer(): Promise<ThreadAnswer> {
  try {
    if (!(workerData instanceof Uint8Array)) throw new Error("no bytes were handed over");
    return { kind: "done", value: await read(workerData) };
  } catch (error) {
    return { kind: "failure", reason: reasonOf(error) };
  }
}

void answer().then((result) => parentPort?.postMessage(result));
