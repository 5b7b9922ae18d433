import { Command, useCommandState } from "cmdk";
import { Check, Search } from "lucide-react";
import type { ModelEntry } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { entryOf, shortName } from "../../state/models.ts";
import { nearModels } from "../../state/near-models.ts";
import { windowSize } from "../../ui/amounts.ts";
import { longPriceWords, priceWords, shortLongPriceWords } from "../../ui/price-words.ts";
import { text } from "../../ui/text.ts";
import styles from "./model-menu.module.css";

interface ModelChoiceProps {
  readonly model: string;
  readonly onChoose: (id: string) => void;
}

/** The models to choose from, found by what is typed. */
export function ModelChoice({ model, onChoose }: ModelChoiceProps) {
  const { agent, models } = useWindow();
  const lists = usePick(models.store, (state) => state.lists);
  const named = usePick(agent.store, (state) => state.models);
  const favourites = usePick(agent.store, (state) => state.settings?.ui.favouriteModels) ?? [];
  const listed = Object.values(lists).flatMap((list) => list.models.map(({ id }) => id));
  const all = [...new Set([...(model === "" ? [] : [model]), ...named, ...listed, "practice/practice"])];
  const others = all.filter((id) => !favourites.includes(id));
  const group = (heading: string, ids: readonly string[]) =>
    ids.length === 0 ? null : (
      <Command.Group heading={heading}>
        {ids.map((id) => (
          <ModelItem
            key={id}
            id={id}
            entry={entryOf(lists, id)}
            isChosen={id === model}
            onChoose={() => onChoose(id)}
          />
        ))}
      </Command.Group>
    );
  return (
    <Command label={text("composer.model")} loop filter={rank}>
      <div className={styles.ask}>
        <Search className="icon icon-small" aria-hidden="true" />
        <Command.Input autoFocus placeholder={text("connection.search")} aria-label={text("connection.search")} />
      </div>
      <Command.List>
        <TypedModel ids={all} onChoose={onChoose} />
        <NothingFits ids={all} />
        {group(text("composer.favourites"), favourites)}
        {group(text(favourites.length === 0 ? "connection.models" : "composer.otherModels"), others)}
      </Command.List>
    </Command>
  );
}

/** A model that is not listed can be had by its name, with its provider in front. */
function TypedModel({ ids, onChoose }: { readonly ids: readonly string[]; readonly onChoose: (id: string) => void }) {
  const typed = useCommandState((state) => state.search).trim();
  if (!/^[^/\s]+\/\S+$/.test(typed) || ids.includes(typed)) return null;
  return (
    <Command.Item value={typed} forceMount onSelect={() => onChoose(typed)}>
      <span className={styles.tick} />
      <span className="cut grow">{text("composer.useTyped", { model: typed })}</span>
    </Command.Item>
  );
}

/** What was typed is no model's name: those that are like it. */
function NothingFits({ ids }: { readonly ids: readonly string[] }) {
  const typed = useCommandState((state) => state.search);
  const near = nearModels(typed, ids);
  const words = near.length === 0 ? text("palette.none") : text("composer.nearModels", { names: near.join(", ") });
  return <Command.Empty>{words}</Command.Empty>;
}

/** Every word that was typed must be in the name. */
function rank(value: string, search: string): number {
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => value.toLowerCase().includes(word)) ? 1 : 0;
}

interface ModelItemProps {
  readonly id: string;
  readonly entry: ModelEntry | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function ModelItem({ id, entry, isChosen, onChoose }: ModelItemProps) {
  const window = entry?.contextWindow ?? null;
  const price = entry?.price ?? null;
  const long = shortLongPriceWords(price);
  return (
    <Command.Item value={id} onSelect={onChoose}>
      <span className={styles.tick}>{isChosen ? <Check size={14} aria-hidden="true" /> : null}</span>
      <span className="mono cut grow" data-tip={id}>
        {shortName(id)} <span className="meta small">{id.slice(0, Math.max(0, id.indexOf("/")))}</span>
      </span>
      <span className="meta small number">{window === null ? "" : windowSize(window)}</span>
      <span className={`meta small number ${styles.price}`} data-tip={longPriceWords(price)}>
        {entry === null ? "" : priceWords(price)}
        {long === "" ? null : <span className={styles.long}>{long}</span>}
      </span>
    </Command.Item>
  );
}
