import { useEffect } from "react";
import { useWindow } from "../../state/context.ts";
import { placeOf } from "../../state/place.ts";
import type { WindowState } from "../../state/window-state.ts";
import { hasMod } from "../../ui/keys.ts";
import type { TextKey } from "../../ui/text.ts";
import type { RailPlace } from "./rail.tsx";

export interface Shortcut {
  readonly keys: string;
  readonly label: TextKey;
  /** Null: the place where it works answers it itself. */
  readonly run: ((state: WindowState) => void) | null;
}

/** Every key of the window, for the listener, the palette and the sheet of keys alike. */
export function shortcutsOf(places: readonly RailPlace[]): readonly Shortcut[] {
  return [...beforePlaces, ...places.map(toPlace), ...afterPlaces];
}

function toPlace({ keys, title, name }: RailPlace): Shortcut {
  return {
    keys,
    label: title,
    run({ place, chat }) {
      const open = chat.store.getState();
      place.go(placeOf(name, open.kind === "none" ? null : open.key));
    },
  };
}

const beforePlaces: readonly Shortcut[] = [
  {
    keys: "Mod+K",
    label: "keys.palette",
    run: ({ palette }) => void palette.open(),
  },
  { keys: "Mod+N", label: "chats.new", run: (state) => state.newChat() },
  {
    keys: "Shift+Mod+F",
    label: "chats.search",
    run: ({ chats }) => chats.focusSearch(),
  },
  {
    keys: "Alt+Mod+B",
    label: "keys.inspector",
    run: ({ preferences }) => preferences.setState({ inspector: !preferences.getState().inspector }),
  },
];

const afterPlaces: readonly Shortcut[] = [
  { keys: "Mod+/", label: "keys.sheet", run: ({ overlay }) => overlay.open({ kind: "keys" }) },
  { keys: "Enter", label: "keys.send", run: null },
  { keys: "Shift+Mod+Enter", label: "keys.queue", run: null },
  { keys: "Escape", label: "keys.stop", run: null },
  { keys: "Mod+Enter", label: "keys.allow", run: null },
  { keys: "Mod+Backspace", label: "keys.deny", run: null },
];

/** What has a name and no key: for the palette. */
export const keyless: readonly Shortcut[] = [
  {
    keys: "",
    label: "connection.add",
    run: ({ place, overlay }) => {
      place.go({ name: "connections", shown: null });
      overlay.open({ kind: "add", side: "connection" });
    },
  },
  {
    keys: "",
    label: "mcpServer.add",
    run: ({ place, overlay }) => {
      place.go({ name: "connections", shown: null });
      overlay.open({ kind: "add", side: "server" });
    },
  },
  { keys: "", label: "limits.change", run: ({ overlay }) => overlay.open({ kind: "limits", side: "limits" }) },
  { keys: "", label: "prices.change", run: ({ overlay }) => overlay.open({ kind: "limits", side: "prices" }) },
];

function fits(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = (name: string): boolean => parts.includes(name);
  const isKey =
    event.key.toLowerCase() === key.toLowerCase() || event.code === `Key${key}` || event.code === `Digit${key}`;
  return isKey && hasMod(event) === wants("Mod") && event.shiftKey === wants("Shift") && event.altKey === wants("Alt");
}

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const state = useWindow();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.isComposing) return;
      const found = shortcuts.find((shortcut) => shortcut.run !== null && fits(shortcut.keys, event));
      if (found?.run === undefined || found.run === null) return;
      event.preventDefault();
      found.run(state);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [state, shortcuts]);
}
