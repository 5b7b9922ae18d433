import { z } from "./zod.ts";

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

const errorCodeSchema = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** An error as it crosses the contract: a code to branch on, a sentence that a person can act on, facts for programs. */
export const contractErrorSchema = z.object({
  code: errorCodeSchema,
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ContractError = z.infer<typeof contractErrorSchema>;

export function contractError(
  code: ErrorCode,
  message: string,
  data?: Readonly<Record<string, unknown>>,
): ContractError {
  return data === undefined ? { code, message } : { code, message, data };
}
