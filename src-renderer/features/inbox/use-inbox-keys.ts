import { type RefObject, useEffect, useRef } from "react";
import type { InboxItem } from "../../../src-preload/contract/inbox-items.ts";
import { usePick } from "../../state/context.ts";
import { useInboxParts } from "./use-inbox-parts.ts";
import { useInboxView } from "./use-inbox-view.ts";

interface KeyedList {
  readonly items: readonly InboxItem[];
  readonly list: RefObject<HTMLElement | null>;
  /** Has this item drawn, where not all are. */
  readonly scrollTo: (id: string) => void;
}

/** An item that was just drawn is hidden until it is measured, for so many frames at most. */
const framesHidden = 10;

function takeFocus(find: () => HTMLElement | null, frames: number): void {
  const item = find();
  if (item !== null && !item.contains(document.activeElement)) item.focus();
  const isThere = item?.contains(document.activeElement) === true;
  if (!isThere && frames > 0) requestAnimationFrame(() => takeFocus(find, frames - 1));
}

/** J and K go from item to item, Enter opens one, E and Delete take a report away; none of them where words are written. */
export function useInboxKeys({ items, list, scrollTo }: KeyedList): void {
  const inboxView = useInboxView();
  const { threads } = useInboxParts();
  const current = usePick(inboxView.store, (state) => state.current);
  const now = useRef({ items, scrollTo });
  now.current = { items, scrollTo };
  const isWanted = useRef(false);

  useEffect(() => {
    if (current === null || !isWanted.current) return;
    isWanted.current = false;
    now.current.scrollTo(current);
    const find = () => list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(current)}"]`) ?? null;
    takeFocus(find, framesHidden);
  }, [current, list]);

  // The item that is pressed has the keys when the press is over: what they add to a card would move its buttons from under it.
  useEffect(() => {
    const shown = list.current;
    const onClick = ({ target }: MouseEvent): void => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
      const id = row?.dataset["key"];
      if (id !== undefined && now.current.items.some((item) => item.id === id)) inboxView.select(id);
    };
    shown?.addEventListener("click", onClick);
    return () => shown?.removeEventListener("click", onClick);
  }, [inboxView, list]);

  useEffect(() => {
    const press = (key: string, target: HTMLElement): boolean => {
      const shown = now.current.items;
      if (key === "j" || key === "k") {
        isWanted.current = true;
        inboxView.move(shown, key === "j" ? 1 : -1);
        return true;
      }
      const row = target.closest<HTMLElement>("[data-key]");
      const item = shown.find(({ id }) => id === row?.dataset["key"]);
      if (row === null || item === undefined) return false;
      if ((key === "e" || key === "delete") && item.kind === "report") {
        isWanted.current = true;
        void inboxView.dismiss(item.report, shown);
        return true;
      }
      // On what stands in the row it presses that.
      if (key !== "enter" || target !== row) return false;
      if (item.kind === "report") threads.open(item.report);
      else row.querySelector<HTMLElement>("a, button")?.click();
      return true;
    };
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof HTMLElement) || isWriting(target) || target.closest('[role="dialog"]') !== null) return;
      if (press(key.toLowerCase(), target)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [inboxView, threads]);
}

function isWriting(target: HTMLElement): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target.isContentEditable;
}
