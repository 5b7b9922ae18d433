import type { ChatCommand } from "../../../src-preload/contract/chat-commands.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { commandAt, commandsFor, mentionAt } from "../../state/mention.ts";
import { matchName } from "../../ui/match.ts";
import { useCombobox } from "../../ui/use-combobox.ts";

/** What completes the word at the caret. */
export type Suggestion =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly name: ChatCommand };

/** Files behind an `@`, commands behind a `/` at the beginning, and the keys that choose one. */
export function useSuggestions(sessionKey: SessionKey, words: string) {
  const { composer } = useWindow();
  const caret = usePick(composer.store, (state) => state.caret);
  const closedAt = usePick(composer.store, (state) => state.closedAt);
  const paths = usePick(composer.files, (state) => state.paths);
  const command = commandAt(words, caret);
  const word = command ?? mentionAt(words, caret);
  const typed = word?.query ?? "";
  const isOpen = word !== null && closedAt !== word.start;
  const items = !isOpen ? nothing : command === null ? filesFor(paths, typed) : commandsFor(typed).map(toCommand);
  const box = useCombobox<Suggestion>({
    items,
    keyOf: (item) => (item.kind === "file" ? item.path : item.name),
    typed,
    onPick: (item) =>
      void (item.kind === "file"
        ? composer.pickFile(sessionKey, item.path)
        : composer.pickCommand(sessionKey, item.name)),
    onClose: () => composer.closeList(word?.start ?? 0),
  });
  return { ...box, items, typed };
}

const nothing: readonly Suggestion[] = [];

function toCommand(name: ChatCommand): Suggestion {
  return { kind: "command", name };
}

/** Those of the last answer that still fit, the best first. */
function filesFor(paths: readonly string[], typed: string): readonly Suggestion[] {
  return paths
    .flatMap((path) => {
      const found = matchName(path, typed);
      return found === null ? [] : [{ path, score: found.score }];
    })
    .toSorted((a, b) => b.score - a.score)
    .map(({ path }) => ({ kind: "file", path }));
}
