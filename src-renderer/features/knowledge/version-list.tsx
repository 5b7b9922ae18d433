import { useEffect, useRef } from "react";
import type { KnowledgeVersion } from "../../../src-preload/contract/knowledge.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useIsNarrow } from "../../ui/narrow.ts";
import { text } from "../../ui/text.ts";
import { shortTime } from "../../ui/time.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import { useRoving } from "../../ui/use-roving.ts";
import { ChatLink } from "./chat-link.tsx";
import styles from "./version-list.module.css";
import { authorWords, sizeWords, versionKey } from "./version-words.ts";

/** Newest first; the one that is pressed is shown beside what stands now. */
export function VersionList({ versions }: { readonly versions: readonly KnowledgeVersion[] }) {
  const { fileVersions } = useWindow();
  const { compared, focusAsked } = usePick(fileVersions.store, (state) => state);
  const list = useRef<HTMLUListElement>(null);
  const chosen = compared === null ? null : versionKey(compared.of);
  const now = useNow(minuteMs);
  const named = new Map(versions.map((version) => [versionKey(version), authorWords(version.author)]));
  const roving = useRoving(list, {
    keys: [...named.keys()],
    nameOf: (key) => named.get(key) ?? "",
    preferred: chosen,
  });
  useRowFocus(focusAsked, () => roving.stop !== null && roving.focus(roving.stop));
  return (
    <ul
      ref={list}
      className={styles.list}
      aria-label={text("knowledge.versionList")}
      onFocus={roving.onFocus}
      onKeyDown={roving.onKeyDown}
    >
      {versions.map((version, index) => (
        <VersionRow
          key={versionKey(version)}
          version={version}
          older={versions[index + 1]}
          isNewest={index === 0}
          isChosen={versionKey(version) === chosen}
          isStop={versionKey(version) === roving.stop}
          now={now}
        />
      ))}
    </ul>
  );
}

/** Whoever leaves what is compared goes on in the list. */
function useRowFocus(asked: number, focus: () => void): void {
  const obeyed = useRef(asked);
  useEffect(() => {
    if (obeyed.current === asked) return;
    obeyed.current = asked;
    focus();
  });
}

interface VersionRowProps {
  readonly version: KnowledgeVersion;
  /** The one before it. */
  readonly older: KnowledgeVersion | undefined;
  readonly isNewest: boolean;
  readonly isChosen: boolean;
  readonly isStop: boolean;
  readonly now: number;
}

function VersionRow({ version, older, isNewest, isChosen, isStop, now }: VersionRowProps) {
  const { fileVersions, preferences } = useWindow();
  const isNarrow = useIsNarrow();
  const { author, time } = version;
  const choose = (): void => {
    if (isChosen) fileVersions.leave();
    else void fileVersions.compare(version);
    // What is compared lies under the column.
    if (isNarrow) preferences.setState({ details: false });
  };
  const tab = isStop ? 0 : -1;
  return (
    <li className={isChosen ? `${styles.row} ${styles.isChosen}` : styles.row}>
      <button
        type="button"
        className={styles.choose}
        data-key={versionKey(version)}
        tabIndex={tab}
        aria-pressed={isChosen}
        onClick={choose}
      >
        <time className="meta small" dateTime={new Date(time).toISOString()} data-tip={new Date(time).toLocaleString()}>
          {shortTime(time, now)}
        </time>
        <span className="medium">{authorWords(author)}</span>
        <span className="meta small number">{sizeWords(version, older)}</span>
        {isNewest ? <span className="chip">{text("knowledge.isNow")}</span> : null}
      </button>
      {author.kind === "agent" ? (
        <p className={`${styles.from} small cut`}>
          <ChatLink author={author} tabIndex={tab} />
        </p>
      ) : null}
    </li>
  );
}
