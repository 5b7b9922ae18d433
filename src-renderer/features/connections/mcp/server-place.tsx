import { Unplug } from "lucide-react";
import { usePick, useWindow } from "../../../state/context.ts";
import { placeHref } from "../../../state/place.ts";
import { Bones } from "../../../ui/bones.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import pageStyles from "../../../ui/page.module.css";
import { text } from "../../../ui/text.ts";
import styles from "../connection.module.css";
import { ConnectionCard } from "./connection-card.tsx";
import { InstructionsCard } from "./instructions-card.tsx";
import { ReachCard } from "./reach-card.tsx";
import { ServerBar } from "./server-bar.tsx";
import { ServerPanel } from "./server-panel.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import { ToolsCard } from "./tools-card.tsx";

/** One MCP server: how its connection came about, its tools, its settings and its log. */
export function ServerPlace({ name }: { readonly name: string }) {
  const { mcpServers, preferences } = useWindow();
  const row = usePick(mcpServers.store, ({ rows }) => rows.find((one) => one.name === name));
  const loading = usePick(mcpServers.store, (state) => state.loading);
  const details = usePick(preferences, (state) => state.details);
  if (row === undefined) {
    return (
      <section className={pageStyles.main} aria-label={text("place.connections")}>
        <div className={loading === "ready" ? `${pageStyles.page} ${pageStyles.isCentred}` : pageStyles.page}>
          {loading === "ready" ? (
            <EmptyState icon={Unplug} title={text("mcpServer.gone", { name })} words={text("mcpServer.goneWords")}>
              <a className="button" href={placeHref({ name: "connections", shown: null })}>
                {text("place.connections")}
              </a>
            </EmptyState>
          ) : loading === "failed" ? null : (
            <Bones rows={6} />
          )}
        </div>
      </section>
    );
  }
  return (
    <>
      <section className={pageStyles.main} aria-label={text("place.connections")}>
        <ServerBar row={row} />
        <div className={`${pageStyles.page} ${styles.page}`}>
          {row.signIn === null ? null : <SignInCard row={row} signIn={row.signIn} />}
          <ConnectionCard row={row} />
          {row.reach === null ? null : <ReachCard row={row} reach={row.reach} />}
          <ToolsCard row={row} />
          <InstructionsCard row={row} />
        </div>
      </section>
      {details ? <ServerPanel row={row} /> : null}
    </>
  );
}
