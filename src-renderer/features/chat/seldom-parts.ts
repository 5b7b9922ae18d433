import "../../ui/later-words.ts";

import "../../ui/later-words.ts";

/* What few chats show, fetched where one does: the first paint waits for none of it. */

export { AskCard } from "./ask-card.tsx";
export { AskList } from "./ask-list.tsx";
export { BudgetNote } from "./budget-note.tsx";
export { BurstCard } from "./burst-card.tsx";
export { DropTarget } from "./drop-target.tsx";
export { InterruptedNote } from "./interrupted-note.tsx";
export { MentionedList } from "./mentioned-list.tsx";
export { PlanActs } from "./plan-acts.tsx";
export { PromptForm } from "./prompt-form.tsx";
export { QuestionCard } from "./question-card.tsx";
export { QueueList } from "./queue-list.tsx";
export { RecordingPlayer } from "./recording-player.tsx";
export { RememberForm } from "./remember-form.tsx";
export { ReportRow } from "./report-row.tsx";
export { RestoreDialog } from "./restore-dialog.tsx";
export { RunningList } from "./running-list.tsx";
export { SandboxNote } from "./sandbox-note.tsx";
export { SoughtBar } from "./sought-bar.tsx";
export { SourceList } from "./source-list.tsx";
export { StepOutput } from "./step-output.tsx";
export { StepProgress } from "./step-progress.tsx";
export { SubagentNote } from "./subagent-note.tsx";
export { SubagentsOfReply } from "./subagents-of-reply.tsx";
export { SuggestionList } from "./suggestion-list.tsx";
export { TodoList } from "./todo-list.tsx";
export { StoppedNote, TroubleNote } from "./trouble-note.tsx";
export { TrustNote } from "./trust-note.tsx";
