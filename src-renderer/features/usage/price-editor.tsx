import { Tag } from "lucide-react";
import { useId } from "react";
import { completePrice } from "../../../src-preload/contract/cost.ts";
import type { Price } from "../../../src-preload/contract/providers.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { entryOf } from "../../state/models.ts";
import { pricedModels } from "../../state/priced-models.ts";
import { usedModels } from "../../state/usage.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { longPriceWords, peakWords } from "../../ui/price-words.ts";
import tableStyles from "../../ui/table.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./limits.module.css";
import { pricesWords } from "./usage-table.tsx";
import { isBadNumber, type PricedModel, parts, usePriceRow } from "./use-price-row.ts";

/** What a million tokens cost, model by model. What is typed wins over the table that comes along. */
export function PriceEditor({ settings }: { readonly settings: Settings }) {
  const { models, usage, providers } = useWindow();
  const used = usePick(usage.store, usedModels);
  const ids = pricedModels(
    settings,
    used,
    usePick(providers.store, ({ rows }) => rows),
  );
  const lists = usePick(models.store, (state) => state.lists);
  const pricesOf = usePick(usage.store, (state) => state.shown?.report.pricesOf ?? "");
  const rows = ids.map((id) => {
    const own = ownPrice(settings, id);
    const told = entryOf(lists, id)?.price ?? used.find(({ key }) => key === id)?.price ?? null;
    return { id, price: own === null ? told : completePrice(own.price, told), ownKey: own?.key ?? null };
  });
  const isLongDearer = rows.some(({ price }) => longPriceWords(price) !== "");
  return (
    <div className={`${dialogStyles.body} ${styles.body} ${styles.prices}`}>
      <p className="dim">
        {pricesWords(pricesOf)}. {text("prices.words")} {isLongDearer ? text("prices.longWords") : ""}
      </p>
      {rows.length === 0 ? (
        <EmptyState icon={Tag} title={text("prices.none")} words={text("prices.noneWords")} />
      ) : (
        <table className={`${tableStyles.table} ${tableStyles.isFlush}`}>
          <thead>
            <tr>
              <th>{text("usage.model")}</th>
              <th>{text("prices.input")}</th>
              <th>{text("prices.output")}</th>
              <th>{text("prices.cached")}</th>
              <th>
                <span className="screen-reader">{text("prices.reset")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PriceRow key={row.id} {...row} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** A price of one's own stands under the whole id or under the model's name alone. */
function ownPrice({ prices }: Settings, id: string): { readonly key: string; readonly price: Price } | null {
  const key = [id, id.slice(id.indexOf("/") + 1)].find((name) => Object.hasOwn(prices, name));
  const price = key === undefined ? undefined : prices[key];
  return key === undefined || price === undefined ? null : { key, price };
}

const names = { input: "prices.input", output: "prices.output", cachedInput: "prices.cached" } as const;

function whoTold(price: Price | null): TextKey {
  if (price === null) return "prices.noPrice";
  return price.input === 0 && price.output === 0 ? "prices.free" : "prices.listed";
}

function PriceRow({ id, price, ownKey }: PricedModel) {
  const problemId = useId();
  const { words, problem, type, keep, reset, leave } = usePriceRow({ id, price, ownKey });
  const long = longPriceWords(price);
  const peak = peakWords(price);
  return (
    <tr onBlur={(event) => leave(!event.currentTarget.contains(event.relatedTarget))}>
      <td className={styles.model}>
        <span className="mono cut" data-tip={id}>
          {id}
        </span>
        {long === "" ? null : <span className="small">{long}</span>}
        {peak === "" ? null : <span className="small">{peak}</span>}
        <FieldProblem id={problemId} words={problem} />
      </td>
      {parts.map((part) => (
        <td key={part}>
          <label className={isBadNumber(words[part]) ? "input is-invalid" : "input"}>
            <span className="screen-reader">{`${id}, ${text(names[part])}`}</span>
            <span className="meta">$</span>
            <input
              inputMode="decimal"
              value={words[part]}
              placeholder={text("usage.nothing")}
              aria-invalid={isBadNumber(words[part])}
              aria-describedby={problem === null ? undefined : problemId}
              onChange={(event) => type(part, event.target.value)}
              onBlur={keep}
              onKeyDown={(event) => (event.key === "Enter" ? keep() : undefined)}
            />
          </label>
        </td>
      ))}
      <td className={tableStyles.isRight}>
        {ownKey === null ? (
          <span className="meta small">{text(whoTold(price))}</span>
        ) : (
          <Button kind="ghost" size="small" onClick={reset}>
            {text("prices.reset")}
          </Button>
        )}
      </td>
    </tr>
  );
}
