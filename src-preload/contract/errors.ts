import { isRecord } from "./own-value.ts";

/** The closed list of error codes that cross the contract. A new one needs a sentence in the catalogue. */
const errorCodes = [
  "invalid-input",
  "unknown-route",
  "not-found",
  "conflict",
  "busy",
  "no-model",
  "bad-settings",
  "unauthorized",
  "forbidden",
  "disk-full",
  "read-only",
  "storage",
  "model",
  "timeout",
  "cancelled",
  "disconnected",
  "too-large",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An error as it crosses the contract: a code to branch on, a sentence that a person can act on, facts for programs. */
export interface ContractError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export function isContractError(value: unknown): value is ContractError {
  if (!isRecord(value)) return false;
  const { code, message, data } = value;
  return (
    errorCodes.some((known) => known === code) && typeof message === "string" && (data === undefined || isRecord(data))
  );
}

export function contractError(
  code: ErrorCode,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): ContractError {
  return data === undefined ? { code, message } : { code, message, data };
}
