import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from "react";
import { isComposing } from "./keys.ts";

interface ComboboxOptions<Item> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string;
  /** What was typed: with other words the first row is marked again. */
  readonly typed: string;
  readonly onPick: (item: Item) => void;
  /** Escape; where there is none, the field's surroundings take it. */
  readonly onClose?: () => void;
}

/**
 * A field with a list of what fits: the keys stay in the field, and one row is marked, the first one at first. Arrows, Home and
 * End move the mark, Enter and Tab pick, Escape closes and goes no further. Without items no key is taken.
 */
export function useCombobox<Item>({ items, keyOf, typed, onPick, onClose }: ComboboxOptions<Item>) {
  const listId = useId();
  const [marked, setMarked] = useState<{ readonly typed: string; readonly key: string } | null>(null);
  const kept = marked?.typed === typed ? items.findIndex((item) => keyOf(item) === marked.key) : 0;
  const active = Math.max(0, kept);
  const optionId = (index: number): string => `${listId}-${index}`;
  const move = (index: number): void => {
    const item = items[index];
    if (item !== undefined) setMarked({ typed, key: keyOf(item) });
  };
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Another mark, or another list under it.
    void items;
    list.current?.querySelector(`[id="${CSS.escape(`${listId}-${active}`)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [listId, active, items]);

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (items.length === 0 || isComposing(event.nativeEvent)) return false;
    const isTaken = take(event);
    if (isTaken) event.preventDefault();
    return isTaken;
  };

  function take({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (altKey || ctrlKey || metaKey || (shiftKey && key !== "Tab")) return false;
    const last = items.length - 1;
    if (key === "ArrowDown") move(active === last ? 0 : active + 1);
    else if (key === "ArrowUp") move(active === 0 ? last : active - 1);
    else if (key === "Home") move(0);
    else if (key === "End") move(last);
    else if (key === "Escape") {
      if (onClose === undefined) return false;
      onClose();
    } else if (key === "Enter" || (key === "Tab" && !shiftKey)) {
      const item = items[active];
      if (item !== undefined) onPick(item);
    } else return false;
    return true;
  }

  return {
    active,
    onKeyDown,
    /** For the field; a field for one line is a combobox by its role, too. */
    field:
      items.length === 0
        ? ({ "aria-autocomplete": "list" } as const)
        : ({
            "aria-autocomplete": "list",
            "aria-controls": listId,
            "aria-activedescendant": optionId(active),
          } as const),
    list: { ref: list, id: listId, role: "listbox" } as const,
    option: (index: number) =>
      ({
        id: optionId(index),
        role: "option",
        "aria-selected": index === active,
        // The focus stays in the field.
        onMouseDown: (event: MouseEvent) => event.preventDefault(),
        onMouseMove: () => (index === active ? undefined : move(index)),
        onClick: () => {
          const item = items[index];
          if (item !== undefined) onPick(item);
        },
      }) as const,
  };
}
