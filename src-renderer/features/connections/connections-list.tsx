import { Plus } from "lucide-react";
import { useEffect } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import { listedRows, stateOf } from "./provider-state.ts";
import { useCurrent } from "./use-current.ts";

/** The connections, each with how it stands. */
export function ConnectionsList() {
  const { providers, connections, overlay } = useWindow();
  const { rows, loading, error } = usePick(providers.store, (state) => state);
  const current = useCurrent();
  useEffect(() => void connections.open(), [connections]);
  return (
    <aside className="list" aria-label={text("place.connections")}>
      <div className="bar">
        <h2 className="grow">{text("place.connections")}</h2>
        <IconButton label={text("connection.add")} onClick={() => overlay.setState({ overlay: "connection" })}>
          <Plus className="i" aria-hidden="true" />
        </IconButton>
      </div>
      {error === null ? null : (
        <div className="note fail" role="alert">
          <span className="grow">{error}</span>
          <Button size="small" onClick={() => void providers.load()}>
            {text("action.again")}
          </Button>
        </div>
      )}
      <div className="scroll" aria-busy={loading === "loading"}>
        {rows.length === 0 && error === null ? <Bones rows={4} /> : null}
        {rows.length === 0 ? null : (
          <section aria-label={text("connection.providers")}>
            <div className="sec">{text("connection.providers")}</div>
            <ul>
              {listedRows(rows, current?.name ?? null).map((row) => {
                const { word, dot } = stateOf(row);
                const isCurrent = row.name === current?.name;
                return (
                  <li key={row.name}>
                    <a
                      className={isCurrent ? "item on" : "item"}
                      href={placeHref({ name: "connections", provider: row.name })}
                      aria-current={isCurrent ? "page" : undefined}
                    >
                      <span className="row">
                        <span className={`dot ${dot}`} aria-hidden="true" />
                        <span className="name">{row.title}</span>
                        <span className={dot === "fail" ? "side t-fail" : "side"}>{word}</span>
                      </span>
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}
