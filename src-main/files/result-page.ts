import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { ResultPage } from "../../src-preload/contract/window.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { PathPlace } from "../policy/path-guard.ts";
import { text } from "../settings/text.ts";
import { storageError } from "../storage/storage-error.ts";
import { refusalError } from "./refusal.ts";

/** Characters of one line that are shown. */
const maxLineChars = 20_000;

/** Lines of a tool result that was too long for the context; `place` is the folder of the results and nothing else. */
export async function resultPage(
  asked: { readonly path: string; readonly from: number; readonly lines: number },
  place: PathPlace,
  guard: PathGuard,
): Promise<Result<ResultPage, ContractError>> {
  const opened = await guard.open(asked.path, "read", place);
  if (!opened.ok) return fail(refusalError(opened.error, asked.path));
  await using handle = opened.value.handle;
  try {
    if (!(await handle.stat()).isFile()) {
      return fail(contractError("invalid-input", text("file.notAFile", { path: asked.path })));
    }
    const lines: string[] = [];
    let total = 0;
    for await (const line of handle.readLines({ encoding: "utf8", autoClose: false })) {
      if (total >= asked.from && lines.length < asked.lines) lines.push(line.slice(0, maxLineChars));
      total += 1;
    }
    return ok({ lines, from: asked.from, total });
  } catch (cause) {
    return fail(storageError(cause, asked.path));
  }
}
