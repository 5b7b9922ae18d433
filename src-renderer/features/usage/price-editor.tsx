import { useId, useState } from "react";
import { completePrice } from "../../../src-preload/contract/cost.ts";
import type { Price } from "../../../src-preload/contract/providers.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { entryOf } from "../../state/models.ts";
import { pricedModels } from "../../state/priced-models.ts";
import { usedModels } from "../../state/usage.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { longPriceWords, peakWords } from "../../ui/price-words.ts";
import { type TextKey, text } from "../../ui/text.ts";
import { readNumber } from "./limit-words.ts";
import { pricesWords } from "./usage-table.tsx";

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
    <div className="in prices">
      <p className="dim">
        {pricesWords(pricesOf)}. {text("prices.words")} {isLongDearer ? text("prices.longWords") : ""}
      </p>
      {rows.length === 0 ? (
        <EmptyState title={text("prices.none")} words={text("prices.noneWords")} />
      ) : (
        <table className="flush">
          <thead>
            <tr>
              <th>{text("usage.model")}</th>
              <th>{text("prices.input")}</th>
              <th>{text("prices.output")}</th>
              <th>{text("prices.cached")}</th>
              <th>
                <span className="sr">{text("prices.reset")}</span>
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

const parts = ["input", "output", "cachedInput"] as const;
type Part = (typeof parts)[number];
const names = { input: "prices.input", output: "prices.output", cachedInput: "prices.cached" } as const;

interface PriceRowProps {
  readonly id: string;
  readonly price: Price | null;
  /** Under which name the settings have a price of their own; null without one. */
  readonly ownKey: string | null;
}

function whoTold(price: Price | null): TextKey {
  if (price === null) return "usage.noPrice";
  return price.input === 0 && price.output === 0 ? "usage.free" : "prices.listed";
}

function wordsOf(price: Price | null): Readonly<Record<Part, string>> {
  const of = (value: number | null | undefined): string => (value === null || value === undefined ? "" : String(value));
  return { input: of(price?.input), output: of(price?.output), cachedInput: of(price?.cachedInput) };
}

/** What is wrong with a row, in words: a number that is none, or half a price that is not kept. */
function problemOfRow(words: Readonly<Record<Part, string>>, isLeft: boolean): string | null {
  if (parts.some((part) => isBadNumber(words[part]))) return text("prices.badNumber");
  const isHalf =
    parts.some((part) => words[part].trim() !== "") && (words.input.trim() === "" || words.output.trim() === "");
  return isHalf && isLeft ? text("prices.half") : null;
}

function isBadNumber(words: string): boolean {
  return words.trim() !== "" && readNumber(words) === null;
}

function PriceRow({ id, price, ownKey }: PriceRowProps) {
  const { agent } = useWindow();
  const problemId = useId();
  /** What is being typed; every other number is the one that holds. */
  const [typed, setTyped] = useState<Partial<Record<Part, string>>>({});
  const words = { ...wordsOf(price), ...typed };
  const [isLeft, setLeft] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const problem = problemOfRow(words, isLeft) ?? refused;
  const long = longPriceWords(price);
  const peak = peakWords(price);
  /** What was typed meanwhile stays. */
  const save = async (patch: Readonly<Record<string, unknown>>, saved: typeof typed): Promise<void> => {
    const problem = await agent.update({ prices: patch });
    setRefused(problem);
    const isSaved = (part: string, now: string): boolean =>
      Object.entries(saved).some((one) => one[0] === part && one[1] === now);
    if (problem === null) {
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([part, value]) => !isSaved(part, value))));
    }
  };
  const keep = (): void => {
    const input = readNumber(words.input);
    const output = readNumber(words.output);
    const isSame = parts.every((part) => words[part] === wordsOf(price)[part]);
    if (isSame || input === null || output === null || parts.some((part) => isBadNumber(words[part]))) return;
    void save({ [ownKey ?? id]: { input, output, cachedInput: readNumber(words.cachedInput) } }, typed);
  };
  return (
    <tr onBlur={(event) => setLeft(!event.currentTarget.contains(event.relatedTarget))}>
      <td className="price-of">
        <span className="mono cut" title={id}>
          {id}
        </span>
        {long === "" ? null : <span className="sm">{long}</span>}
        {peak === "" ? null : <span className="sm">{peak}</span>}
        <FieldProblem id={problemId} words={problem} />
      </td>
      {parts.map((part) => (
        <td key={part}>
          <label className={isBadNumber(words[part]) ? "input bad" : "input"}>
            <span className="sr">{`${id}, ${text(names[part])}`}</span>
            <span className="meta">$</span>
            <input
              inputMode="decimal"
              value={words[part]}
              placeholder={text("usage.nothing")}
              aria-invalid={isBadNumber(words[part])}
              aria-describedby={problem === null ? undefined : problemId}
              onChange={(event) => setTyped({ ...typed, [part]: event.target.value })}
              onBlur={keep}
              onKeyDown={(event) => (event.key === "Enter" ? keep() : undefined)}
            />
          </label>
        </td>
      ))}
      <td className="r">
        {ownKey === null ? (
          <span className="meta sm">{text(whoTold(price))}</span>
        ) : (
          <Button kind="ghost" size="small" onClick={() => void save({ [ownKey]: null }, typed)}>
            {text("prices.reset")}
          </Button>
        )}
      </td>
    </tr>
  );
}
