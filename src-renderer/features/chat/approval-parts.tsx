import { lookalikesOf, type Reach, reachOf, undoKey } from "../../../src-preload/contract/approval-facts.ts";
import type { ApprovalSubject } from "../../../src-preload/contract/records.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { Parts, ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./approval-card.module.css";

/* What a card says of a call, for one and for several. */

interface FactsProps {
  readonly subject: Pick<ApprovalSubject, "effect" | "bodyKind" | "confined" | "reaches" | "reversible">;
  /** "" where each of several has its own. */
  readonly where: string;
}

/** Where, who can see it, and whether it can be undone. */
export function Facts({ subject, where }: FactsProps) {
  const reach = reachOf(subject);
  return (
    <dl className={styles.facts}>
      {where === "" ? null : (
        <div>
          <dt>{text("approval.where")}</dt>
          <dd className={styles.path}>
            <Parts text={where} />
          </dd>
        </div>
      )}
      <div>
        <dt>{text("approval.who")}</dt>
        <dd className={reach === "stays" || reach === "confined" ? "" : "tone-needs"}>
          {reachText(reach, subject.reaches ?? [])}
        </dd>
      </div>
      <div>
        <dt>{text("approval.undo")}</dt>
        <dd className={subject.reversible ? "" : "tone-needs"}>{text(undoKey(subject))}</dd>
      </div>
    </dl>
  );
}

/** Why it is asked about where it leaves the computer, and words that are not what they look like. */
export function Warnings({ subject }: { readonly subject: ApprovalSubject }) {
  const reach = reachOf(subject);
  return (
    <>
      {reach === "leaves" || subject.stranger !== undefined ? (
        <p className={`meta small ${styles.why}`}>{revealLine(subject.reason)}</p>
      ) : null}
      {reach === "command" ? <p className={`meta small ${styles.why}`}>{text("approval.commandWords")}</p> : null}
      {subject.confinement === undefined ? null : (
        <p className={`meta small ${styles.why}`}>{revealLine(subject.confinement)}</p>
      )}
      {subject.onlyOnce === undefined ? null : <p className={`meta small ${styles.why}`}>{subject.onlyOnce}</p>}
      <Lookalikes subject={subject} />
    </>
  );
}

export function Lookalikes({ subject }: { readonly subject: ApprovalSubject }) {
  return lookalikesOf(subject).map((found) => (
    <p key={found.word} className={`small ${styles.why} ${styles.isExact} tone-needs`}>
      {text(`approval.lookalike.${found.kind}`, found)}
    </p>
  ));
}

interface SubjectBodyProps {
  readonly subject: ApprovalSubject;
  /** Lines of a long one that are shown at its ends. */
  readonly first?: number;
  readonly last?: number;
}

/** What exactly. */
export function SubjectBody({ subject, first = 12, last = 6 }: SubjectBodyProps) {
  if (subject.body === "") return null;
  return (
    <div className={styles.exactly}>
      <ShownLines
        body={subject.body}
        bodyKind={subject.bodyKind}
        strong={subject.risky ?? []}
        first={first}
        last={last}
      />
    </div>
  );
}

const reachWords = {
  stays: "approval.stays",
  leaves: "approval.leaves",
  command: "approval.command",
  confined: "approval.inSandbox",
  "not-known": "approval.notKnown",
} as const;

/** What a command names is where it goes at least. */
function reachText(reach: Reach, places: readonly string[]): string {
  if (reach === "command" && places.length > 0) return text("approval.leavesTo", { places: places.join(", ") });
  return text(reachWords[reach]);
}
