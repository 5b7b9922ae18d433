import { findLookalikes, type Lookalike } from "./lookalikes.ts";
import type { ApprovalSubject } from "./records.ts";
import { assertNever } from "./result.ts";

/** Who may see what a call does: nobody else, whoever it is sent to, anybody that a program can reach, or whom the sandbox lets it reach. */
export type Reach = "stays" | "leaves" | "command" | "confined" | "not-known";

/** Told by effect and kind of call. A command outside of the sandbox can reach all that the person can. */
export function reachOf({
  effect,
  bodyKind,
  confined,
}: Pick<ApprovalSubject, "effect" | "bodyKind" | "confined">): Reach {
  switch (effect) {
    case "network":
    case "send":
      return "leaves";
    case "execute":
      return confined === true ? "confined" : "command";
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
