import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { pageOf } from "../../state/place.ts";
import type { Preferences } from "../../state/preferences.ts";
import type { WindowState } from "../../state/window-state.ts";
import { offeredModes } from "../../ui/modes.ts";
import { type TextKey, text } from "../../ui/text.ts";
import type { RailPlace } from "./rail.tsx";
import { keyless, type Shortcut, shortcutsOf } from "./shortcuts.ts";

/** Something that the window can do now, by its name. */
export interface Command {
  readonly label: string;
  /** "" where no key does it. */
  readonly keys: string;
  /** With the open chat, to another page, or anywhere. */
  readonly about: "here" | "go" | "window";
  readonly run: () => void;
}

/** Keys that the palette has otherwise, or that do nothing from out of it. */
const told: readonly TextKey[] = [
  "keys.palette",
  "chat.rename",
  "keys.mode",
  "find.title",
  "find.next",
  "find.previous",
  "keys.nextRegion",
  "keys.previousRegion",
];

/** Everything that can be done now, for the palette: with what is open, the pages, and the window itself. */
export function commandsOf(state: WindowState, places: readonly RailPlace[]): readonly Command[] {
  const pages = new Set(places.map(({ title }) => title));
  const left = new Set<TextKey>([...told, ...(state.chatActs.canUndo() ? [] : (["keys.undo"] as const))]);
  const toCommand = ({ keys, label, run }: Shortcut): readonly Command[] =>
    run === null || left.has(label)
      ? []
      : [{ keys, label: text(label), about: pages.has(label) ? "go" : "window", run: () => void run(state) }];
  return [...chatCommands(state), ...[...shortcutsOf(places), ...keyless].flatMap(toCommand), ...lookCommands(state)];
}

/** What can be done with the open chat; nothing on another page. */
function chatCommands(state: WindowState): readonly Command[] {
  const { chat, chatActs, composer, find, leaveRemoved, place } = state;
  const open = chat.store.getState();
  if (open.kind === "none" || pageOf(place.store.getState().place) !== "chats") return [];
  const { key } = open;
  const here = (label: string, keys: string, run: () => void): Command => ({ label, keys, about: "here", run });
  const modes = offeredModes.map(({ mode, label }) =>
    here(text("palette.mode", { mode: text(label) }), "", () => void chatActs.update(key, { mode })),
  );
  const mention = here(text("composer.mention"), "", () => void composer.mention(key));
  if (open.kind !== "open") return [...modes, mention];
  const { summary, messages, run } = open.view;
  const { pinned, archived } = summary;
  const isPrivate = isPrivateKey(key);
  const asked = messages.findLast(
    ({ message }) => message.role === "user" && message.hidden !== true && message.report === undefined,
  )?.message;
  const answer = messages.findLast(({ message }) => message.role === "assistant" && message.content !== "")?.message;
  const isOn = run !== null && run.end === null;
  return [
    ...(isOn ? [here(text("keys.stop"), "Escape", () => void chatActs.stop(key))] : []),
    here(text("find.title"), "Mod+F", () => find.open()),
    here(text("chat.rename"), "F2", () => chatActs.beginRename(key, "head")),
    ...(isPrivate
      ? []
      : [
          here(text(pinned ? "chat.unpin" : "chat.pin"), "", () => void chatActs.update(key, { pinned: !pinned })),
          here(
            text(archived ? "chat.unarchive" : "chat.archive"),
            "",
            () => void chatActs.archiveAll([summary], !archived),
          ),
        ]),
    here(
      text(isPrivate ? "chat.closePrivate" : "chat.remove"),
      "",
      () => void chatActs.removeAll([summary]).then(leaveRemoved),
    ),
    ...(answer === undefined
      ? []
      : [
          here(text("palette.copyAnswer"), "", () => void navigator.clipboard.writeText(answer.content)),
          here(text("chat.regenerate"), "", () => void chatActs.regenerate(answer.id)),
        ]),
    ...(asked?.role === "user"
      ? [
          here(text("palette.editLast"), "", () =>
            composer.edit(key, { text: asked.content, media: asked.media ?? [], replaces: asked.id }),
          ),
        ]
      : []),
    mention,
    ...modes,
  ];
}

/** How the window looks, and what its list and its right column show. */
function lookCommands({ preferences, chats, place, chat }: WindowState): readonly Command[] {
  const set = (name: TextKey, choice: TextKey, part: Partial<Preferences>): Command => ({
    label: text("palette.choice", { name: text(name), choice: text(choice) }),
    keys: "",
    about: "window",
    run: () => preferences.setState(part),
  });
  const show = (label: TextKey, filter: "current" | "archived" | "trash"): Command => ({
    label: text(label),
    keys: "",
    about: "window",
    run: () => {
      const open = chat.store.getState();
      place.go({ name: "chats", sessionKey: open.kind === "none" ? null : open.key });
      void chats.show(filter);
    },
  });
  return [
    set("settings.theme", "settings.themeSystem", { theme: "system" }),
    set("settings.theme", "settings.themeLight", { theme: "light" }),
    set("settings.theme", "settings.themeDark", { theme: "dark" }),
    set("settings.density", "settings.comfortable", { density: "comfortable" }),
    set("settings.density", "settings.compact", { density: "compact" }),
    set("settings.folding", "settings.foldResult", { folding: "result" }),
    set("settings.folding", "settings.foldSteps", { folding: "steps" }),
    set("settings.folding", "settings.foldEverything", { folding: "everything" }),
    set("palette.inspector", "inspector.files", { inspector: true, inspectorTab: "files" }),
    set("palette.inspector", "inspector.run", { inspector: true, inspectorTab: "run" }),
    set("palette.inspector", "inspector.context", { inspector: true, inspectorTab: "context" }),
    show("chats.showCurrent", "current"),
    show("chats.showArchived", "archived"),
    show("chats.showTrash", "trash"),
  ];
}
