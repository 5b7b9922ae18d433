import type { FormProblem } from "../../../state/form-problem.ts";
import { type ReachDraft, readLines, type ServerDraft } from "../../../state/mcp-draft.ts";
import { text } from "../../../ui/text.ts";
import fieldsStyles from "../card-fields.module.css";
import styles from "./draft.module.css";
import { ReachFields } from "./reach-fields.tsx";
import { useOutlook } from "./use-outlook.ts";

interface DraftReachProps {
  readonly draft: ServerDraft;
  readonly problem: FormProblem | null;
  readonly onChange: (reach: ReachDraft) => void;
}

/** What a program may reach, before it is added. */
export function DraftReach({ draft: { command, args, reach }, problem, onChange }: DraftReachProps) {
  const outlook = useOutlook(command.trim(), readLines(args));
  return (
    <section className={`${fieldsStyles.fields} ${styles.reach}`} aria-label={text("mcpServer.reach")}>
      <div className="medium">{text("mcpServer.reach")}</div>
      <ReachFields reach={reach} known={outlook} problem={problem} onChange={onChange} />
    </section>
  );
}
