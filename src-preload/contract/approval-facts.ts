import { findLookalikes, type Lookalike } from "./lookalikes.ts";
import type { ApprovalSubject } from "./records.ts";
import { assertNever } from "./result.ts";

/** Who may see what a call does: nobody else, whoever it is sent to, or anybody that a program can reach. */
export type Reach = "stays" | "leaves" | "command" | "not-known";

/** Told by effect and kind of call. Until commands are fenced in one can reach all that the person can. */
export function reachOf({ effect, bodyKind }: Pick<ApprovalSubject, "effect" | "bodyKind">): Reach {
  switch (effect) {
    case "network":
    case "send":
      return "leaves";
    case "execute":
      return "command";
    case "read":
    case "write":
      return bodyKind === "arguments" ? "not-known" : "stays";
    default:
      return assertNever(effect);
  }
}

/** What a card says of undoing it. */
export function undoKey({ effect, reversible }: Pick<ApprovalSubject, "effect" | "reversible">) {
  if (!reversible) return "approval.irreversible";
  return effect === "execute" ? "approval.reversibleCommand" : "approval.reversible";
}

/** Words to warn of: in the path or address, and in what runs; what is written into a file is prose as often as not. */
export function lookalikesOf({ title, where, body, bodyKind }: ApprovalSubject): readonly Lookalike[] {
  const runs = bodyKind === "command" || bodyKind === "arguments" ? body : "";
  return findLookalikes(`${title}\n${where}\n${runs}`);
}
