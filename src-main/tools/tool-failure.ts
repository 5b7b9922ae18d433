import type { PathRefusal } from "../policy/path-guard.ts";
import { passingCodes } from "../storage/passing-codes.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import type { ToolResult } from "./tool.ts";

export type ToolFailure = Extract<ToolResult, { kind: "failed" }>;

export function failure(message: string): ToolFailure {
  return { kind: "failed", message };
}

/** A refusal of the path guard as a result. `refused` lets the run count tries at what it may not touch. */
export function refusalResult(refusal: PathRefusal, hint = ""): ToolFailure {
  return {
    kind: "failed",
    message: hint === "" ? refusal.message : `${refusal.message} ${hint}`,
    ...(refusal.passing === true ? { passing: true } : {}),
    ...(refusal.reason === "outside" ? { refused: "outside-roots" } : {}),
  };
}

/** An error while a file is read: what it means, and whether a second try may help. */
export function readFailure(error: unknown, display: string): ToolFailure {
  const code = systemCodeOf(error);
  if (code === "ENOENT" || code === "ESTALE") {
    return { kind: "failed", message: `${display} vanished while it was read.`, passing: true };
  }
  const message = `${display} could not be read: ${reasonOf(error)}`;
  return { kind: "failed", message, passing: passingCodes.has(code ?? "") };
}
