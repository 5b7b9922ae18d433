import { useEffect, useRef } from "react";
import type { ApprovalDecision } from "../../../src-preload/contract/records.ts";

/** Nobody has read a card that came so short a time ago: a key that was meant for the one before it must not decide it. */
const unreadMs = 500;

/**
 * Mod+Enter allows and Mod+Backspace denies, anywhere but in words that are being written; A and D do where the focus is on the row
 * of a list that holds the request. `subject`: what is decided; other things are new to whoever looks.
 */
export function useDecisionKeys(
  isWanted: boolean,
  subject: string,
  onDecide: (decision: ApprovalDecision) => void,
): void {
  const current = useRef(onDecide);
  current.current = onDecide;
  const shown = useRef({ subject: "", at: 0 });
  if (shown.current.subject !== subject) shown.current = { subject, at: performance.now() };
  useEffect(() => {
    if (!isWanted) return;
    const onKey = (event: KeyboardEvent): void => {
      const decision = event.shiftKey || event.altKey || event.isComposing ? undefined : decisionOf(event);
      if (decision === undefined || isTyping(event.target)) return;
      event.preventDefault();
      if (event.repeat || performance.now() - shown.current.at < unreadMs) return;
      current.current(decision);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isWanted]);
}

const withMod: Readonly<Record<string, ApprovalDecision>> = { Enter: "allow-once", Backspace: "deny" };
const onRow: Readonly<Record<string, ApprovalDecision>> = { a: "allow-once", d: "deny" };

function decisionOf({ key, metaKey, ctrlKey, target }: KeyboardEvent): ApprovalDecision | undefined {
  if (metaKey || ctrlKey) return withMod[key];
  return target instanceof HTMLElement && "decides" in target.dataset ? onRow[key.toLowerCase()] : undefined;
}

function isTyping(target: EventTarget | null): boolean {
  return (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== "";
}
