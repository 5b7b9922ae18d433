import { type McpProblem, type McpStage, type McpStageResult, mcpStages } from "../../src-preload/contract/mcp.ts";
import type { Clock } from "../host.ts";
import type { Diagnosis } from "./problem.ts";

/** Ends a connection that is being made; what it says is for people. */
export class StageFailure extends Error {
  readonly diagnosis: Diagnosis;

  constructor(diagnosis: Diagnosis) {
    super(diagnosis.problem.message);
    this.name = "StageFailure";
    this.diagnosis = diagnosis;
  }
}

export interface Stages {
  /** Runs one stage; `message` words what it found. Throws on what the work throws, a StageFailure with its problem kept. */
  run<Value>(stage: McpStage, work: () => Promise<Value>, message: (value: Value) => string): Promise<Value>;
  /** All five, those that were not reached as skipped. */
  results(): readonly McpStageResult[];
  problem(): McpProblem | null;
}

/** `onStage`: the results have changed. */
export function createStages(clock: Clock, onStage: (results: readonly McpStageResult[]) => void): Stages {
  const done = new Map<McpStage, McpStageResult>();
  let problem: McpProblem | null = null;
  const results = (): readonly McpStageResult[] =>
    mcpStages.map((stage) => done.get(stage) ?? { stage, state: "skipped", message: "", durationMs: null });
  return {
    async run(stage, work, message) {
      const started = clock.monotonic();
      const took = (): number => Math.round(clock.monotonic() - started);
      try {
        const value = await work();
        done.set(stage, { stage, state: "passed", message: message(value), durationMs: took() });
        onStage(results());
        return value;
      } catch (cause) {
        if (cause instanceof StageFailure) {
          problem = cause.diagnosis.problem;
          done.set(stage, { stage, state: "failed", message: cause.diagnosis.short, durationMs: took() });
        }
        throw cause;
      }
    },
    results,
    problem: () => problem,
  };
}
