import type { ContractError } from "../../src-preload/contract/errors.ts";

/** Why a form was not taken. */
export interface FormProblem {
  /** The field that is wrong, as the contract names it; null where none is. */
  readonly field: string | null;
  readonly words: string;
}

export function formProblem({ message, data }: ContractError): FormProblem {
  const field = data?.["field"];
  return { field: typeof field === "string" && field !== "" ? field : null, words: message };
}

/** What is wrong with one field; null where nothing is. */
export function problemAt(problem: FormProblem | null, field: string): string | null {
  return problem?.field === field ? problem.words : null;
}

/** What is wrong with no field that the form shows. */
export function otherProblem(problem: FormProblem | null, shown: readonly string[]): string | null {
  return problem === null || (problem.field !== null && shown.includes(problem.field)) ? null : problem.words;
}
