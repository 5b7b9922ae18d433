import { PanelRightClose } from "lucide-react";
import { useState } from "react";
import type { McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { RightColumn } from "../../../columns/right-column.tsx";
import { usePick, useWindow } from "../../../state/context.ts";
import type { ServerTab } from "../../../state/preferences.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import panelStyles from "../../../ui/panel.module.css";
import { TabList } from "../../../ui/tab-list.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import styles from "../form.module.css";
import logStyles from "./log.module.css";
import { LogTab } from "./log-tab.tsx";
import { RemoveServer } from "./remove-server.tsx";
import { ServerFields } from "./server-fields.tsx";

const tabs: readonly (readonly [ServerTab, TextKey])[] = [
  ["settings", "connection.settings"],
  ["log", "mcpServer.log"],
];

/** The right column of a server: what it is started with, and what it wrote. */
export function ServerPanel({ row }: { readonly row: McpServerRow }) {
  const { preferences } = useWindow();
  const tab = usePick(preferences, (state) => state.serverTab);
  return (
    <RightColumn label={text("connection.settings")} column="details">
      <aside className={panelStyles.panel} aria-label={text("connection.settings")}>
        <div className={panelStyles.tabs}>
          <TabList
            tabs={tabs}
            shown={tab}
            panel="server-panel"
            onShow={(serverTab) => preferences.setState({ serverTab })}
          />
          <IconButton label={text("details.close")} onClick={() => preferences.setState({ details: false })}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div
          className={tab === "log" ? `${panelStyles.body} ${logStyles.body}` : `${panelStyles.body} pad ${styles.form}`}
          role="tabpanel"
          id="server-panel"
          aria-labelledby={`tab-${tab}`}
          tabIndex={-1}
        >
          {tab === "log" ? <LogTab name={row.name} /> : <ServerFields row={row} />}
        </div>
        {tab === "log" ? null : <RemoveFoot row={row} />}
      </aside>
    </RightColumn>
  );
}

function RemoveFoot({ row }: { readonly row: McpServerRow }) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.panelFoot}>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {text("connection.remove")}
      </Button>
      <RemoveServer row={row} isOpen={asking} onClose={() => setAsking(false)} />
    </div>
  );
}
