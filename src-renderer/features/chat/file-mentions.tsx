import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { mentionAt } from "../../state/mention.ts";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import styles from "./file-mentions.module.css";

interface FileMentionsProps {
  readonly sessionKey: SessionKey;
  /** What is being written. */
  readonly words: string;
}

/** Files of the work folder that fit what is typed behind `@`. */
export function FileMentions({ sessionKey, words }: FileMentionsProps) {
  const { composer } = useWindow();
  const isNaming = usePick(composer.store, ({ caret }) => mentionAt(words, caret) !== null);
  const paths = usePick(composer.files, (state) => state.paths);
  if (!isNaming || paths.length === 0) return null;
  return (
    <ul className={`${menuStyles.menu} ${styles.mentions}`} aria-label={text("composer.files")}>
      {paths.map((path) => (
        <li key={path}>
          <button
            type="button"
            className={`${menuStyles.item} ${styles.item} mono`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void composer.pickFile(sessionKey, path)}
          >
            {revealLine(path)}
          </button>
        </li>
      ))}
    </ul>
  );
}
