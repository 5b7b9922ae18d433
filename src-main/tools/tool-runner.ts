import { join } from "node:path";
import type { Host } from "../host.ts";
import type { PathGuard } from "../policy/open-in-roots.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createBuiltinTools } from "./builtin-tools.ts";
import { limitResult } from "./result-limit.ts";
import { runPreparedCall } from "./run-tool.ts";
import type { PreparedCall, Tool, ToolContext, ToolResult } from "./tool.ts";
import { createToolRegistry, type ToolRegistry } from "./tool-registry.ts";

interface ToolSourceOptions {
  readonly host: Host;
  readonly files: FileSystem;
  readonly paths: PathGuard;
  /** Where results lie that are too long for the context. */
  readonly resultsFolder: string;
}

/** The registry, running, and what becomes of long results: all that the agent needs of tools. */
export interface ToolRunner extends Omit<ToolRegistry, "parse"> {
  run(tool: Tool, call: PreparedCall, context: ToolContext): Promise<ToolResult>;
  limit(content: string, maxChars: number): Promise<{ readonly content: string; readonly resultFile?: string }>;
}

export function createToolRunner({ host, files, paths, resultsFolder }: ToolSourceOptions): ToolRunner {
  const registry = createToolRegistry(createBuiltinTools(paths));

  async function save(content: string): Promise<string> {
    await files.mkdir(resultsFolder, { recursive: true, mode: 0o700 });
    const path = join(resultsFolder, `${host.createId()}.txt`);
    await files.writeFile(path, content, { mode: 0o600 });
    return path;
  }

  return {
    get: registry.get,
    nearest: registry.nearest,
    definitions: registry.definitions,
    run: runPreparedCall,
    limit: (content, maxChars) => limitResult(content, maxChars, save),
  };
}
