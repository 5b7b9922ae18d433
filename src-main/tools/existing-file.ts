import type { Stats } from "node:fs";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathContext } from "../policy/path-guard.ts";
import type { DecodedText } from "./encode-text.ts";
import { formatSize } from "./format-size.ts";
import { languageOf } from "./language.ts";
import { notAFile } from "./special-file.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";
import type { ToolContext } from "./tool.ts";
import { failure, readFailure, refusalResult, type ToolFailure } from "./tool-failure.ts";

/** What stands at a path that is about to be written. */
export type ExistingFile =
  | { readonly kind: "absent" }
  | ({ readonly kind: "text"; readonly stats: Stats } & DecodedText)
  /** Not text, or too long to be compared: it can be replaced, not edited. */
  | { readonly kind: "opaque"; readonly reason: string; readonly stats: Stats }
  | { readonly kind: "refused"; readonly failure: ToolFailure };

/** What of a call is needed to read; a person who saves a file has it as well. */
export type ReadContext = PathContext & Pick<ToolContext, "childEnv">;

const maxTextBytes = 10_000_000;

/** Reads a file whole, for a change to it. `path` is what the guard resolved. */
export async function readExisting(path: string, paths: PathGuard, context: ReadContext): Promise<ExistingFile> {
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
    const encoding = await detectEncoding(bytes, true, () => languageOf(context.childEnv));
    if (encoding === null) return { kind: "opaque", reason: "it is not text", stats };
    return { kind: "text", text: decodeText(bytes, encoding), bytes, encoding, stats };
  } catch (error) {
    return { kind: "refused", failure: readFailure(error, display) };
  } finally {
    await handle.close();
  }
}
