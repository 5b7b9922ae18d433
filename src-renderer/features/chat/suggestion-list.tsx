import { useId } from "react";
import menuStyles from "../../ui/menu.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./suggestion-list.module.css";
import { SuggestionRow } from "./suggestion-row.tsx";
import { keyOfSuggestion, type Suggestion } from "./suggestions.ts";
import type { useSuggestions } from "./use-suggestions.ts";

type Box = ReturnType<typeof useSuggestions>;

/** What completes the word that is being typed, above the field; of several kinds each has its heading. */
export function SuggestionList({ box }: { readonly box: Box }) {
  const groups = groupsOf(box.items);
  const [first] = groups;
  if (first === undefined) return null;
  return (
    <div
      {...box.list}
      role="listbox"
      // It may scroll, and not everybody has a wheel.
      tabIndex={0}
      className={`${menuStyles.menu} ${styles.suggestions}`}
      aria-label={text(groups.length === 1 ? first.name : "composer.suggestions")}
    >
      {groups.length === 1 ? (
        <Options box={box} group={first} />
      ) : (
        groups.map((group) => <NamedGroup key={group.name} box={box} group={group} />)
      )}
    </div>
  );
}

interface Group {
  readonly name: TextKey;
  /** Where its first one stands in the whole list. */
  readonly from: number;
  readonly items: readonly Suggestion[];
}

interface GroupProps {
  readonly box: Box;
  readonly group: Group;
}

function NamedGroup({ box, group }: GroupProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div id={id} className={`${styles.heading} meta small`} role="presentation">
        {text(group.name)}
      </div>
      <Options box={box} group={group} />
    </div>
  );
}

function Options({ box, group }: GroupProps) {
  return group.items.map((item, at) => {
    const option = box.option(group.from + at);
    return (
      <div key={keyOfSuggestion(item)} {...option} className={`${menuStyles.item} ${styles.item}`}>
        <SuggestionRow item={item} typed={box.typed} />
      </div>
    );
  });
}

const groupNames: Readonly<Record<Suggestion["kind"], TextKey>> = {
  file: "composer.files",
  folder: "composer.files",
  chat: "composer.chats",
  resource: "composer.resources",
  command: "palette.commands",
  skill: "composer.skills",
  prompt: "composer.prompts",
};

/** Neighbours of one name. */
function groupsOf(items: readonly Suggestion[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [at, item] of items.entries()) {
    const name = groupNames[item.kind];
    const last = groups.at(-1);
    if (last?.name === name) groups[groups.length - 1] = { ...last, items: [...last.items, item] };
    else groups.push({ name, from: at, items: [item] });
  }
  return groups;
}
