import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { commandAt, commandsFor, mentionAt, skillAt } from "../../state/mention.ts";
import { callable } from "../../state/skills.ts";
import { useCombobox } from "../../ui/use-combobox.ts";
import {
  chatsFor,
  filesFor,
  keyOfSuggestion,
  promptsFor,
  resourcesFor,
  type Suggestion,
  skillsFor,
} from "./suggestions.ts";

/**
 * Files, chats and resources behind an `@`, commands, skills and prompts behind a `/` at the beginning, skills behind a `$`, and the
 * keys that choose one.
 */
export function useSuggestions(sessionKey: SessionKey, words: string) {
  const { composer, skills, overlay } = useWindow();
  const caret = usePick(composer.store, (state) => state.caret);
  const closedAt = usePick(composer.store, (state) => state.closedAt);
  const paths = usePick(composer.files, (state) => state.paths);
  const named = usePick(composer.named, (state) => state);
  const known = usePick(skills.store, ({ list }) => list);
  const command = commandAt(words, caret);
  const mention = mentionAt(words, caret);
  const word = command ?? mention ?? skillAt(words, caret);
  const typed = word?.query ?? "";
  const isOpen = word !== null && closedAt !== word.start;
  const items = itemsFor();
  function itemsFor(): readonly Suggestion[] {
    if (!isOpen) return nothing;
    if (command !== null)
      return [
        ...commandsFor(typed).map((name): Suggestion => ({ kind: "command", name })),
        ...skillsFor(callable({ list: known }), typed, "/"),
        ...promptsFor(named.prompts, typed),
      ];
    if (mention === null) return skillsFor(callable({ list: known }), typed, "$");
    return [
      ...filesFor(paths, typed),
      ...chatsFor(named.chats, typed, sessionKey),
      ...resourcesFor(named.resources, typed),
    ];
  }
  const pick = (item: Suggestion): Promise<void> | void => {
    switch (item.kind) {
      case "file":
        return composer.pickFile(sessionKey, item.path);
      case "folder":
        return composer.pickFile(sessionKey, `${item.path}/`);
      case "chat":
      case "resource":
        return composer.pickMention(sessionKey, item.written);
      case "skill":
        return composer.pickSkill(sessionKey, item.name);
      case "command":
        return composer.pickCommand(sessionKey, item.name);
      case "prompt":
        if (item.prompt.arguments.length === 0) return composer.pickPrompt(sessionKey, item.written);
        composer.closeList(word?.start ?? 0);
        return overlay.open({ kind: "prompt", sessionKey, prompt: item.prompt });
      default: {
        const never: never = item;
        return never;
      }
    }
  };
  const box = useCombobox<Suggestion>({
    items,
    keyOf: keyOfSuggestion,
    typed,
    onPick: (item) => void pick(item),
    onClose: () => composer.closeList(word?.start ?? 0),
  });
  return { ...box, items, typed };
}

const nothing: readonly Suggestion[] = [];
