import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import type { UsageDay } from "../../../src-preload/contract/usage.ts";
import { daysOf } from "../../state/period.ts";
import type { ShownUsage } from "../../state/usage.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import tableStyles from "../../ui/table.module.css";
import { text } from "../../ui/text.ts";
import { Bars, dayName } from "./bars.tsx";
import styles from "./chart.module.css";
import { type Series, seriesOf, tokensOfDay, tokensOfSeries } from "./series.ts";

interface DayChartProps {
  readonly shown: ShownUsage;
  readonly providers: readonly ProviderRow[];
}

/** Tokens by day, stacked by provider; the same numbers lie in a table below. */
export function DayChart({ shown, providers }: DayChartProps) {
  const { chart } = shown;
  const series = seriesOf(chart.days, providers);
  const days = daysOf(chart.period);
  const byDay = new Map(chart.days.map((day) => [day.day, day]));
  return (
    <section aria-label={text("usage.byDay")}>
      <div className={`row ${styles.head}`}>
        <h2 className="grow">{text("usage.byDay")}</h2>
        <ul className={styles.legend}>
          {series.map(({ label, tone }) => (
            <li key={label}>
              <i data-tone={tone} />
              {label}
            </li>
          ))}
        </ul>
      </div>
      <Bars days={days} byDay={byDay} series={series} chosen={daysOf(shown.period)} />
      <div className={styles.numbers}>
        <Disclosure label={text("usage.numbersByDay")}>
          <DayTable days={days.filter((day) => byDay.has(day))} byDay={byDay} series={series} />
        </Disclosure>
      </div>
    </section>
  );
}

interface DayTableProps {
  readonly days: readonly string[];
  readonly byDay: ReadonlyMap<string, UsageDay>;
  readonly series: readonly Series[];
}

function DayTable({ days, byDay, series }: DayTableProps) {
  return (
    <table className={`${tableStyles.table} ${tableStyles.isFlush}`}>
      <thead>
        <tr>
          <th>{text("usage.day")}</th>
          {series.map(({ label }) => (
            <th key={label} className={tableStyles.isRight}>
              {label}
            </th>
          ))}
          <th className={tableStyles.isRight}>{text("usage.tokens")}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day}>
            <td>{dayName(day)}</td>
            {series.map((one) => (
              <td key={one.label} className={tableStyles.isRight}>
                {tokensOfSeries(one, byDay.get(day)).toLocaleString()}
              </td>
            ))}
            <td className={tableStyles.isRight}>{tokensOfDay(byDay.get(day)).toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
