import { ChevronDown, ChevronRight } from "lucide-react";
import { useState } from "react";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { text } from "../../ui/text.ts";
import { duration, isShort } from "../../ui/time.ts";
import styles from "./thoughts.module.css";

interface ThoughtsProps {
  readonly words: string;
  /** How long it thought; null where that is not known. */
  readonly durationMs: number | null;
  readonly startsOpen: boolean;
}

/** What the model thought before it spoke, folded to one line. */
export function Thoughts({ words, durationMs, startsOpen }: ThoughtsProps) {
  const [opened, setOpened] = useState<boolean | null>(null);
  if (words === "") return null;
  const isOpen = opened ?? startsOpen;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const label =
    durationMs === null || isShort(durationMs)
      ? text("chat.thoughts")
      : text("chat.thoughtFor", { duration: duration(durationMs) });
  return (
    <div className={styles.thoughts}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        <Chevron className="icon chevron" aria-hidden="true" />
        {label}
      </button>
      {isOpen ? <p className={`${styles.words} typed`}>{revealWords(words)}</p> : null}
    </div>
  );
}
