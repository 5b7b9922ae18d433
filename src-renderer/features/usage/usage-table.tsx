import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { isSessionKey } from "../../../src-preload/contract/session-key.ts";
import type { UsageRow } from "../../../src-preload/contract/usage.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import type { ShownUsage, UsageBy } from "../../state/usage.ts";
import { percent, tokenCount } from "../../ui/amounts.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { Segments } from "../../ui/segments.tsx";
import tableStyles from "../../ui/table.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { cacheWriteWords, costWords, estimateWords, isLocalRow, tokensOf } from "./figures.ts";
import styles from "./usage-table.module.css";

const groupings: readonly (readonly [UsageBy, TextKey])[] = [
  ["model", "usage.model"],
  ["chat", "usage.chat"],
  ["automation", "usage.automation"],
];
const heads: Readonly<Record<UsageBy, TextKey>> = {
  model: "usage.model",
  chat: "usage.chat",
  automation: "usage.automation",
};

/** Who used it: a row a model, chat or automation. */
export function UsageTable({ shown }: { readonly shown: ShownUsage }) {
  const { usage, overlay, providers } = useWindow();
  const by = usePick(usage.store, (state) => state.by);
  const titles = usePick(providers.store, (state) => state.rows);
  const { rows, totals, pricesOf } = shown.report;
  return (
    <section aria-label={text("usage.byWhat")}>
      <div className={`row ${styles.head}`}>
        <Segments
          label={text("usage.byWhat")}
          value={by}
          choices={groupings}
          onChoose={(next) => void usage.show({ by: next })}
        />
        <span className="grow" />
        <button type="button" className="link small" onClick={() => overlay.open({ kind: "limits", side: "prices" })}>
          {pricesWords(pricesOf)}
        </button>
      </div>
      {rows.length === 0 ? (
        <p className={`meta ${styles.none}`}>{text("usage.noRows")}</p>
      ) : (
        <table className={`${tableStyles.table} ${tableStyles.isFlush}`}>
          <thead>
            <tr>
              <th>{text(heads[shown.by])}</th>
              <th className={tableStyles.isRight}>{text("usage.runs")}</th>
              <th className={tableStyles.isRight}>{text("usage.in")}</th>
              <th className={`${tableStyles.isRight} ${styles.wide}`}>{text("usage.cached")}</th>
              <th className={tableStyles.isRight}>{text("usage.out")}</th>
              <th className={styles.wide}>{text("usage.share")}</th>
              <th className={tableStyles.isRight}>{text("usage.cost")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.key} row={row} by={shown.by} whole={tokensOf(totals)} providers={titles} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** A day of the price table as this place writes it. */
export function pricesWords(day: string): string {
  const time = Date.parse(`${day}T12:00:00`);
  if (Number.isNaN(time)) return text("prices.title");
  const date = new Date(time).toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
  return text("prices.of", { date });
}

interface RowProps {
  readonly row: UsageRow;
  readonly by: UsageBy;
  readonly whole: number;
  readonly providers: readonly ProviderRow[];
}

function Row({ row, by, whole, providers }: RowProps) {
  const share = whole === 0 ? 0 : tokensOf(row) / whole;
  const { cost, more, isQuiet } = costWords(row);
  const estimate = estimateWords(row);
  return (
    <tr>
      <td className={styles.who}>
        <span className="row">
          <Name row={row} by={by} providers={providers} />
          {estimate === "" ? null : <span className="chip">{estimate}</span>}
        </span>
      </td>
      <td className={tableStyles.isRight}>{row.runs}</td>
      <td className={tableStyles.isRight}>{tokenCount(row.inputTokens)}</td>
      <td className={`${tableStyles.isRight} ${styles.wide}`} data-tip={cacheWriteWords(row)}>
        {row.cachedTokens === 0 ? text("usage.nothing") : tokenCount(row.cachedTokens)}
      </td>
      <td className={tableStyles.isRight}>{tokenCount(row.outputTokens)}</td>
      <td className={`${styles.wide} ${styles.shareCell}`}>
        <span className={styles.share} aria-hidden="true">
          <i
            className={isLocalRow(row) ? styles.isLocal : ""}
            style={{ width: `${share === 0 ? 0 : Math.max(4, share * 100)}%` }}
          />
        </span>
        <span className="meta number">{percent(share)}</span>
      </td>
      <td className={isQuiet ? `${tableStyles.isRight} meta` : tableStyles.isRight}>
        {cost}
        {more === "" ? null : <span className="small">{more}</span>}
      </td>
    </tr>
  );
}

function Name({ row, by, providers }: Pick<RowProps, "row" | "by" | "providers">) {
  if (by === "model") {
    const slash = row.key.indexOf("/");
    const provider = row.key.slice(0, Math.max(0, slash));
    return (
      <span className="cut" data-tip={row.key}>
        <span className="mono">{row.key.slice(slash + 1)}</span>{" "}
        <span className="meta">{providers.find(({ name }) => name === provider)?.title ?? provider}</span>
      </span>
    );
  }
  const { key } = row;
  if (by === "automation" || !isSessionKey(key)) return <span className="cut">{revealLine(row.title)}</span>;
  return (
    <a className={`cut ${styles.link}`} href={placeHref({ name: "chats", sessionKey: key })}>
      {chatTitle(row.title)}
    </a>
  );
}
