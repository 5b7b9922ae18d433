import type { ContractError } from "../../src-preload/contract/errors.ts";
import { interruptedCode } from "../../src-preload/contract/records.ts";
import { text } from "../words.ts";
import type { TurnEnd } from "./turn.ts";

/** The facts of a run's end besides reason and text. */
export function factsOf({ finishReason, error }: TurnEnd): Pick<TurnEnd, "finishReason" | "error"> {
  return { ...(finishReason === undefined ? {} : { finishReason }), ...(error === undefined ? {} : { error }) };
}

/** It was stopped because Perch was closed. */
export function cutOff(end: TurnEnd): TurnEnd {
  return { ...end, error: { code: interruptedCode, message: text("run.interrupted") } };
}

export function stoppedEnd(): TurnEnd {
  return { reason: "stopped", text: text("run.stopped"), usage: null };
}

/** `before`: the end the run had reached. */
export function errorEnd({ code, message }: ContractError, before?: TurnEnd): TurnEnd {
  return { reason: "error", text: before?.text ?? message, usage: before?.usage ?? null, error: { code, message } };
}
