import { type RefObject, useEffect, useRef } from "react";

/** The first thing to press has the focus, as soon as it is known which that is. Whoever went elsewhere is left there. */
export function useFirstFocus(body: RefObject<HTMLElement | null>, found: "looking" | "failed" | "found"): void {
  const isDone = useRef(false);
  useEffect(() => {
    const heading = body.current?.querySelector("h1") ?? null;
    const isElsewhere = document.activeElement !== document.body && document.activeElement !== heading;
    if (isDone.current || isElsewhere) return;
    if (found === "looking") return heading?.focus();
    isDone.current = true;
    const chosen = body.current?.querySelector<HTMLElement>("input[type=radio]:checked, input[type=password]");
    chosen?.focus();
  }, [body, found]);
}
