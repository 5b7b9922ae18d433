import type { ContractError } from "./errors.ts";

/** The outcome of something that is expected to fail now and then. Bugs throw; everything else is a value. */
export type Result<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

/** What an operation of the core comes to, later. */
export type AsyncResult<Value> = Promise<Result<Value, ContractError>>;

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}

/** Makes a forgotten member of a union a compile error, and a loud bug should one slip through at run time. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
