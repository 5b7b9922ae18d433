import { useEffect, useId, useRef, useState } from "react";
import { lookalikesOf, reachOf } from "../../../src-preload/contract/approval-facts.ts";
import type { ApprovalDecision } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { keyWords } from "../../ui/keys.ts";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";

interface ApprovalCardProps {
  readonly approval: PendingApproval;
  /** The first of several: its button is the primary one. */
  readonly isFirst?: boolean;
}

/** What waits for a decision: the act, where, who can see it, whether it can be undone, and what exactly. */
export function ApprovalCard({ approval, isFirst = true }: ApprovalCardProps) {
  const { client, notify } = useWindow();
  const [answered, setAnswered] = useState<ApprovalDecision | null>(null);
  const [note, setNote] = useState("");
  const heading = useId();
  const card = useRef<HTMLDivElement>(null);
  const { subject } = approval;
  const reach = reachOf(subject);
  const where = revealLine(subject.where);

  const answer = async (decision: ApprovalDecision): Promise<void> => {
    setAnswered(decision);
    const trimmed = note.trim();
    const result = await client.request("approval.answer", {
      approvalId: approval.approvalId,
      decision,
      ...(trimmed === "" ? {} : { note: trimmed }),
    });
    if (result.ok) return;
    setAnswered(null);
    notify(result.error.message, "failed");
  };
  const current = useRef(answer);
  current.current = answer;

  useEffect(() => {
    const element = card.current;
    if (element === null || !isFirst) return;
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.metaKey || event.ctrlKey) || event.shiftKey || event.isComposing) return;
      const isTyping = event.target instanceof HTMLTextAreaElement && event.target.value !== "";
      if (isTyping || (event.key !== "Enter" && event.key !== "Backspace")) return;
      event.preventDefault();
      void current.current(event.key === "Enter" ? "allow-once" : "deny");
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isFirst]);

  return (
    <div className="approval" role="group" aria-label="Approval" aria-describedby={heading} ref={card}>
      <div className="top">
        <h2 id={heading}>{revealLine(subject.title)}</h2>
        <dl className="facts-grid">
          <div>
            <dt>{text("approval.where")}</dt>
            <dd className="clamp" title={where}>
              {where}
            </dd>
          </div>
          <div>
            <dt>{text("approval.who")}</dt>
            <dd className={reach === "stays" ? "" : "t-need"}>{text(reachWords[reach])}</dd>
          </div>
          <div>
            <dt>{text("approval.undo")}</dt>
            <dd className={subject.reversible ? "" : "t-need"}>
              {text(subject.reversible ? "approval.reversible" : "approval.irreversible")}
            </dd>
          </div>
        </dl>
      </div>
      {reach === "leaves" ? <p className="meta sm why">{revealLine(subject.reason)}</p> : null}
      {reach === "command" ? <p className="meta sm why">{text("approval.commandWords")}</p> : null}
      {lookalikesOf(subject).map((found) => (
        <p key={found.word} className="sm why t-need">
          {text(`approval.lookalike.${found.kind}`, found)}
        </p>
      ))}
      {subject.body === "" ? null : (
        <div className="exactly">
          <ShownLines body={subject.body} bodyKind={subject.bodyKind} />
        </div>
      )}
      <div className="acts">
        <Button
          kind={isFirst ? "primary" : "plain"}
          {...(isFirst ? { keys: keyWords("Mod+Enter") } : {})}
          disabled={answered !== null}
          onClick={() => void answer("allow-once")}
        >
          {text("approval.allowOnce")}
        </Button>
        <Button
          kind="ghost"
          {...(isFirst ? { keys: keyWords("Mod+Backspace") } : {})}
          disabled={answered !== null}
          onClick={() => void answer("deny")}
        >
          {text("approval.deny")}
        </Button>
        <label className="input grow">
          <span className="sr">{text("approval.note")}</span>
          <input value={note} onChange={(event) => setNote(event.target.value)} placeholder={text("approval.note")} />
        </label>
      </div>
    </div>
  );
}

const reachWords = {
  stays: "approval.stays",
  leaves: "approval.leaves",
  command: "approval.command",
  "not-known": "approval.notKnown",
} as const;
