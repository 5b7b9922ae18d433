import { join } from "node:path";
import type { AgentLoop } from "../agent/agent-loop.ts";
import type { ChildAgents } from "../agent/child-agents.ts";
import { createRunFollower } from "../agent/run-follower.ts";
import type { SessionEditor } from "../agent/session-editor.ts";
import { createSubagentHandlers } from "../api/subagent-handlers.ts";
import { createChildRuns } from "../subagents/child-runs.ts";
import { createChildStore } from "../subagents/child-store.ts";
import { createSubagents, type Subagents as Running } from "../subagents/subagents.ts";
import { createSpawnTool } from "../tools/spawn-tool.ts";
import type { Tool } from "../tools/tool.ts";
import type { Core } from "./core.ts";
import type { Transcripts } from "./transcripts.ts";

/** The sub-agents, before there is an agent that runs them. */
export interface Subagents {
  readonly tool: Tool;
  readonly children: ChildAgents;
  /** There is one now. */
  connect(running: Running): void;
}

export function openSubagents(): Subagents {
  let running: Running | null = null;
  const there = (): Running => {
    if (running === null) throw new Error("sub-agents were asked for before there was an agent");
    return running;
  };
  return {
    tool: createSpawnTool(there),
    children: {
      on: (parent) => there().on(parent),
      stop: (parent, how) => there().stop(parent, how),
      get isBusy() {
        return there().isBusy;
      },
      settled: () => there().settled(),
      close: () => there().close(),
      leave: (key) => there().leave(key),
    },
    connect(now) {
      running = now;
    },
  };
}

interface SubagentNeeds {
  readonly subagents: Subagents;
  readonly loop: AgentLoop;
  readonly editor: SessionEditor;
  readonly transcripts: Pick<Transcripts, "runs">;
}

export function createSubagentsFeature(core: Core, { subagents, loop, editor, transcripts }: SubagentNeeds) {
  const { host, files, events, settings } = core;
  const closing = { isOn: false };
  const follower = createRunFollower({ events, host });
  const running = createSubagents({
    host,
    loop,
    events,
    steps: transcripts.runs,
    closing,
    store: createChildStore({ files, path: join(host.paths.home, "subagents.json"), clock: host }),
    runs: createChildRuns({ host, loop, follower, editor, isClosing: () => closing.isOn }),
    async mostAtOnce() {
      const now = await settings.current();
      return now.ok ? now.value.agents.defaults.maxConcurrentSubagents : 1;
    },
  });
  subagents.connect(running);
  const takenUp = running.takeUp();
  return {
    handlers: createSubagentHandlers(running),
    async [Symbol.asyncDispose]() {
      await takenUp;
      await running[Symbol.asyncDispose]();
      follower[Symbol.dispose]();
    },
  };
}
