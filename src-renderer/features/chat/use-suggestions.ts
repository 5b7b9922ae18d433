import type { ChatCommand } from "../../../src-preload/contract/chat-commands.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { commandAt, commandsFor, mentionAt, skillAt } from "../../state/mention.ts";
import { callable } from "../../state/skills.ts";
import { matchName } from "../../ui/match.ts";
import { useCombobox } from "../../ui/use-combobox.ts";

/** What completes the word at the caret. */
export type Suggestion =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "command"; readonly name: ChatCommand }
  | { readonly kind: "skill"; readonly name: string; readonly sign: "/" | "$"; readonly about: string };

/** Files behind an `@`, commands and skills behind a `/` at the beginning, skills behind a `$`, and the keys that choose one. */
export function useSuggestions(sessionKey: SessionKey, words: string) {
  const { composer, skills } = useWindow();
  const caret = usePick(composer.store, (state) => state.caret);
  const closedAt = usePick(composer.store, (state) => state.closedAt);
  const paths = usePick(composer.files, (state) => state.paths);
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
      return [...commandsFor(typed).map(toCommand), ...skillsFor(callable({ list: known }), typed, "/")];
    return mention === null ? skillsFor(callable({ list: known }), typed, "$") : filesFor(paths, typed);
  }
  const pick = (item: Suggestion): Promise<void> => {
    if (item.kind === "file") return composer.pickFile(sessionKey, item.path);
    if (item.kind === "skill") return composer.pickSkill(sessionKey, item.name);
    return composer.pickCommand(sessionKey, item.name);
  };
  const box = useCombobox<Suggestion>({
    items,
    keyOf: (item) => (item.kind === "file" ? item.path : `${item.kind} ${item.name}`),
    typed,
    onPick: (item) => void pick(item),
    onClose: () => composer.closeList(word?.start ?? 0),
  });
  return { ...box, items, typed };
}

const nothing: readonly Suggestion[] = [];

/** Those that begin with what is typed, and are not wholly there yet. A command goes before a skill of its name. */
function skillsFor(rows: readonly SkillRow[], typed: string, sign: "/" | "$"): readonly Suggestion[] {
  return rows
    .filter(({ name, isShadowed }) => name.startsWith(typed) && name !== typed && !(sign === "/" && isShadowed))
    .map(({ name, description }) => ({ kind: "skill", name, sign, about: description }));
}

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
