import type { ModelProblem, StageResult, TestStage } from "../../src-preload/contract/window.ts";
import { text } from "../words.ts";

const order: readonly TestStage[] = ["reached", "signed-in", "models", "first-token", "tool-call"];

/** Collects stages in their order; what is not told is skipped. */
export class StageRecord {
  readonly #results = new Map<TestStage, StageResult>();

  pass(stage: TestStage, message: string, durationMs: number): void {
    this.#results.set(stage, { stage, state: "passed", message, durationMs: Math.round(durationMs) });
  }

  /** The stage is not needed here; the test goes on. */
  skip(stage: TestStage, message: string): void {
    this.#results.set(stage, { stage, state: "skipped", message, durationMs: null });
  }

  /** Ends the test: what was told of later stages counts no more. */
  fail(stage: TestStage, problem: ModelProblem, tookMs: number | null): void {
    for (const later of order.slice(order.indexOf(stage))) this.#results.delete(later);
    const durationMs = tookMs === null ? null : Math.round(tookMs);
    const message = `${problem.message} ${problem.nextStep}`;
    this.#results.set(stage, { stage, state: "failed", message, durationMs, problem });
  }

  get results(): readonly StageResult[] {
    return order.map(
      (stage) =>
        this.#results.get(stage) ?? { stage, state: "skipped", message: text("test.skipped"), durationMs: null },
    );
  }
}
