import type { ToolContext } from "../tools/tool.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

export interface CallSurroundings {
  /** The files this run has written to already. */
  readonly written: Set<string>;
  /** Awaited before every write, with the resolved path; throws to refuse. */
  readonly checkWrite: (path: string) => void;
  readonly progress: (text: string) => void;
}

/** What one call may use. */
export function createToolContext(
  deps: AgentDependencies,
  run: RunContext,
  { written, checkWrite, progress }: CallSurroundings,
): ToolContext {
  return {
    sessionKey: run.session.key,
    runId: run.runId,
    workFolder: run.workFolder,
    roots: run.roots,
    files: deps.files,
    clock: deps.host,
    log: deps.host.log,
    signal: run.signal,
    // Made for the tools that start a process alone: reading the whole environment takes longer than reading a file.
    get childEnv() {
      return deps.childEnv(run.settings);
    },
    execTimeoutSeconds: run.settings.tools.exec.timeoutSeconds,
    platform: deps.host.platform,
    userHome: deps.host.paths.userHome,
    progress,
    withoutKeys: deps.keys.stream,
    async beforeWrite(path) {
      checkWrite(path);
      if (written.has(path)) return;
      await deps.beforeFirstWrite({ sessionKey: run.session.key, runId: run.runId, path });
      written.add(path);
    },
  };
}
