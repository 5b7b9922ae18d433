import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { placeTip } from "./place-tip.ts";
import styles from "./tooltips.module.css";

/** The pointer rests so long before the first one, in milliseconds; the next ones come at once for a while. */
const restMs = 450;
const warmMs = 400;

interface Tip {
  readonly of: HTMLElement;
  readonly words: string;
  readonly keys: string | undefined;
}

/**
 * The one tooltip of the window: of whatever has `data-tip`, under the pointer and under the focus of the keys, with its keys
 * from `data-tip-keys`, and with `data-tip-cut` only where not all of it is in sight. It takes no key and no press away from what it lies over.
 */
export function Tooltips() {
  const [tip, setTip] = useState<Tip | null>(null);
  useEffect(() => followTips(setTip), []);
  return tip === null ? null : <TipBox key={tip.words} tip={tip} />;
}

function TipBox({ tip }: { readonly tip: Tip }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { left, top } = placeTip(tip.of.getBoundingClientRect(), element.getBoundingClientRect(), {
      width: window.innerWidth,
      height: window.innerHeight,
      isBeside: tip.of.dataset["tipSide"] === "right",
    });
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [tip]);
  useEffect(() => {
    // A screen reader has the name already; what says more is read out with it.
    if (tip.of.getAttribute("aria-label") === tip.words) return;
    tip.of.setAttribute("aria-description", tip.words);
    return () => tip.of.removeAttribute("aria-description");
  }, [tip]);
  return (
    <div className={styles.tip} ref={box} data-tooltip="" aria-hidden="true">
      <span>{tip.words}</span>
      {tip.keys === undefined ? null : <kbd>{tip.keys}</kbd>}
    </div>
  );
}

function tipAt(target: EventTarget | null): Tip | null {
  const of = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  const words = of?.dataset["tip"] ?? "";
  if (of?.dataset["tipCut"] !== undefined && !isCut(of)) return null;
  return of === null || words === "" ? null : { of, words, keys: of.dataset["tipKeys"] };
}

/** Not all of it is in sight. */
function isCut(element: HTMLElement): boolean {
  return [element, ...element.querySelectorAll("*")].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
  );
}

/** Tells what is pointed at or has the focus; returns its end. */
function followTips(show: (tip: Tip | null) => void): () => void {
  let shown: Tip | null = null;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const set = (tip: Tip | null): void => {
    clearTimeout(timer);
    if (shown !== null && tip === null) hiddenAt = performance.now();
    shown = tip;
    show(tip);
  };
  const hide = (): void => (shown === null ? clearTimeout(timer) : set(null));
  const point = ({ target, pointerType }: PointerEvent): void => {
    const tip = tipAt(target);
    if (tip?.of === shown?.of || pointerType === "touch") return;
    clearTimeout(timer);
    const isWarm = shown !== null || performance.now() - hiddenAt < warmMs;
    if (tip === null) hide();
    else if (isWarm) set(tip);
    else timer = setTimeout(() => tip.of.isConnected && set(tip), restMs);
  };
  const focus = ({ target }: FocusEvent): void => {
    const isByKeys = target instanceof Element && target.matches(":focus-visible");
    if (isByKeys) set(tipAt(target));
  };
  const leave = ({ relatedTarget }: PointerEvent): void => {
    if (relatedTarget === null) hide();
  };
  const events = new AbortController();
  const { signal } = events;
  document.addEventListener("pointerover", point, { signal });
  document.addEventListener("pointerout", leave, { signal });
  document.addEventListener("focusin", focus, { signal });
  for (const ends of ["pointerdown", "focusout", "keydown", "scroll"] as const) {
    document.addEventListener(ends, hide, { signal, capture: true });
  }
  return () => {
    events.abort();
    clearTimeout(timer);
  };
}
