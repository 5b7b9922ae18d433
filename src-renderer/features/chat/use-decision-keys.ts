import { useEffect, useRef } from "react";
import type { ApprovalDecision } from "../../../src-preload/contract/records.ts";

/** Mod+Enter allows and Mod+Backspace denies, anywhere but in words that are being written. */
export function useDecisionKeys(isWanted: boolean, onDecide: (decision: ApprovalDecision) => void): void {
  const current = useRef(onDecide);
  current.current = onDecide;
  useEffect(() => {
    if (!isWanted) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.isComposing) return;
      if (isTyping(event.target) || (event.key !== "Enter" && event.key !== "Backspace")) return;
      event.preventDefault();
      current.current(event.key === "Enter" ? "allow-once" : "deny");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isWanted]);
}

function isTyping(target: EventTarget | null): boolean {
  return (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) && target.value !== "";
}
