import { ListChecks } from "lucide-react";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import type { PerchRow } from "./turns.ts";
import { useMode } from "./use-mode.ts";

/** Below a plan that nothing came after: accepting it carries it out. */
export function PlanActs({ row }: { readonly row: PerchRow }) {
  const { chat, chatActs } = useWindow();
  const mode = useMode();
  const open = usePick(chat.store, (state) => (state.kind === "open" ? state : null));
  const isGoing = usePick(chatActs.store, ({ goingOn }) => open !== null && goingOn.includes(open.key));
  const last = open?.view.messages.at(-1)?.message;
  const isLast = row.pieces.some((piece) => piece.kind === "text" && piece.message.id === last?.id);
  if (open === null || mode !== "plan" || last?.role !== "assistant" || last.plan !== true || !isLast) return null;
  return (
    <Note tone="plain" icon={ListChecks} label={text("plan.title")} title={text("plan.title")}>
      <Button
        kind="ghost"
        size="small"
        disabled={isGoing}
        onClick={() => void chatActs.runPlan(open.key, "accept-edits")}
      >
        {text("plan.runEdits")}
      </Button>
      <Button size="small" disabled={isGoing} onClick={() => void chatActs.runPlan(open.key, "ask")}>
        {text("plan.run")}
      </Button>
    </Note>
  );
}
