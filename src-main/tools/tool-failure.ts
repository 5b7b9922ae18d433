import type { PathRefusal } from "../policy/path-guard.ts";
import { passingCodes } from "../storage/passing-codes.ts";
import { reasonOf, systemCodeOf } from "../thrown.ts";
import type { ToolResult } from "./tool.ts";

export type ToolFailure = Extract<ToolResult, { kind: "failed" }>;

/** `code`: why, for the person, who has a sentence of their own for it. */
export function failure(message: string, code?: FailureCode): ToolFailure {
  return { kind: "failed", message, ...(code === undefined ? {} : { details: { code } }) };
}

type FailureCode =
  | PathRefusal["reason"]
  | "binary"
  | "changed-meanwhile"
  | "disk-full"
  | "no-match"
  | "nobody-there"
  | "not-confined"
  | "not-started"
  | "not-text"
  | "unreadable"
  | "private-address"
  | "no-answer"
  | "elsewhere"
  | "bad-status"
  | "fetched-twice"
  | "no-search";

const refusalCodes: Partial<Readonly<Record<PathRefusal["reason"], FailureCode>>> = {
  outside: "outside",
  "read-only": "read-only",
  "not-found": "not-found",
  "not-a-folder": "not-a-folder",
};

/** A refusal of the path guard as a result. `refused` lets the run count tries at what it may not touch. */
export function refusalResult(refusal: PathRefusal, hint = ""): ToolFailure {
  const code = refusalCodes[refusal.reason];
  return {
    kind: "failed",
    message: hint === "" ? refusal.message : `${refusal.message} ${hint}`,
    ...(code === undefined ? {} : { details: { code } }),
    ...(refusal.passing === true ? { passing: true } : {}),
    ...(refusal.reason === "outside" ? { refused: "outside-roots" } : {}),
  };
}

/** An error while a file is read: what it means, and whether a second try may help. */
export function readFailure(error: unknown, display: string): ToolFailure {
  const code = systemCodeOf(error);
  if (code === "ENOENT" || code === "ESTALE") {
    return { ...failure(`${display} vanished while it was read.`, "not-found"), passing: true };
  }
  const message = `${display} could not be read: ${reasonOf(error)}`;
  return { ...failure(message, "unreadable"), passing: passingCodes.has(code ?? "") };
}
