import { type RefObject, useEffect, useRef } from "react";

/** Half of it, or as much as has room, for a page that the person looks at. */
const share = 0.5;

/** Calls `onSeen` once the element is before the person's eyes: drawn in sight of a page that is not hidden. Null: nobody asks. */
export function useInSight<Element extends HTMLElement>(onSeen: (() => void) | null): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const tell = useRef(onSeen);
  tell.current = onSeen;
  const isAsked = onSeen !== null;
  useEffect(() => {
    const { current } = element;
    if (!isAsked || current === null) return;
    let isInSight = false;
    const look = (): void => {
      if (isInSight && document.visibilityState === "visible") tell.current?.();
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, intersectionRect, rootBounds } of entries) {
          isInSight = intersectionRatio >= share || intersectionRect.height >= (rootBounds?.height ?? Infinity) * share;
        }
        look();
      },
      { threshold: [0, 0.1, 0.25, share] },
    );
    observer.observe(current);
    document.addEventListener("visibilitychange", look);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", look);
    };
  }, [isAsked]);
  return element;
}
