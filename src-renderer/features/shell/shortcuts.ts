import { useEffect } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { useWindow } from "../../state/context.ts";
import { modeOfChat } from "../../state/mode.ts";
import { pageOf, placeOf } from "../../state/place.ts";
import type { WindowState } from "../../state/window-state.ts";
import { hasMod, keysHere } from "../../ui/keys.ts";
import { modeAfter } from "../../ui/modes.ts";
import { goToList, goToRegion } from "../../ui/regions.ts";
import type { TextKey } from "../../ui/text.ts";
import type { RailPlace } from "./rail.tsx";

interface ShownFile {
  readonly key: SessionKey;
  readonly path: string;
}

export interface Shortcut {
  readonly keys: string;
  readonly label: TextKey;
  /** Null: the place where it works answers it itself. */
  readonly run: ((state: WindowState) => void) | null;
  /** Where the key is free for others; anywhere else it is taken. */
  readonly isFree?: (state: WindowState, target: EventTarget | null) => boolean;
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
  {
    keys: "Mod+N",
    label: "chats.new",
    run(state) {
      state.chats.leaveTrash();
      state.newChat();
    },
  },
  {
    keys: "Shift+Mod+F",
    label: "chats.search",
    run: ({ chats }) => chats.focusSearch(),
  },
  { keys: "Mod+B", label: "keys.list", run: ({ listOver }) => goToList() || listOver.setState({ isOpen: true }) },
  { keys: "Alt+Mod+B", label: "keys.inspector", run: turnRightColumn },
  { keys: "Mod+F", label: "find.title", run: ({ find }) => find.open(), isFree: findsNoWords },
  { keys: "F3", label: "find.next", run: ({ find }) => void find.go(1), isFree: findsNothing },
  { keys: "Shift+F3", label: "find.previous", run: ({ find }) => void find.go(-1), isFree: findsNothing },
  { keys: "F2", label: "chat.rename", run: renameOpen, isFree: hasNoWords },
  { keys: "Alt+W", label: "keys.closeFile", run: closeFile, isFree: (state) => shownFile(state) === null },
  { keys: "Alt+M", label: "keys.mode", run: changeMode, isFree: isElsewhere },
  {
    keys: "Mod+Z",
    label: "keys.undo",
    run: ({ chatActs }) => chatActs.undo(),
    isFree: (_, target) => isWriting(target),
  },
];

function turnRightColumn({ preferences, place }: WindowState): void {
  const column = pageOf(place.store.getState().place) === "chats" ? "inspector" : "details";
  preferences.setState({ [column]: !preferences.getState()[column] });
}

/** The file that is shown in place of the open chat; null for none. */
function shownFile({ chat, place, workFiles }: WindowState): ShownFile | null {
  const open = chat.store.getState();
  if (open.kind === "none" || pageOf(place.store.getState().place) !== "chats") return null;
  const path = workFiles.store.getState().tabs[open.key]?.shown ?? null;
  return path === null ? null : { key: open.key, path };
}

function closeFile(state: WindowState): void {
  const file = shownFile(state);
  if (file !== null) state.workFiles.close(file.key, file.path);
}

/** A file that is shown has words of its own. */
function findsNoWords(state: WindowState): boolean {
  return shownFile(state) !== null || hasNoWords(state);
}

function findsNothing({ find }: WindowState): boolean {
  return !find.store.getState().isOpen;
}

/** No chat is in sight. */
function isElsewhere({ chat, place }: WindowState): boolean {
  return chat.store.getState().kind === "none" || pageOf(place.store.getState().place) !== "chats";
}

/** None that has been begun: there is nothing to find in it, and it has no name. */
function hasNoWords(state: WindowState): boolean {
  return isElsewhere(state) || state.chat.store.getState().kind !== "open";
}

/** The title at the head of the open chat becomes a field. */
function renameOpen({ chat, chatActs }: WindowState): void {
  const open = chat.store.getState();
  if (open.kind === "open") chatActs.beginRename(open.key, "head");
}

function changeMode(state: WindowState): void {
  const open = state.chat.store.getState();
  if (open.kind !== "none") void state.chatActs.update(open.key, { mode: modeAfter(modeOfChat(state)) });
}

/** Its own undo comes first. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

const afterPlaces: readonly Shortcut[] = [
  { keys: "F6", label: "keys.nextRegion", run: () => goToRegion(1) },
  { keys: "Shift+F6", label: "keys.previousRegion", run: () => goToRegion(-1) },
  { keys: "Mod+/", label: "keys.sheet", run: ({ overlay }) => overlay.open({ kind: "keys" }) },
  { keys: "Enter", label: "keys.send", run: null },
  { keys: "Shift+Mod+Enter", label: "keys.queue", run: null },
  { keys: "Mod+S", label: "keys.saveFile", run: null },
  { keys: "Escape", label: "keys.stop", run: null },
  { keys: "Mod+Enter", label: "keys.allow", run: null },
  { keys: "Mod+Backspace", label: "keys.deny", run: null },
  { keys: "Delete", label: "keys.trash", run: null },
  { keys: "J", label: "keys.inboxNext", run: null },
  { keys: "K", label: "keys.inboxPrevious", run: null },
  { keys: "E", label: "keys.inboxDismiss", run: null },
  { keys: "A", label: "keys.inboxAllow", run: null },
  { keys: "D", label: "keys.inboxDeny", run: null },
];

/** What has a name and no key: for the palette. */
export const keyless: readonly Shortcut[] = [
  {
    keys: "",
    label: "chats.newPrivate",
    run(state) {
      state.chats.leaveTrash();
      state.newPrivateChat();
    },
  },
  {
    keys: "",
    label: "jobs.new",
    run: ({ place, overlay }) => {
      place.go({ name: "automations", job: null });
      overlay.open({ kind: "job", id: null });
    },
  },
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
  { keys: "", label: "action.changeLimits", run: ({ overlay }) => overlay.open({ kind: "limits", side: "limits" }) },
  { keys: "", label: "prices.change", run: ({ overlay }) => overlay.open({ kind: "limits", side: "prices" }) },
];

function fits(shortcut: string, event: KeyboardEvent): boolean {
  return keysHere(shortcut).some((keys) => isPressed(keys, event));
}

function isPressed(keys: string, event: KeyboardEvent): boolean {
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
      if (event.isComposing || event.defaultPrevented) return;
      const found = shortcuts.find((shortcut) => shortcut.run !== null && fits(shortcut.keys, event));
      if (found?.run === undefined || found.run === null) return;
      if (found.isFree?.(state, event.target) === true) return;
      event.preventDefault();
      found.run(state);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [state, shortcuts]);
}
