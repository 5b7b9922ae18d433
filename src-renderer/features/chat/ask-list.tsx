import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import { text } from "../../ui/text.ts";
import styles from "./ask-card.module.css";
import { AskCard } from "./ask-card.tsx";

/** What servers ask for in the open chat. */
export function AskList({ asks }: { readonly asks: readonly McpAsk[] }) {
  return (
    <section className={styles.list} aria-label={text("ask.label")}>
      {asks.map((ask) => (
        <AskCard key={ask.id} ask={ask} />
      ))}
    </section>
  );
}
