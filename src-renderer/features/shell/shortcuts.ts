import { useEffect } from "react";
import { useWindow } from "../../state/context.ts";
import { readPlace } from "../../state/place.ts";
import type { WindowState } from "../../state/window-state.ts";
import { hasMod } from "../../ui/keys.ts";
import type { TextKey } from "../../ui/text.ts";

export interface Shortcut {
  readonly keys: string;
  readonly label: TextKey;
  /** Null: the place where it works answers it itself. */
  readonly run: ((state: WindowState) => void) | null;
}

const goTo = (hash: string) => (state: WindowState) => state.place.go(readPlace(hash));

/** Every key of the window, for the listener, the palette and the sheet of keys alike. */
export const shortcuts: readonly Shortcut[] = [
  {
    keys: "Mod+K",
    label: "keys.palette",
    run: ({ overlay }) => overlay.setState({ overlay: "palette", paletteStart: "" }),
  },
  { keys: "Mod+N", label: "chats.new", run: (state) => state.newChat() },
  {
    keys: "Shift+Mod+F",
    label: "chats.search",
    run: () => document.querySelector<HTMLInputElement>("[data-search]")?.focus(),
  },
  {
    keys: "Alt+Mod+B",
    label: "keys.inspector",
    run: ({ preferences }) => preferences.setState({ inspector: !preferences.getState().inspector }),
  },
  {
    keys: "Mod+1",
    label: "place.chats",
    run: ({ place, chat }) => {
      const open = chat.store.getState();
      place.go({ name: "chats", sessionKey: open.kind === "none" ? null : open.key });
    },
  },
  { keys: "Mod+2", label: "place.automations", run: goTo("#/automations") },
  { keys: "Mod+3", label: "place.knowledge", run: goTo("#/knowledge") },
  { keys: "Mod+4", label: "place.connections", run: goTo("#/connections") },
  { keys: "Mod+5", label: "place.usage", run: goTo("#/usage") },
  { keys: "Mod+6", label: "place.inbox", run: goTo("#/inbox") },
  { keys: "Mod+,", label: "place.settings", run: goTo("#/settings") },
  { keys: "Mod+/", label: "keys.sheet", run: ({ overlay }) => overlay.setState({ overlay: "keyboard" }) },
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
      overlay.setState({ overlay: "connection" });
    },
  },
  {
    keys: "",
    label: "mcpServer.add",
    run: ({ place, overlay }) => {
      place.go({ name: "connections", shown: null });
      overlay.setState({ overlay: "server" });
    },
  },
  { keys: "", label: "limits.change", run: ({ overlay }) => overlay.setState({ overlay: "limits" }) },
  { keys: "", label: "prices.change", run: ({ overlay }) => overlay.setState({ overlay: "prices" }) },
];

function fits(keys: string, event: KeyboardEvent): boolean {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = (name: string): boolean => parts.includes(name);
  const isKey =
    event.key.toLowerCase() === key.toLowerCase() || event.code === `Key${key}` || event.code === `Digit${key}`;
  return isKey && hasMod(event) === wants("Mod") && event.shiftKey === wants("Shift") && event.altKey === wants("Alt");
}

export function useShortcuts(): void {
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
  }, [state]);
}
