import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { text } from "../../../ui/text.ts";
import connectionStyles from "../connection.module.css";
import styles from "./reach.module.css";

/** What the sandbox kept a server from, each with the one press that allows it. */
export function RefusedHosts({ row }: { readonly row: McpServerRow }) {
  const { mcpServers, notify } = useWindow();
  const isBusy = usePick(mcpServers.store, (state) => state.busy[row.name] !== undefined);
  const refused = row.reach?.refused ?? [];
  if (refused.length === 0) return null;
  const allow = async (host: string): Promise<void> => {
    const problem = await mcpServers.allowHost(row.name, host);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <ul
      className={`${cardStyles.body} ${connectionStyles.cardBody} ${styles.refused}`}
      aria-label={text("mcpServer.refused")}
    >
      {refused.map((host) => (
        <li key={host} className="row">
          <span className="grow">{text("mcpServer.refusedHost", { host: revealLine(host) })}</span>
          <Button
            size="small"
            disabled={isBusy}
            aria-label={text("mcpServer.allowHostNamed", { host })}
            onClick={() => void allow(host)}
          >
            {text("mcpServer.allowHost")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
