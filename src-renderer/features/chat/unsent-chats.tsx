import { PenLine } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import styles from "./unsent-chats.module.css";

const mostShown = 5;

/** Other chats that were begun and have no message yet. */
export function UnsentChats({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const rows = usePick(useWindow().unsentChats.store, (state) => state.rows);
  const others = rows.filter((row) => row.sessionKey !== sessionKey).slice(0, mostShown);
  if (others.length === 0) return null;
  return (
    <nav className={styles.unsent} aria-label={text("composer.unsent")}>
      <p className="meta small" aria-hidden="true">
        {text("composer.unsent")}
      </p>
      {others.map((row) => (
        <a key={row.sessionKey} className={styles.row} href={placeHref({ name: "chats", sessionKey: row.sessionKey })}>
          <PenLine className="icon icon-small" aria-hidden="true" />
          <span className="cut grow">
            {row.preview === "" ? text("composer.unsentFiles") : revealLine(row.preview)}
          </span>
          <span className="meta small">{shortTime(row.savedAt, Date.now())}</span>
        </a>
      ))}
    </nav>
  );
}
