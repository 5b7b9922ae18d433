import type { FormProblem } from "../../../state/form-problem.ts";
import { type ReachDraft, readLines, type ServerDraft } from "../../../state/mcp-draft.ts";
import { text } from "../../../ui/text.ts";
import formStyles from "../form.module.css";
import styles from "./draft.module.css";
import { ReachFields } from "./reach-fields.tsx";
import { ReachNote } from "./reach-note.tsx";
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
    <section className={`${formStyles.fields} ${styles.reach}`} aria-label={text("mcpServer.reach")}>
      <h3 className="medium">{text("mcpServer.reach")}</h3>
      <ReachFields reach={reach} problem={problem} onChange={onChange} />
      <ReachNote isOn={reach.isOn} {...outlook} />
    </section>
  );
}
