import type { PathGuard } from "../policy/open-in-roots.ts";
import { askUserTool } from "./ask-user.ts";
import { execInputTool, execSessionTool } from "./command-session.ts";
import { deleteFileTool } from "./delete-file.ts";
import { editFileTool } from "./edit-file.ts";
import { execTool } from "./exec.ts";
import { findFilesTool } from "./find-files.ts";
import { findToolsTool } from "./find-tools.ts";
import { grepTool } from "./grep.ts";
import { listDirTool } from "./list-dir.ts";
import { moveFileTool } from "./move-file.ts";
import type { PathLock } from "./path-lock.ts";
import type { PdfText } from "./pdf-text.ts";
import { readFileTool } from "./read-file.ts";
import { todoTool } from "./todo.ts";
import type { Tool } from "./tool.ts";
import { writeFileTool } from "./write-file.ts";

/** The tools that come with the app, in the order the model is told of them. All that writes to files shares the locks. */
export function createBuiltinTools(paths: PathGuard, pdfText: PdfText, locks: PathLock): readonly Tool[] {
  return [
    readFileTool(paths, pdfText),
    writeFileTool(paths, locks),
    editFileTool(paths, locks),
    moveFileTool(paths, locks),
    deleteFileTool(paths, locks),
    listDirTool(paths),
    findFilesTool(paths),
    grepTool(paths),
    execTool(paths),
    execSessionTool(),
    execInputTool(),
    todoTool(),
    askUserTool(),
    findToolsTool(),
  ];
}
