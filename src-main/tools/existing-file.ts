import type { Stats } from "node:fs";
import type { PathGuard } from "../policy/open-in-roots.ts";
import { formatSize } from "./format-size.ts";
import { notAFile } from "./special-file.ts";
import { decodeText, detectEncoding, encodeText, type TextEncoding } from "./text-encoding.ts";
import type { ToolContext } from "./tool.ts";
import { failure, readFailure, refusalResult, type ToolFailure } from "./tool-failure.ts";

/** What stands at a path that is about to be written. */
export type ExistingFile =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string; readonly encoding: TextEncoding; readonly stats: Stats }
  /** Not text, or too long to be compared: it can be replaced, not edited. */
  | { readonly kind: "opaque"; readonly reason: string; readonly stats: Stats }
  | { readonly kind: "refused"; readonly failure: ToolFailure };

const maxTextBytes = 10_000_000;

/** Reads a file whole, for a change to it. `path` is what the guard resolved. */
export async function readExisting(path: string, paths: PathGuard, context: ToolContext): Promise<ExistingFile> {
  const opened = await paths.open(path, "write", context);
  if (!opened.ok) {
    return opened.error.reason === "not-found"
      ? { kind: "absent" }
      : { kind: "refused", failure: refusalResult(opened.error) };
  }
  const { handle, display } = opened.value;
  try {
    const stats = await handle.stat();
    const special = notAFile(stats, display);
    if (special !== null) return { kind: "refused", failure: failure(special) };
    if (stats.size > maxTextBytes) return { kind: "opaque", reason: `${formatSize(stats.size)} is too large`, stats };
    const bytes = await handle.readFile();
    const encoding = detectEncoding(bytes, true);
    if (encoding === null) return { kind: "opaque", reason: "it is not text", stats };
    const text = decodeText(bytes, encoding);
    const again = encodeText(text, encoding);
    // Half a character or a second byte order mark would not survive an edit elsewhere in the file.
    const isLossless = encoding === "utf-8" || (again.ok && again.value.equals(bytes));
    return isLossless
      ? { kind: "text", text, encoding, stats }
      : { kind: "opaque", reason: `its ${encoding} text is damaged`, stats };
  } catch (error) {
    return { kind: "refused", failure: readFailure(error, display) };
  } finally {
    await handle.close();
  }
}
