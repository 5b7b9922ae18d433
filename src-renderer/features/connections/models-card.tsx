import { useState } from "react";
import type { ModelEntry, ProviderRow } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import { SearchField } from "../../ui/search-field.tsx";
import tableStyles from "../../ui/table.module.css";
import { text } from "../../ui/text.ts";
import connectionStyles from "./connection.module.css";
import { ModelRow } from "./model-row.tsx";
import styles from "./models.module.css";
import { sourceWords } from "./source-words.ts";

/** A search pays from so many models on. */
const manyModels = 8;
const shownAtFirst = 40;

/** The models of a provider: what each can do, what it costs, and what it is used for. */
export function ModelsCard({ row }: { readonly row: ProviderRow }) {
  const { models } = useWindow();
  const list = usePick(models.store, (state) => state.lists[row.name]);
  const [query, setQuery] = useState("");
  const [whole, setWhole] = useState(false);
  const all = list?.models ?? [];
  const found = all.filter(({ id }) => id.toLowerCase().includes(query.trim().toLowerCase()));
  const shown = whole ? found : found.slice(0, shownAtFirst);
  const message = list?.message ?? "";
  const tellsItself = row.state === "ready" || row.state === "talks-only" || row.state === "not-tested";
  return (
    <section className={cardStyles.card} aria-label={text("connection.models")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("connection.models")}</h2>
        {all.length > manyModels ? (
          <SearchField label={text("connection.search")} query={query} onSearch={setQuery} />
        ) : null}
        <span className="meta small">{sharedSource(all)}</span>
      </div>
      {message === "" || !tellsItself ? null : (
        <p className={`${cardStyles.body} ${connectionStyles.cardBody} meta`}>{message}</p>
      )}
      {list === undefined || (list.loading === "loading" && all.length === 0) ? (
        <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
          <Bones rows={3} />
        </div>
      ) : all.length === 0 ? (
        <p className={`${cardStyles.body} ${connectionStyles.cardBody} meta`}>{text("connection.noModels")}</p>
      ) : (
        <Table models={shown} />
      )}
      {found.length === 0 && all.length > 0 ? (
        <p className={`${cardStyles.body} ${connectionStyles.cardBody} meta`}>
          {text("connection.noneFound", { query })}
        </p>
      ) : null}
      {found.length > shown.length ? (
        <div className={`${cardStyles.body} ${connectionStyles.cardBody}`}>
          <Button size="small" onClick={() => setWhole(true)}>
            {text("connection.showAll", { count: found.length })}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Who told the windows, where it is the same for all. */
function sharedSource(all: readonly ModelEntry[]): string {
  const told = new Set(all.filter(({ contextWindow }) => contextWindow !== null).map(({ source }) => source));
  const [only] = told;
  return told.size === 1 && only !== undefined ? text("connection.contextBy", { source: text(sourceWords[only]) }) : "";
}

function Table({ models }: { readonly models: readonly ModelEntry[] }) {
  const isShared = sharedSource(models) !== "";
  if (models.length === 0) return null;
  return (
    <table className={`${tableStyles.table} ${styles.table}`}>
      <thead>
        <tr>
          <th>{text("usage.model")}</th>
          <th className={tableStyles.isRight}>{text("connection.context")}</th>
          <th>{text("connection.tools")}</th>
          <th className={styles.wide}>{text("connection.images")}</th>
          <th className={`${tableStyles.isRight} ${styles.widest}`}>{text("connection.price")}</th>
          <th>
            <span className="screen-reader">{text("connection.use")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} showsSource={!isShared} />
        ))}
      </tbody>
    </table>
  );
}
