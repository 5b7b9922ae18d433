import { TriangleAlert } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { warningFor } from "../../state/budget-warnings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import styles from "./interrupted.module.css";

/** A limit is nearly used up: one quiet line over the composer. */
export function BudgetLine({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { budgetWarnings } = useWindow();
  const warning = usePick(budgetWarnings.store, ({ warnings }) => warningFor(warnings, sessionKey, Date.now()));
  if (warning === null) return null;
  return (
    <p className={`${styles.budgetLine} row small`} data-budget-line="">
      <TriangleAlert className="icon icon-small" aria-hidden="true" />
      {warning.message}
    </p>
  );
}
