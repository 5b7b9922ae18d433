import type { ApprovalDecision } from "../../src-preload/contract/records.ts";

/** What a person typed below the card of an approval. */
export type TypedAnswer =
  | { readonly kind: "decided"; readonly decision: ApprovalDecision; readonly note?: string }
  | { readonly kind: "show-all" }
  /** Neither yes nor no: asked again, since a half-typed message must not decide. */
  | { readonly kind: "unclear" };

/** `y` allows; `n` denies, with a reason behind it if there is one; `a` shows all of what is asked. */
export function readAnswer(typed: string): TypedAnswer {
  const word = typed.trim();
  if (/^(y|yes)$/i.test(word)) return { kind: "decided", decision: "allow-once" };
  if (/^(a|all)$/i.test(word)) return { kind: "show-all" };
  const denied = /^(?:n|no)(?:[\s,.:]+(.*))?$/is.exec(word);
  if (denied === null) return { kind: "unclear" };
  const note = denied[1]?.trim() ?? "";
  return { kind: "decided", decision: "deny", ...(note === "" ? {} : { note }) };
}
