import { type ComponentType, type ReactNode, Suspense } from "react";
import { laterPart } from "../../ui/later.ts";

type SeldomParts = typeof import("./seldom-parts.ts");

export const seldomPart = laterPart(() => import("./seldom-parts.ts"));

/** A part that few chats show. Whoever draws it looks first whether there is anything to show: drawing it fetches its code. */
function seldom<Props extends object>(pick: (parts: SeldomParts) => ComponentType<Props>): (props: Props) => ReactNode {
  const Part = seldomPart.component(pick);
  return (props) => (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}

export const AskCard = seldom((parts) => parts.AskCard);
export const AskList = seldom((parts) => parts.AskList);
export const BudgetNote = seldom((parts) => parts.BudgetNote);
export const BurstCard = seldom((parts) => parts.BurstCard);
export const DropTarget = seldom((parts) => parts.DropTarget);
export const InterruptedNote = seldom((parts) => parts.InterruptedNote);
export const MentionedList = seldom((parts) => parts.MentionedList);
export const PlanActs = seldom((parts) => parts.PlanActs);
export const PromptForm = seldom((parts) => parts.PromptForm);
export const QuestionCard = seldom((parts) => parts.QuestionCard);
export const RememberForm = seldom((parts) => parts.RememberForm);
export const ReportRow = seldom((parts) => parts.ReportRow);
export const RestoreDialog = seldom((parts) => parts.RestoreDialog);
export const RunningList = seldom((parts) => parts.RunningList);
export const SandboxNote = seldom((parts) => parts.SandboxNote);
export const SoughtBar = seldom((parts) => parts.SoughtBar);
export const SourceList = seldom((parts) => parts.SourceList);
export const SubagentsOfReply = seldom((parts) => parts.SubagentsOfReply);
export const SubagentNote = seldom((parts) => parts.SubagentNote);
export const SuggestionList = seldom((parts) => parts.SuggestionList);
export const TodoList = seldom((parts) => parts.TodoList);
export const TrustNote = seldom((parts) => parts.TrustNote);
export const QueueList = seldom((parts) => parts.QueueList);
export const RecordingPlayer = seldom((parts) => parts.RecordingPlayer);
export const StepOutput = seldom((parts) => parts.StepOutput);
export const StepProgress = seldom((parts) => parts.StepProgress);
export const StoppedNote = seldom((parts) => parts.StoppedNote);
export const TroubleNote = seldom((parts) => parts.TroubleNote);
