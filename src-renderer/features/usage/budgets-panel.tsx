import { PanelRightClose, TriangleAlert } from "lucide-react";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { BudgetState, UsageReport } from "../../../src-preload/contract/usage.ts";
import { RightColumn } from "../../columns/right-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { percent } from "../../ui/amounts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import rowsStyles from "../../ui/fact-rows.module.css";
import { Meter } from "../../ui/meter.tsx";
import noteStyles from "../../ui/note.module.css";
import panelStyles from "../../ui/panel.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./budgets-panel.module.css";
import { budgetWords } from "./figures.ts";

/** The limits and how near they are. */
export function BudgetsPanel({ report }: { readonly report: UsageReport | null }) {
  const { preferences, agent, overlay } = useWindow();
  const settings = usePick(agent.store, (state) => state.settings);
  return (
    <RightColumn label={text("limits.title")} column="details">
      <aside className={panelStyles.panel} aria-label={text("limits.title")}>
        <div className={panelStyles.tabs}>
          <h2 className={panelStyles.title}>{text("limits.title")}</h2>
          <IconButton label={text("details.close")} onClick={() => preferences.setState({ details: false })}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className={`${panelStyles.body} pad ${styles.body}`}>
          {report === null ? null : <Meters report={report} warnAt={settings?.budgets.warnAt ?? 1} />}
          {settings === null ? null : <NearLimit budgets={settings.budgets} />}
          <Button className={styles.start} onClick={() => overlay.open({ kind: "limits", side: "limits" })}>
            {text("action.changeLimits")}
          </Button>
        </div>
      </aside>
    </RightColumn>
  );
}

interface Shown {
  readonly name: TextKey;
  readonly budget: BudgetState;
}

const scopeNames: Readonly<Record<BudgetState["scope"], TextKey>> = {
  month: "limits.thisMonth",
  day: "limits.today",
  chat: "limits.largestChat",
  run: "limits.largestRun",
};

/** The widest scope first. */
function budgetsOf({ budgets, largestChat, largestRun }: UsageReport): readonly Shown[] {
  const of = (scope: BudgetState["scope"]) => budgets.filter((budget) => budget.scope === scope);
  const largest = [largestChat, largestRun].filter((budget) => budget !== null);
  return [...of("month"), ...of("day"), ...largest].map((budget) => ({ name: scopeNames[budget.scope], budget }));
}

function Meters({ report, warnAt }: { readonly report: UsageReport; readonly warnAt: number }) {
  const shown = budgetsOf(report);
  if (shown.length === 0) return <p className="dim">{text("limits.none")}</p>;
  const near = shown.filter(({ budget }) => budget.share >= warnAt);
  return (
    <>
      <ul className={styles.list}>
        {shown.map(({ name, budget }) => {
          const { used, of } = budgetWords(budget);
          return (
            <li key={`${budget.scope} ${budget.unit}`}>
              <div className="row">
                <span className="grow medium">{text(name)}</span>
                <span className="number">
                  {used} <span className="meta">{of}</span>
                </span>
              </div>
              <Meter label={text(name)} share={budget.share} warnAt={warnAt} />
            </li>
          );
        })}
      </ul>
      {near.map(({ name, budget }) => (
        <div key={`${budget.scope} ${budget.unit}`} className={noteStyles.needs}>
          <TriangleAlert className="icon" aria-hidden="true" />
          <div>
            <b className="medium">{nearTitle(name, budget, warnAt)}</b>
            <p className="dim">{nearWords(budget)}</p>
          </div>
        </div>
      ))}
    </>
  );
}

function nearTitle(name: TextKey, budget: BudgetState, warnAt: number): string {
  if (budget.share >= 1) return text("limits.usedUp", { name: text(name) });
  return text("limits.past", { name: text(name), percent: percent(warnAt) });
}

function nearWords(budget: BudgetState): string {
  if (budget.share >= 1) return text("limits.usedUpWords");
  return text("limits.stopsAt", { limit: budgetWords(budget).limit });
}

/** What happens by itself. */
function NearLimit({ budgets }: { readonly budgets: Settings["budgets"] }) {
  const rows: readonly (readonly [string, TextKey])[] = [
    [text("limits.at", { percent: percent(budgets.warnAt) }), "limits.tellsOnce"],
    [text("limits.at", { percent: percent(1) }), "limits.stopsAndAsks"],
  ];
  return (
    <section aria-label={text("limits.near")}>
      <h3 className="medium">{text("limits.near")}</h3>
      <dl className={rowsStyles.rows}>
        {rows.map(([when, what]) => (
          <div key={when}>
            <dt>{when}</dt>
            <dd>{text(what)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
