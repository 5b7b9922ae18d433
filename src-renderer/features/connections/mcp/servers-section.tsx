import { usePick, useWindow } from "../../../state/context.ts";
import listStyles from "../../../ui/list.module.css";
import { text } from "../../../ui/text.ts";
import { ConnectionItem } from "../connection-item.tsx";
import { useShownServer } from "../use-current.ts";
import { listedWords, stateWords, waitsForPerson } from "./server-state.ts";
import styles from "./servers-section.module.css";

/** The MCP servers in the list, or what one is. */
export function ServersSection() {
  const { mcpServers } = useWindow();
  const { rows, loading, error } = usePick(mcpServers.store, (state) => state);
  const current = useShownServer();
  if (rows.length === 0 && loading !== "ready") return null;
  return (
    <section aria-label={text("mcpServer.servers")}>
      <div className={listStyles.section}>{text("mcpServer.servers")}</div>
      {rows.length === 0 && error === null ? <NoServers /> : null}
      <ul>
        {rows.map((row) => (
          <ConnectionItem
            key={row.name}
            to={{ kind: "mcp", name: row.name }}
            title={row.name}
            isCurrent={row.name === current}
            dot={stateWords[row.state].dot}
            side={listedWords(row)}
            waitsForYou={waitsForPerson(row)}
          />
        ))}
      </ul>
    </section>
  );
}

function NoServers() {
  const { overlay } = useWindow();
  return (
    <p className={`${styles.whatIs} meta small`}>
      {text("mcpServer.whatItIs")}{" "}
      <button type="button" className="link" onClick={() => overlay.open({ kind: "add", side: "server" })}>
        {text("mcpServer.addOne")}
      </button>
    </p>
  );
}
