import "../../ui/later-words.ts";
import { ChartNoAxesColumn, ChevronLeft, ChevronRight, Download } from "lucide-react";
import { OpenList, OpenRight } from "../../columns/open-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { dayKey, type Period, type PeriodKind, periodOf } from "../../state/period.ts";
import type { ShownUsage } from "../../state/usage.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import noteStyles from "../../ui/note.module.css";
import pageStyles from "../../ui/page.module.css";
import { saveFile } from "../../ui/save-file.ts";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { BudgetsPanel } from "./budgets-panel.tsx";
import { DayChart } from "./day-chart.tsx";
import { figuresOf } from "./figures.ts";
import styles from "./usage.module.css";
import { UsageTable } from "./usage-table.tsx";

export { LimitsDialog } from "./limits-dialog.tsx";

/** Tokens and money by period, and the limits that hold. */
export function UsagePlace() {
  const { usage, preferences } = useWindow();
  const { shown, loading, error } = usePick(usage.store, (state) => state);
  const details = usePick(preferences, (state) => state.details);
  return (
    <>
      <section className={pageStyles.main} aria-label={text("place.usage")}>
        <UsageBar />
        <div className={`${pageStyles.page} ${styles.page}`} aria-busy={loading === "loading"}>
          {error === null ? null : (
            <div className={noteStyles.failed} role="alert">
              <span className="grow">{error}</span>
              <Button size="small" onClick={() => void usage.load()}>
                {text("action.again")}
              </Button>
            </div>
          )}
          {shown === null ? error === null ? <Bones rows={8} /> : null : <Numbers shown={shown} />}
        </div>
      </section>
      {details ? <BudgetsPanel report={shown?.report ?? null} /> : null}
    </>
  );
}

function Numbers({ shown }: { readonly shown: ShownUsage }) {
  const { providers, newChat } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows);
  if (shown.report.totals.calls === 0) {
    return (
      <div className={styles.nothing}>
        <EmptyState icon={ChartNoAxesColumn} title={text("usage.emptyTitle")} words={text("usage.emptyWords")}>
          <Button onClick={newChat}>{text("chat.new")}</Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <dl className={styles.figures}>
        {figuresOf(shown).map(({ name, value, more, also }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b className="number">{value}</b>
              <span>{more}</span>
              {also === "" ? null : <span>{also}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <DayChart key={`${shown.kind} ${shown.period.from}`} shown={shown} providers={rows} />
      <UsageTable shown={shown} />
    </>
  );
}

const kinds: readonly (readonly [PeriodKind, TextKey])[] = [
  ["day", "usage.day"],
  ["week", "usage.week"],
  ["month", "usage.month"],
];

/** Which period, and its file. */
function UsageBar() {
  const { usage, notify, preferences } = useWindow();
  const { kind, back } = usePick(usage.store, (state) => state);
  const details = usePick(preferences, (state) => state.details);
  const period = periodOf(kind, Date.now(), back);
  const download = async (): Promise<void> => {
    const made = await usage.csv();
    if (made.ok) saveFile(`perch-${fileName(kind, period)}.csv`, made.value.csv, "text/csv");
    else notify(made.error.message, "failed");
  };
  return (
    <header className={`${pageStyles.bar} ${pageStyles.canWrap}`}>
      <OpenList />
      <h1>{text("place.usage")}</h1>
      <span className="grow" />
      <IconButton label={text("usage.earlier")} onClick={() => void usage.show({ back: back + 1 })}>
        <ChevronLeft className="icon" aria-hidden="true" />
      </IconButton>
      <span className={`medium ${styles.period}`} aria-live="polite">
        {periodName(kind, period)}
      </span>
      <IconButton label={text("usage.later")} disabled={back === 0} onClick={() => void usage.show({ back: back - 1 })}>
        <ChevronRight className="icon" aria-hidden="true" />
      </IconButton>
      <Segments
        label={text("usage.period")}
        value={kind}
        choices={kinds}
        onChoose={(next) => void usage.show({ kind: next, back: 0 })}
      />
      <IconButton label={text("usage.export")} onClick={() => void download()}>
        <Download className="icon" aria-hidden="true" />
      </IconButton>
      {details ? null : <OpenRight label={text("usage.openBudgets")} column="details" />}
    </header>
  );
}

function periodName(kind: PeriodKind, { from, to }: Period): string {
  const name = (at: number, options: Intl.DateTimeFormatOptions): string =>
    new Date(at).toLocaleDateString([], options);
  if (kind === "month") return name(from, { month: "long", year: "numeric" });
  if (kind === "day") return name(from, { weekday: "short", day: "numeric", month: "short" });
  const day = { day: "numeric", month: "short" } as const;
  return text("usage.fromTo", { from: name(from, day), to: name(to - 1, day) });
}

function fileName(kind: PeriodKind, { from }: Period): string {
  return `usage-${kind}-${dayKey(from).slice(0, kind === "month" ? 7 : 10)}`;
}
