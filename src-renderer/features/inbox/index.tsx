import "../../ui/later-words.ts";
import { useState } from "react";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { OpenList } from "../../columns/open-column.tsx";
import pageStyles from "../../ui/page.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { DecisionsSide } from "./decisions-side.tsx";
import styles from "./inbox.module.css";
import { ItemsSide } from "./items-side.tsx";
import { RulesSide } from "./rules-side.tsx";

type Side = "items" | "rules" | "log";

const sides: readonly (readonly [Side, TextKey])[] = [
  ["items", "inbox.items"],
  ["rules", "inbox.rules"],
  ["log", "inbox.log"],
];

interface InboxProps {
  /** Draws approvals that are decided together; the chat's own card, handed in. */
  readonly card: (approvals: readonly PendingApproval[], isFirst: boolean) => React.ReactNode;
  /** Draws what a server asks for; the chat's own card too. */
  readonly askCard: (ask: McpAsk) => React.ReactNode;
}

/** Everything that waits for the person, what was remembered of it, and what was decided. */
export function InboxPlace({ card, askCard }: InboxProps) {
  const [side, setSide] = useState<Side>("items");
  return (
    <section className={pageStyles.main} aria-label={text("place.inbox")}>
      <header className={pageStyles.bar}>
        <OpenList />
        <h1>{text("place.inbox")}</h1>
      </header>
      <div className={styles.sides}>
        <Segments label={text("inbox.sides")} value={side} choices={sides} onChoose={setSide} />
      </div>
      {side === "items" ? (
        <ItemsSide card={card} askCard={askCard} />
      ) : side === "rules" ? (
        <RulesSide />
      ) : (
        <DecisionsSide />
      )}
    </section>
  );
}
