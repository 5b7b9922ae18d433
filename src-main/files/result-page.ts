import { StringDecoder } from "node:string_decoder";
import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { ResultPage } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import { storageError } from "../storage/storage-error.ts";
import { text } from "../words.ts";
import { refusalError } from "./refusal.ts";

/** Characters of one line that are shown. */
const maxLineChars = 20_000;

const chunkBytes = 64 * 1024;

/** Lines of a tool result that was too long for the context; `place` is the folder of the results and nothing else. */
export async function resultPage(
  asked: { readonly path: string; readonly from: number; readonly lines: number },
  place: PathContext,
  guard: PathGuard,
): AsyncResult<ResultPage> {
  const opened = await guard.open(asked.path, "read", place);
  if (!opened.ok) return fail(refusalError(opened.error, asked.path));
  await using handle = opened.value.handle;
  try {
    if (!(await handle.stat()).isFile()) {
      return fail(contractError("invalid-input", text("file.notAFile", { path: asked.path })));
    }
    const page = createPage(asked.from, asked.lines);
    const decoder = new StringDecoder("utf8");
    const buffer = Buffer.allocUnsafe(chunkBytes);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length);
      if (bytesRead === 0) break;
      page.push(decoder.write(buffer.subarray(0, bytesRead)));
    }
    page.push(decoder.end());
    return ok({ ...page.finish(), from: asked.from });
  } catch (cause) {
    return fail(storageError(cause, asked.path));
  }
}

/** Some lines of a text that comes in pieces. What is not shown, also the rest of a long line, is not kept. */
function createPage(from: number, count: number) {
  const lines: string[] = [];
  let total = 0;
  let open = "";
  let isOpen = false;
  const endLine = (): void => {
    if (total >= from && lines.length < count) lines.push(open.endsWith("\r") ? open.slice(0, -1) : open);
    total += 1;
    open = "";
    isOpen = false;
  };
  return {
    push(text: string): void {
      const parts = text.split("\n");
      for (const [index, part] of parts.entries()) {
        if (index > 0) endLine();
        open += part.slice(0, maxLineChars - open.length);
        isOpen ||= part !== "";
      }
    },
    finish() {
      if (isOpen) endLine();
      return { lines, total };
    },
  };
}
