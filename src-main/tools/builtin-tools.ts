import type { PathGuard } from "../policy/open-in-roots.ts";
import { execInputTool, execSessionTool } from "./command-session.ts";
import { editFileTool } from "./edit-file.ts";
import { execTool } from "./exec.ts";
import { findFilesTool } from "./find-files.ts";
import { grepTool } from "./grep.ts";
import { listDirTool } from "./list-dir.ts";
import { createPathLock } from "./path-lock.ts";
import type { PdfText } from "./pdf-text.ts";
import { readFileTool } from "./read-file.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write-file.ts";

/** The tools that come with the app, in the order the model is told of them. Made once: all writes share one lock. */
export function createBuiltinTools(paths: PathGuard, pdfText: PdfText): readonly Tool[] {
  const locks = createPathLock();
  return [
    readFileTool(paths, pdfText),
    writeFileTool(paths, locks),
    editFileTool(paths, locks),
    listDirTool(paths),
    findFilesTool(paths),
    grepTool(paths),
    execTool(paths),
    execSessionTool(),
    execInputTool(),
  ];
}
