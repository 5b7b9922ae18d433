import { Check } from "lucide-react";
import type { ChangeDiff, ChangedPath } from "../../../src-preload/contract/changes.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { ChangesState, ChosenChange, DiffSide } from "../../state/changes-reader.ts";
import { useWindow } from "../../state/context.ts";
import { useChanges } from "../../state/use-changes.ts";
import { Button } from "../../ui/button.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { LineCounts } from "../../ui/line-counts.tsx";
import noteStyles from "../../ui/note.module.css";
import { Segments } from "../../ui/segments.tsx";
import { type NumberedLine, ShownLines } from "../../ui/shown-lines.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { CommentField, CommentList } from "./change-comments.tsx";
import styles from "./changes-tab.module.css";

interface ChangePaneProps {
  readonly chosen: NonNullable<ChangesState["chosen"]>;
  readonly file: ChangedPath;
  readonly isBusy: boolean;
}

const sides: readonly (readonly [DiffSide, TextKey])[] = [
  ["left", "changes.sideLeft"],
  ["now", "changes.sideNow"],
];

/** One file of one run: what was changed, place by place, and what becomes of it. */
export function ChangePane({ chosen, file, isBusy }: ChangePaneProps) {
  const { changes, isCommented } = useChanges();
  const { name, standing } = file;
  const isForeign = standing === "changed" || standing === "later";
  return (
    <section className={styles.pane} aria-label={text("changes.diff", { name: revealLine(name) })}>
      <div className={styles.title}>
        <span className="mono small cut">{revealLine(name)}</span>
        <span className={`${styles.counts} number small`}>
          <LineCounts added={file.added ?? 0} removed={file.removed ?? 0} />
        </span>
        {isForeign ? (
          <Segments
            label={text("changes.side")}
            value={chosen.side}
            choices={sides}
            onChoose={(side) => changes.choose(chosen, side)}
          />
        ) : null}
      </div>
      <div className={styles.body} tabIndex={-1}>
        <Words file={file} side={chosen.side} />
        {chosen.diff.kind === "failed" ? <p className={noteStyles.failed}>{chosen.diff.message}</p> : null}
        {chosen.diff.kind === "ready" ? (
          <Hunks chosen={chosen} file={file} diff={chosen.diff.diff} isBusy={isBusy} />
        ) : null}
        {isCommented ? <CommentList /> : null}
      </div>
      <Acts chosen={chosen} file={file} isBusy={isBusy} />
    </section>
  );
}

/** What a person should know before anything is taken back. */
function Words({ file, side }: { readonly file: ChangedPath; readonly side: DiffSide }) {
  const { movedFrom, by, isMixed, lost, standing } = file;
  const facts = [
    movedFrom === null ? "" : text("change.movedFrom", { name: revealLine(movedFrom) }),
    by === "command" ? text("change.byCommand") : "",
  ].filter((words) => words !== "");
  return (
    <>
      {facts.length === 0 ? null : <p className="meta small">{facts.join(" · ")}</p>}
      {isMixed ? <p className="small tone-needs">{text("change.mixed")}</p> : null}
      {lost === null ? null : <p className="small tone-needs">{text(`change.lost.${lost}`)}</p>}
      {standing === "changed" && side === "now" ? <p className="small tone-needs">{text("changes.since")}</p> : null}
    </>
  );
}

interface HunksProps {
  readonly chosen: NonNullable<ChangesState["chosen"]>;
  readonly file: ChangedPath;
  readonly diff: ChangeDiff;
  readonly isBusy: boolean;
}

function Hunks({ chosen, file, diff, isBusy }: HunksProps) {
  const { changes, isCommented } = useChanges();
  const { changeComments } = useWindow();
  const { name, path, standing, status, lost } = file;
  if (diff.kind === "other") return <p className="meta small">{text("changes.noDiff")}</p>;
  if (diff.hunks.length === 0) return <p className="meta small">{text("changes.noneLeft")}</p>;
  const canRevert =
    lost === null &&
    chosen.side === "left" &&
    status === "modified" &&
    diff.hunks.length + diff.more > 1 &&
    (standing === "applied" || standing === "partly" || standing === "kept");
  const onLine = ({ kind, number, text: quote }: NumberedLine): void => {
    rememberFocus();
    changeComments.ask({ name, path, number, isRemoved: kind === "removed", quote });
  };
  const below = ({ kind, number }: Pick<NumberedLine, "kind" | "number">) => (
    <CommentField path={path} number={number} isRemoved={kind === "removed"} />
  );
  return (
    <>
      {diff.hunks.map(({ lines }, index) => (
        <div key={lines[0] ?? index} className={styles.hunk}>
          <ShownLines
            body={lines.join("\n")}
            bodyKind="diff"
            first={200}
            last={20}
            {...(isCommented ? { onLine, below } : {})}
          />
          {canRevert ? (
            <div className={styles.hunkActs}>
              <Button
                kind="ghost"
                size="small"
                isBusy={isBusy}
                aria-label={text("changes.revertHunkAt", { number: index + 1, name: revealLine(name) })}
                onClick={() => void changes.revertHunk(chosen, index)}
              >
                {text("changes.revertHunk")}
              </Button>
            </div>
          ) : null}
        </div>
      ))}
      {diff.more === 0 ? null : <p className="meta small">{text("changes.moreHunks", { count: diff.more })}</p>}
    </>
  );
}

interface ActsProps {
  readonly chosen: ChosenChange;
  readonly file: ChangedPath;
  readonly isBusy: boolean;
}

function Acts({ chosen, file, isBusy }: ActsProps) {
  const { changes } = useChanges();
  const { standing, lost, path, revertedBy } = file;
  if (standing === "reverted") {
    return revertedBy === null ? null : (
      <div className={styles.acts}>
        <Button size="small" isBusy={isBusy} onClick={() => void changes.revert(revertedBy, [path])}>
          {text("changes.putBack")}
        </Button>
      </div>
    );
  }
  const isKept = standing === "kept";
  return (
    <div className={styles.acts}>
      <Button size="small" aria-pressed={isKept} onClick={() => void changes.keep(chosen, !isKept)}>
        <Check className="icon icon-small" aria-hidden="true" />
        {text(isKept ? "changes.kept" : "changes.keep")}
      </Button>
      {lost === null ? (
        <Button kind="ghost" size="small" isBusy={isBusy} onClick={() => void changes.revert(chosen.runId, [path])}>
          {text("changes.revertFile")}
        </Button>
      ) : null}
    </div>
  );
}
