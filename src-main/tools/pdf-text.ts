import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import { errorText } from "./tool-failure.ts";

/** The text of a PDF with a marker before each page. Pages are read one by one, so that the signal can stop it. */
export async function pdfText(bytes: Uint8Array, signal: AbortSignal): Promise<Result<string, string>> {
  const { getDocumentProxy } = await import("unpdf");
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0 });
    try {
      const pages: string[] = [];
      for (let number = 1; number <= document.numPages; number++) {
        signal.throwIfAborted();
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
        pages.push(`--- page ${number} of ${document.numPages} ---\n${text.trimEnd()}`);
        page.cleanup();
      }
      return ok(pages.join("\n"));
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    return fail(errorText(error));
  }
}
