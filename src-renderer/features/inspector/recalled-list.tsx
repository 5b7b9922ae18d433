import { RotateCcw, X } from "lucide-react";
import { useState } from "react";
import type { Recalled } from "../../../src-preload/contract/recalled.ts";
import { useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { IconButton } from "../../ui/button.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./recalled-list.module.css";

const sources: Readonly<Record<Recalled["source"], TextKey>> = {
  fact: "context.recalledFact",
  log: "context.recalledLog",
  message: "context.recalledMessage",
};

/** What went along with the last message of what was known, noted or said before; each can be struck out for good. */
export function RecalledList({ recalled }: { readonly recalled: readonly Recalled[] }) {
  const { chatMeter, notify } = useWindow();
  const [struck, setStruck] = useState<ReadonlySet<string>>(new Set());
  if (recalled.length === 0) return null;
  const strike = async (id: string, isStruck: boolean): Promise<void> => {
    const problem = await chatMeter.refuse(id, isStruck);
    if (problem !== null) return notify(problem, "failed");
    setStruck((before) => new Set(isStruck ? [...before, id] : [...before].filter((one) => one !== id)));
  };
  return (
    <section aria-label={text("context.recalled")}>
      <h2 className="medium">{text("context.recalled")}</h2>
      <ul className={styles.list}>
        {recalled.map((one) => (
          <RecalledRow
            key={one.id}
            one={one}
            isStruck={struck.has(one.id)}
            onStrike={(now) => void strike(one.id, now)}
          />
        ))}
      </ul>
    </section>
  );
}

interface RecalledRowProps {
  readonly one: Recalled;
  readonly isStruck: boolean;
  readonly onStrike: (isStruck: boolean) => void;
}

function RecalledRow({ one, isStruck, onStrike }: RecalledRowProps) {
  const { date, sessionKey, source, stranger } = one;
  const label = text(isStruck ? "context.recalledBack" : "context.recalledStrike");
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className="meta small">
          {date === null ? null : `${new Date(date).toLocaleDateString()}, `}
          {sessionKey === null ? (
            text(sources[source])
          ) : (
            <a href={placeHref({ name: "chats", sessionKey })}>{text(sources[source])}</a>
          )}
          {stranger !== undefined ? `, ${text("context.recalledStrange")}` : null}
        </p>
        <p className={isStruck ? styles.struck : ""}>{one.text}</p>
        {isStruck ? <p className="meta small">{text("context.recalledStruck")}</p> : null}
      </div>
      <IconButton size="small" label={label} onClick={() => onStrike(!isStruck)}>
        {isStruck ? <RotateCcw size={14} aria-hidden="true" /> : <X size={14} aria-hidden="true" />}
      </IconButton>
    </li>
  );
}
