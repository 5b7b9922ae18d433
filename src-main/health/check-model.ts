import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import type { ModelProblem } from "../../src-preload/contract/window.ts";
import type { TestReport } from "../providers/test-model.ts";
import { text } from "../words.ts";

/** The test that the first run makes too: five stages with the call of a chat. */
export type TestDefaultModel = () => AsyncResult<TestReport>;

/** Whether the model of new chats can be used: the whole way of a chat's call, and what is wrong where it ends. */
export async function checkModel(testDefault: TestDefaultModel): Promise<Check> {
  const named = { id: "model", name: text("doctor.model") } as const;
  const tested = await testDefault();
  if (!tested.ok) {
    const { message } = tested.error;
    return { ...named, state: "broken", message, nextStep: text("doctor.settings.fix"), code: "not-set-up" };
  }
  const { modelId, stages } = tested.value;
  const problem = stages.find(({ state }) => state === "failed")?.problem;
  if (problem === undefined) {
    return { ...named, state: "ok", message: text("doctor.model.ok", { model: modelId ?? "" }), stages };
  }
  const { code, message } = problem;
  return { ...named, state: "broken", message, nextStep: stepInTerminal(problem), code, stages };
}

/** Who asks the doctor may have no window: the step with its setting or its command. */
function stepInTerminal({ nextStep, setting, command }: ModelProblem): string {
  const step = setting === undefined ? nextStep : text("doctor.where", { nextStep, setting });
  return command === undefined ? step : text("doctor.command", { nextStep: step, command });
}
