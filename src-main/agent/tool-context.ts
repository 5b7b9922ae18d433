import type { ToolContext } from "../tools/tool.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

/** What one call may use. `written` holds the files this run has written to already. */
export function createToolContext(
  deps: AgentDependencies,
  run: RunContext,
  written: Set<string>,
  progress: (text: string) => void,
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
    childEnv: deps.childEnv(run.settings),
    execTimeoutSeconds: run.settings.tools.exec.timeoutSeconds,
    platform: deps.host.platform,
    userHome: deps.host.paths.userHome,
    progress,
    async beforeWrite(path) {
      if (written.has(path)) return;
      await deps.beforeFirstWrite({ sessionKey: run.session.key, runId: run.runId, path });
      written.add(path);
    },
  };
}
