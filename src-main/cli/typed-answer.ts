import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import type { Remember, ScopeKind } from "../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";

/** What a person typed below the card of an approval. */
export type TypedAnswer =
  | {
      readonly kind: "decided";
      readonly decision: ApprovalDecision;
      readonly note?: string;
      /** One of the rules that the card spells out. */
      readonly remember?: Remember;
    }
  | { readonly kind: "show-all" }
  /** Neither yes nor no: asked again, since a half-typed message must not decide. */
  | { readonly kind: "unclear" };

interface Asked {
  readonly subject: Pick<PendingApproval["subject"], "offers">;
}

const scopes: Readonly<Record<string, ScopeKind>> = {
  here: "folder",
  folder: "folder",
  chat: "chat",
  everywhere: "everywhere",
};

const alwaysForm = /^always\s+(\d)(?:\s+(?:in\s+(?:this\s+)?)?(here|folder|chat|everywhere))?$/i;

/** The answer to a question of the terminal itself; null: neither. */
export function readYesOrNo(typed: string): boolean | null {
  const word = typed.trim();
  if (/^(y|yes)$/i.test(word)) return true;
  return /^(n|no)$/i.test(word) ? false : null;
}

/** Whether it was meant for a question, whichever it was. */
export function isAnswer(typed: string): boolean {
  return alwaysForm.test(typed.trim()) || readAnswer(typed, { subject: {} }).kind !== "unclear";
}

/**
 * `y` allows; `n` denies, with a reason behind it if there is one; `a` shows all of what is asked; `always 2` allows and
 * remembers the second of the rules on the card, in this folder, or `chat` or `everywhere` behind it.
 */
export function readAnswer(typed: string, { subject }: Asked): TypedAnswer {
  const word = typed.trim();
  if (/^(y|yes)$/i.test(word)) return { kind: "decided", decision: "allow-once" };
  if (/^(a|all)$/i.test(word)) return { kind: "show-all" };
  const always = alwaysForm.exec(word);
  if (always !== null) {
    const match = subject.offers?.matches[Number(always[1]) - 1];
    const scope = scopes[(always[2] ?? "here").toLowerCase()];
    if (match === undefined || scope === undefined) return { kind: "unclear" };
    return { kind: "decided", decision: "allow-once", remember: { match, scope } };
  }
  const denied = /^(?:n|no)(?:[\s,.:]+(.*))?$/is.exec(word);
  if (denied === null) return { kind: "unclear" };
  const note = denied[1]?.trim() ?? "";
  return { kind: "decided", decision: "deny", ...(note === "" ? {} : { note }) };
}
