import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { Result } from "../../src-preload/contract/result.ts";

/** Something that the agent is asked for. */
export type Load<Ready extends object> =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly message: string }
  | ({ readonly kind: "ready" } & Readonly<Ready>);

/** What became of asking for it. */
export function loaded<Value, Ready extends object>(
  answer: Result<Value, ContractError>,
  readyOf: (value: Value) => Ready,
): Load<Ready> {
  return answer.ok ? { kind: "ready", ...readyOf(answer.value) } : { kind: "failed", message: answer.error.message };
}
