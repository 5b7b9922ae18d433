import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { revealWords } from "../../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import cardStyles from "../../../ui/card.module.css";
import { text } from "../../../ui/text.ts";
import connectionStyles from "../connection.module.css";
import styles from "./tools.module.css";

/** What a server says of how its tools are used; nothing where it says nothing. */
export function InstructionsCard({ row }: { readonly row: McpServerRow }) {
  const { mcpServers } = useWindow();
  const words = usePick(mcpServers.store, ({ details }) => details[row.name]?.instructions ?? "");
  if (words === "") return null;
  return (
    <section className={cardStyles.card} aria-label={text("mcpServer.instructions")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("mcpServer.instructions")}</h2>
      </div>
      <div className={`${cardStyles.body} ${connectionStyles.cardBody} stack tight`}>
        <p className="small meta">{text("mcpServer.instructionsHint")}</p>
        <pre className={styles.instructions} dir="auto" tabIndex={0}>
          {revealWords(words)}
        </pre>
      </div>
    </section>
  );
}
