import { useEffect } from "react";
import type { CatalogueEntry, CataloguePage } from "../../../../src-preload/contract/mcp-catalogue.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { type CataloguePlace, createMcpSources, type McpSources } from "../../../state/mcp-sources.ts";
import { Bones } from "../../../ui/bones.tsx";
import { Button } from "../../../ui/button.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import noteStyles from "../../../ui/note.module.css";
import { SearchField } from "../../../ui/search-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import { shortTime } from "../../../ui/time.ts";
import { minuteMs, useNow } from "../../../ui/use-now.ts";
import styles from "./sources.module.css";

interface CatalogueFormProps {
  /** Shows what would be run, before anything is. */
  readonly onLook: (entry: CatalogueEntry) => void;
}

const places: readonly (readonly [CataloguePlace, TextKey])[] = [
  ["selection", "mcpServer.catalogue.selection"],
  ["registry", "mcpServer.catalogue.registry"],
];

/** Servers to choose from: those that came along, and those of a registry, which is asked where the person says so. */
export function CatalogueForm({ onLook }: CatalogueFormProps) {
  const { laterMcpSources } = useWindow();
  const sources = laterMcpSources.with(createMcpSources);
  const { where, query, page } = usePick(sources.store, (state) => state.catalogue);
  useEffect(() => void sources.searchCatalogue(), [sources]);
  return (
    <div className={`${dialogStyles.body} stack`}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          void sources.searchCatalogue();
        }}
      >
        <Segments
          label={text("mcpServer.catalogue.where")}
          value={where}
          choices={places}
          onChoose={(next) => void sources.chooseCatalogue(next)}
        />
        <div className={styles.find}>
          <SearchField
            label={text("mcpServer.catalogue.search")}
            query={query}
            onSearch={(words) => sources.typeQuery(words)}
          />
          {where === "registry" ? (
            <Button type="submit" isBusy={page.kind === "loading"}>
              {text("mcpServer.catalogue.ask")}
            </Button>
          ) : null}
        </div>
      </form>
      {page.kind === "loading" ? <Bones rows={4} /> : null}
      {page.kind === "failed" ? (
        <p className={noteStyles.failed} role="alert">
          {page.message}
        </p>
      ) : null}
      {page.kind === "ready" ? <Entries page={page} sources={sources} onLook={onLook} /> : null}
    </div>
  );
}

interface EntriesProps extends CatalogueFormProps {
  readonly page: CataloguePage;
  readonly sources: McpSources;
}

function Entries({ page, sources, onLook }: EntriesProps) {
  const { entries, next } = page;
  const isAsking = usePick(sources.store, ({ catalogue }) => catalogue.isAskingMore);
  return (
    <>
      <PageNote page={page} />
      {entries.length === 0 ? (
        <p className="meta" role="status">
          {text("mcpServer.catalogue.none")}
        </p>
      ) : null}
      <ul className={styles.rows} aria-label={text("mcpServer.way.catalogue")}>
        {entries.map((entry) => (
          <EntryRow key={entry.name} entry={entry} onLook={onLook} />
        ))}
      </ul>
      {next === null ? null : (
        <div className="row">
          <span className="grow" />
          <Button isBusy={isAsking} onClick={() => void sources.moreOfCatalogue()}>
            {text("mcpServer.catalogue.more")}
          </Button>
          <span className="grow" />
        </div>
      )}
    </>
  );
}

const sourceWords: Readonly<Record<CataloguePage["source"], TextKey>> = {
  registry: "mcpServer.catalogue.asOf",
  kept: "mcpServer.catalogue.keptFrom",
  selection: "mcpServer.catalogue.cameAlong",
};

function PageNote({ page: { source, at, problem } }: Pick<EntriesProps, "page">) {
  const now = useNow(minuteMs);
  const words = text(sourceWords[source], { time: source === "selection" ? dateOf(at) : shortTime(at, now) });
  if (problem === null) return <small className="meta">{words}</small>;
  return (
    <p className={noteStyles.needs} role="status">
      {problem} {words}
    </p>
  );
}

/** What came along is of a day, not of an hour. */
function dateOf(at: number): string {
  return new Date(at).toLocaleDateString(undefined, { dateStyle: "medium", timeZone: "UTC" });
}

function EntryRow({ entry, onLook }: CatalogueFormProps & { readonly entry: CatalogueEntry }) {
  const { name, title, description, version, isTried, drafts } = entry;
  return (
    <li className={styles.choice}>
      <div className={styles.about}>
        <div className={styles.head}>
          <span className={`${styles.name} medium`}>{title}</span>
          <span className="meta small">{isTried ? text("mcpServer.catalogue.tried", { version }) : version}</span>
        </div>
        {description === "" ? null : <p className={`${styles.name} dim`}>{description}</p>}
        {name.includes("/") ? <small className={`${styles.name} meta mono`}>{name}</small> : null}
        {drafts.length === 0 ? <small className="meta">{text("mcpServer.catalogue.noWay")}</small> : null}
      </div>
      {drafts.length === 0 ? null : (
        <Button
          size="small"
          aria-label={text("mcpServer.catalogue.lookAt", { name: title })}
          onClick={() => onLook(entry)}
        >
          {text("mcpServer.lookAtIt")}
        </Button>
      )}
    </li>
  );
}
