import { ListChecks } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { DecisionLine } from "../../../src-preload/contract/rules.ts";
import { isSessionKey } from "../../../src-preload/contract/session-key.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { EmptyState } from "../../ui/empty-state.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { text } from "../../ui/text.ts";
import { clockTime, shortTime } from "../../ui/time.ts";
import styles from "./inbox.module.css";
import { SideState } from "./side-state.tsx";

/** What was decided about calls, newest first, and all of it as a file. */
export function DecisionsSide() {
  const { rules } = useWindow();
  const load = usePick(rules.store, (state) => state.decisions);
  const save = async (): Promise<void> => {
    const lines = await rules.all();
    if (lines === null) return;
    saveFile("decisions.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""), "application/jsonl");
  };
  return (
    <SideState
      load={load}
      onAgain={() => void rules.loadDecisions()}
      isEmpty={({ lines }) => lines.length === 0}
      empty={<EmptyState icon={ListChecks} title={text("inbox.noLog")} words={text("inbox.noLogWords")} />}
    >
      {({ lines, hasMore }) => (
        <section className={cardStyles.card} aria-label={text("inbox.logTitle")}>
          <div className={cardStyles.head}>
            <h2 className="grow">{text("inbox.logTitle")}</h2>
            <Button size="small" onClick={() => void save()}>
              {text("inbox.export")}
            </Button>
          </div>
          <p className={`${styles.words} small meta`}>{text("inbox.logWords")}</p>
          <ol className={styles.rows}>
            {keyed(lines).map(([key, line]) => (
              <DecisionRow key={key} line={line} />
            ))}
          </ol>
          {hasMore ? (
            <div className={styles.foot}>
              <Button size="small" kind="ghost" onClick={() => void rules.more()}>
                {text("inbox.more")}
              </Button>
            </div>
          ) : null}
        </section>
      )}
    </SideState>
  );
}

/** Lines have no id, and several can be of one moment. */
function keyed(lines: readonly DecisionLine[]): readonly (readonly [string, DecisionLine])[] {
  return lines.map((line, index) => [`${line.time} ${index}`, line] as const);
}

function DecisionRow({ line }: { readonly line: DecisionLine }) {
  const at = Date.parse(line.time);
  const isAllowed = line.decision === "allow";
  const title = revealLine(line.title === "" ? line.tool : line.title);
  const what = revealLine(line.what);
  return (
    <li className={styles.row}>
      <div className={styles.rowWords}>
        <p className={styles.rowTitle}>
          {isSessionKey(line.sessionKey) ? (
            <a className="link" href={placeHref({ name: "chats", sessionKey: line.sessionKey })}>
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        {what === title ? null : <p className={`small meta ${styles.rowWhat}`}>{what}</p>}
      </div>
      <p className={`${styles.rowActs} small`}>
        <span className={isAllowed ? "" : "tone-failed"}>{text(isAllowed ? "inbox.allowed" : "inbox.denied")}</span>
        <span className="meta">{text(`inbox.by.${line.by}`)}</span>
        <time className="meta number" dateTime={line.time}>
          {shortTime(at, Date.now()) === clockTime(at)
            ? clockTime(at)
            : `${shortTime(at, Date.now())} ${clockTime(at)}`}
        </time>
      </p>
    </li>
  );
}
