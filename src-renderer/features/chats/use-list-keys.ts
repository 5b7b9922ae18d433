import type { KeyboardEvent, MouseEvent } from "react";
import { useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SessionSummary } from "../../../src-preload/contract/session.ts";
import { isSessionKey } from "../../../src-preload/contract/session-key.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { hasMod } from "../../ui/keys.ts";
import type { useRoving } from "../../ui/use-roving.ts";

interface ListKeys {
  readonly rows: readonly SessionSummary[];
  readonly roving: ReturnType<typeof useRoving>;
  readonly onMenu: (key: SessionKey, at: { readonly x: number; readonly y: number }) => void;
}

/** The chats that an act is about: those that are chosen together, where this is one of them, else this alone. */
export function meantBy(
  key: SessionKey,
  rows: readonly SessionSummary[],
  chosen: ReadonlySet<SessionKey>,
): readonly SessionSummary[] {
  return rows.filter((row) => (chosen.has(key) ? chosen.has(row.key) : row.key === key));
}

/** What keys and presses do in the list: choosing several, renaming, putting away. */
export function useListKeys({ rows, roving, onMenu }: ListKeys) {
  const { chats, chatActs } = useWindow();
  const chosen = usePick(chats.store, (state) => state.chosen);
  const anchor = useRef<SessionKey | null>(null);
  const order = rows.map(({ key }) => key);
  const chooseTo = (key: SessionKey): void => {
    const [from, to] = [order.indexOf(anchor.current ?? key), order.indexOf(key)].sort((a, b) => a - b);
    chats.choose(order.slice(Math.max(0, from ?? 0), (to ?? 0) + 1));
  };
  const toggle = (key: SessionKey): void => {
    anchor.current = key;
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    chats.choose(next);
  };
  const putAway = useRemoval(rows, roving.focus);

  function onKeyDown(event: KeyboardEvent): void {
    const at = keyOf(event.target);
    if (at === null || event.defaultPrevented) return;
    const moved = roving.onKeyDown(event);
    if (isSessionKey(moved)) {
      if (event.shiftKey) {
        anchor.current ??= at;
        chooseTo(moved);
      } else anchor.current = null;
      return;
    }
    if (act(event, at)) event.preventDefault();
  }

  function act(event: KeyboardEvent, at: SessionKey): boolean {
    const { key } = event;
    if (key === " ") toggle(at);
    else if (hasMod(event) && key.toLowerCase() === "a") chats.choose(order);
    else if (key === "Escape" && chosen.size > 0) chats.choose([]);
    else if (key === "F2") chatActs.beginRename(at, "list");
    else if (key === "Delete" || (key === "Backspace" && event.metaKey)) void putAway(meantBy(at, rows, chosen));
    else return false;
    return true;
  }

  const listeners = {
    onKeyDown,
    /** Shift and the command key choose; a plain press opens and chooses nothing. */
    onClick(event: MouseEvent): void {
      const menuOf = menuKeyOf(event.target);
      if (menuOf !== null) {
        const box = event.target instanceof Element ? event.target.getBoundingClientRect() : null;
        onMenu(menuOf, { x: box?.left ?? event.clientX, y: box?.bottom ?? event.clientY });
        return;
      }
      const key = keyOf(event.target);
      if (key === null) return;
      if (event.shiftKey) {
        anchor.current ??= isSessionKey(roving.stop) ? roving.stop : key;
        chooseTo(key);
      } else if (hasMod(event)) toggle(key);
      else {
        anchor.current = key;
        if (chosen.size > 0) chats.choose([]);
        return;
      }
      event.preventDefault();
    },
    onContextMenu(event: MouseEvent): void {
      const key = keyOf(event.target) ?? menuKeyOf(event.target);
      if (key === null) return;
      event.preventDefault();
      onMenu(key, { x: event.clientX, y: event.clientY });
    },
  };
  return { chosen, putAway, listeners };
}

/** Into the trash; the row behind takes the focus, and where the open chat went, a new one is open. */
function useRemoval(rows: readonly SessionSummary[], focus: (key: string) => void) {
  const { chatActs, leaveRemoved } = useWindow();
  return async (meant: readonly SessionSummary[]): Promise<void> => {
    const last = meant.at(-1);
    const index = rows.findIndex(({ key }) => key === last?.key);
    const isLeft = ({ key }: SessionSummary): boolean => !meant.some((row) => row.key === key);
    const next = rows.slice(index + 1).find(isLeft) ?? rows.slice(0, Math.max(0, index)).findLast(isLeft);
    const gone = await chatActs.removeAll(meant);
    if (!leaveRemoved(gone) && next !== undefined) focus(next.key);
  };
}

function keyOf(target: EventTarget): SessionKey | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
  const key = row?.dataset["key"];
  return isSessionKey(key) ? key : null;
}

function menuKeyOf(target: EventTarget): SessionKey | null {
  const button = target instanceof Element ? target.closest<HTMLElement>("[data-menu-of]") : null;
  const key = button?.dataset["menuOf"];
  return isSessionKey(key) ? key : null;
}
