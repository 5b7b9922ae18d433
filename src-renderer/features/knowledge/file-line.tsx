import { TriangleAlert } from "lucide-react";
import { estimatedTokens } from "../../../src-preload/contract/estimated-tokens.ts";
import type { KnowledgePage } from "../../state/edited-files.ts";
import { fewTokens } from "../../ui/amounts.ts";
import { Meter } from "../../ui/meter.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { aboutFile, whenUsed } from "./about-file.ts";
import styles from "./file-line.module.css";
import { type MemoryBudget, nearlyFull, useMemoryBudget } from "./memory-budget.ts";

interface FileLineProps {
  readonly path: string;
  readonly page: KnowledgePage;
}

/** What a file is for, when a model gets to see it, and how long it is. */
export function FileLine({ path, page }: FileLineProps) {
  const about = aboutFile(path);
  const budget = useMemoryBudget(path, page);
  return (
    <>
      <p className={`${styles.line} meta small`}>
        {about === null ? null : <span className={styles.fact}>{text(about)}</span>}
        <span className={styles.fact}>{text(whenUsed(path))}</span>
        {page.kind !== "ready" ? null : (
          <span className={`${styles.fact} ${styles.length}`}>
            <span className="number">{lengthWords(budget, estimatedTokens(page.words))}</span>
            {budget === null ? null : (
              <span className={styles.meter}>
                <Meter label={text("knowledge.budget")} share={budget.share} warnAt={nearlyFull} />
              </span>
            )}
          </span>
        )}
      </p>
      {budget === null || budget.share < nearlyFull ? null : <BudgetNote budget={budget} />}
    </>
  );
}

function lengthWords(budget: MemoryBudget | null, tokens: number): string {
  if (budget === null) return text("knowledge.tokens", { count: fewTokens(tokens) });
  return text("knowledge.tokensOf", { count: fewTokens(budget.tokens), most: fewTokens(budget.budget) });
}

/** What it means that the memory is nearly full, or full. */
export function BudgetNote({ budget: { tokens, budget, share } }: { readonly budget: MemoryBudget }) {
  const values = { count: fewTokens(tokens), most: fewTokens(budget) };
  return (
    <p className={`${noteStyles.banner} ${noteStyles.needs}`} role="status">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span className="grow">{text(share > 1 ? "knowledge.budgetOver" : "knowledge.budgetNear", values)}</span>
    </p>
  );
}
