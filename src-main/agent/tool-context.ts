import type { Subject } from "../policy/subject.ts";
import { reasonOf } from "../thrown.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

export interface CallSurroundings {
  readonly callId: string;
  /** Called before every write, with the resolved path; throws to refuse. */
  readonly checkWrite: (path: string) => void;
  readonly progress: ToolContext["progress"];
  readonly findTools: ToolContext["findTools"];
  /** What was decided on; null while a call is only looked at. */
  readonly decided: Subject | null;
}

/** What one call may use. */
export function createToolContext(
  deps: Pick<
    AgentDependencies,
    "changes" | "childEnv" | "files" | "host" | "keys" | "loginPath" | "models" | "running" | "sandbox"
  >,
  run: RunContext,
  { callId, checkWrite, progress, findTools, decided }: CallSurroundings,
): ToolContext {
  const { mode, allowedHosts } = run.settings.tools.exec.sandbox;
  const context: ToolContext = {
    sessionKey: run.session.key,
    runId: run.runId,
    callId,
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
    loginPath: deps.loginPath,
    execTimeoutSeconds: run.settings.tools.exec.timeoutSeconds,
    isAttended: run.whenAsked === "wait",
    commands: {
      sandbox: deps.sandbox,
      running: deps.running,
      mode: run.mode,
      isSandboxOn: mode === "auto",
      allowedHosts,
      decided: decided?.kind === "command" ? decided : null,
    },
    platform: deps.host.platform,
    userHome: deps.host.paths.userHome,
    progress,
    findTools,
    standStill: () => run.clock.wait(),
    withoutKeys: deps.keys.stream,
    resultBytes: () => resultBytesOf(deps, run),
    async beforeWrite(path, next) {
      checkWrite(path);
      try {
        await deps.changes.beforeWrite(writing(), path, next);
      } catch (cause) {
        throw new Error(`Nothing was written: what stands at ${path} could not be kept for undo (${reasonOf(cause)})`);
      }
    },
    async afterWrite(path) {
      try {
        await deps.changes.afterWrite(writing(), path);
      } catch (error) {
        // What was about to stand there is written down already.
        deps.host.log("warn", "what a write left could not be written down", { path, error });
      }
    },
    beforeCommand: () => deps.changes.beforeCommand(writing()),
  };
  const writing = () => ({ sessionKey: run.session.key, runId: run.runId, place: context });
  return context;
}

/** Assumed when the context window of a model is unknown, in tokens. */
const usualWindow = 32_768;

/** A byte for each token of the window is about a quarter of it; never less than any result may have. */
async function resultBytesOf(
  { models }: Pick<AgentDependencies, "models">,
  { model, settings }: RunContext,
): Promise<number> {
  const { contextWindow } = await models.facts(model.id);
  return Math.max(settings.agents.defaults.toolResultMaxChars, contextWindow ?? usualWindow);
}
