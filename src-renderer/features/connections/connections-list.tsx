import { Plus } from "lucide-react";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import listStyles from "../../ui/list.module.css";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { ConnectionItem } from "./connection-item.tsx";
import { ServersSection } from "./mcp/servers-section.tsx";
import { listedRows, stateOf } from "./provider-state.ts";
import { SearchSection } from "./search/search-section.tsx";
import { useCurrent } from "./use-current.ts";
import { VoiceSection } from "./voice/voice-section.tsx";

/** The connections, each with how it stands. */
export function ConnectionsList() {
  const { providers, overlay } = useWindow();
  const { rows, loading } = usePick(providers.store, (state) => state);
  const isUp = useIsUp();
  const isBusy = isUp && (loading === "idle" || loading === "loading");
  return (
    <aside className={listStyles.list} aria-label={text("place.connections")}>
      <div className={listStyles.head}>
        <h2 className="grow">{text("place.connections")}</h2>
        <IconButton label={text("connection.add")} onClick={() => overlay.open({ kind: "add", side: "connection" })}>
          <Plus className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <Trouble />
      <div className={listStyles.scroll} aria-busy={loading === "loading"}>
        {rows.length === 0 && isBusy ? <Bones rows={4} /> : null}
        {rows.length === 0 ? null : <ProvidersSection />}
        <ServersSection />
        {rows.length === 0 ? null : <SearchSection />}
        {rows.length === 0 ? null : <VoiceSection />}
      </div>
    </aside>
  );
}

/** What could not be read, in one box; where the line itself is gone, the window says that above. */
function Trouble() {
  const { providers, mcpServers } = useWindow();
  const isUp = useIsUp();
  const isRead = usePick(providers.store, ({ loading }) => loading === "ready");
  const ofProviders = usePick(providers.store, ({ error }) => error);
  const ofServers = usePick(mcpServers.store, ({ error }) => error);
  const error = ofProviders ?? ofServers;
  if (error === null && (isUp || isRead)) return null;
  if (!isUp) return <p className={`${listStyles.empty} meta small`}>{text("connection.whenBack")}</p>;
  const again = (): void => {
    if (ofProviders !== null) void providers.load();
    if (ofServers !== null) void mcpServers.load();
  };
  return (
    <div className={`${noteStyles.failed} ${listStyles.trouble}`} role="alert">
      <span className="grow">{error}</span>
      <Button size="small" onClick={again}>
        {text("action.again")}
      </Button>
    </div>
  );
}

function ProvidersSection() {
  const { providers } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows);
  const current = useCurrent();
  return (
    <section aria-label={text("connection.providers")}>
      <div className={listStyles.section}>{text("connection.providers")}</div>
      <ul>
        {listedRows(rows, current?.name ?? null).map((row) => {
          const { word, dot } = stateOf(row);
          return (
            <ConnectionItem
              key={row.name}
              to={{ kind: "provider", name: row.name }}
              title={row.title}
              isCurrent={row.name === current?.name}
              dot={dot}
              side={word}
            />
          );
        })}
      </ul>
    </section>
  );
}
