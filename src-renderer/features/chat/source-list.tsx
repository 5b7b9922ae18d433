import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import type { WebSource } from "../../../src-preload/contract/web-sources.ts";
import { text } from "../../ui/text.ts";
import { useOpenAddress } from "./open-address.ts";
import styles from "./source-list.module.css";

/** The pages of the web that a turn read or found: one quiet line, which opens to their titles and hosts. */
export function SourceList({ sources }: { readonly sources: readonly WebSource[] }) {
  const [isOpen, setOpen] = useState(false);
  const open = useOpenAddress();
  const listId = useId();
  if (sources.length === 0) return null;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const count = sources.length;
  return (
    <div className={styles.sources}>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <Chevron className="icon chevron" aria-hidden="true" />
        {count === 1 ? text("chat.oneSource") : text("chat.sources", { count })}
      </button>
      {isOpen ? (
        <ol id={listId} className={styles.list} aria-label={text("chat.sourceList")}>
          {sources.map(({ url, title, host }) => (
            <li key={url}>
              <a
                href={url}
                title={url}
                className={styles.source}
                onClick={(event) => {
                  event.preventDefault();
                  open(url);
                }}
              >
                <bdi className="cut">{title}</bdi>
                <span className={`meta ${styles.host}`}>{host}</span>
              </a>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
