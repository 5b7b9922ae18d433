import { File, Puzzle, SquareSlash } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { MarkedLetters } from "../../ui/marked-letters.tsx";
import menuStyles from "../../ui/menu.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./suggestion-list.module.css";
import type { Suggestion, useSuggestions } from "./use-suggestions.ts";

/** What completes the word that is being typed, above the field. */
export function SuggestionList({ box }: { readonly box: ReturnType<typeof useSuggestions> }) {
  const first = box.items[0];
  if (first === undefined) return null;
  return (
    <div
      {...box.list}
      role="listbox"
      // It may scroll, and not everybody has a wheel.
      tabIndex={0}
      className={`${menuStyles.menu} ${styles.suggestions}`}
      aria-label={text(listNames[first.kind])}
    >
      {box.items.map((item, index) => {
        const option = box.option(index);
        return (
          <div key={option.id} {...option} className={`${menuStyles.item} ${styles.item}`}>
            <SuggestionRow item={item} typed={box.typed} />
          </div>
        );
      })}
    </div>
  );
}

const listNames: Readonly<Record<Suggestion["kind"], TextKey>> = {
  file: "composer.files",
  command: "palette.commands",
  skill: "composer.skills",
};

/** Characters of what a skill is for, beside its name. */
const mostAboutChars = 120;

function SuggestionRow({ item, typed }: { readonly item: Suggestion; readonly typed: string }) {
  switch (item.kind) {
    case "file":
      return <FileRow path={item.path} typed={typed} />;
    case "command":
      return <CommandRow name={item.name} typed={typed} />;
    case "skill":
      return (
        <>
          <Puzzle className="icon" aria-hidden="true" />
          <span className={styles.name}>
            {item.sign}
            <MarkedLetters words={item.name} typed={typed} />
          </span>
          <span className="meta small cut">{revealLine(item.about.slice(0, mostAboutChars))}</span>
        </>
      );
    default: {
      const never: never = item;
      return never;
    }
  }
}

interface FileRowProps {
  readonly path: string;
  readonly typed: string;
}

/** The name first: folders may be long. */
function FileRow({ path, typed }: FileRowProps) {
  const cut = path.lastIndexOf("/") + 1;
  const name = path.slice(cut);
  return (
    <>
      <File className="icon" aria-hidden="true" />
      <span className={`${styles.name} cut`}>
        <MarkedLetters words={name} typed={typed.slice(typed.lastIndexOf("/") + 1)} />
      </span>
      <span className="meta small cut">
        <MarkedLetters words={path.slice(0, Math.max(0, cut - 1))} typed={typed} />
      </span>
    </>
  );
}

interface CommandRowProps {
  readonly name: Extract<Suggestion, { kind: "command" }>["name"];
  readonly typed: string;
}

function CommandRow({ name, typed }: CommandRowProps) {
  return (
    <>
      <SquareSlash className="icon" aria-hidden="true" />
      <span className={styles.name}>
        /<MarkedLetters words={name} typed={typed} />
      </span>
      {/* The sentence of the terminal begins with the name. */}
      <span className="meta small cut">{text(`command.help.${name}`).replace(/^\S+\s+/, "")}</span>
    </>
  );
}
