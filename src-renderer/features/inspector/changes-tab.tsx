import { File, FileDiff, FilePlus, FileX, FolderInput, type LucideIcon } from "lucide-react";
import { useEffect, useState } from "react";
import type { ChangedPath, ChangedRun, ChangeStatus } from "../../../src-preload/contract/changes.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { type ChangesState, type ChosenChange, fileOf } from "../../state/changes-reader.ts";
import { usePick } from "../../state/context.ts";
import { useChanges } from "../../state/use-changes.ts";
import { Button } from "../../ui/button.tsx";
import { LineCounts } from "../../ui/line-counts.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { clockTime } from "../../ui/time.ts";
import { ChangePane } from "./change-pane.tsx";
import styles from "./changes-tab.module.css";

/** What runs of this chat did to files, the newest first; one file's change below, to keep or to take back. */
export function ChangesTab() {
  const { changes } = useChanges();
  const shown = usePick(changes.store, (state) => state);
  const { runs, chosen } = shown;
  if (runs.kind === "loading") return <LateLoading />;
  if (runs.kind === "failed") return <p className={`pad ${noteStyles.failed}`}>{runs.message}</p>;
  if (runs.runs.length === 0) return <p className="pad meta">{text("change.empty")}</p>;
  const file = chosen === null ? null : fileOf(shown, chosen);
  return (
    <>
      <div className={styles.runs}>
        {runs.runs.map((run, index) => (
          <Run key={run.runId} run={run} isLast={index === 0} chosen={chosen} />
        ))}
        {runs.next === null ? null : (
          <Button kind="ghost" size="small" onClick={() => void changes.readMore()}>
            {text("changes.showMore")}
          </Button>
        )}
      </div>
      {chosen === null || file === null ? null : (
        <ChangePane key={`${chosen.runId} ${chosen.path}`} chosen={chosen} file={file} isBusy={shown.isBusy} />
      )}
    </>
  );
}

const lateMs = 300;

/** Said only where it takes a while: what comes at once must not flicker. */
function LateLoading() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? <p className="pad meta">{text("action.loading")}</p> : null;
}

interface RunProps {
  readonly run: ChangedRun;
  readonly isLast: boolean;
  readonly chosen: ChangesState["chosen"];
}

function Run({ run, isLast, chosen }: RunProps) {
  const { changes } = useChanges();
  const time = clockTime(run.at);
  const canRevert = run.files.some(({ standing, lost }) => lost === null && standing !== "reverted");
  return (
    <section className={styles.run}>
      <div className={styles.head}>
        <h2 className="grow">{isLast ? text("changes.thisRun") : text("changes.earlier", { time })}</h2>
        {canRevert ? (
          <Button kind="danger" size="small" onClick={() => void changes.revert(run.runId)}>
            {text("changes.revertRun")}
          </Button>
        ) : null}
      </div>
      <ul aria-label={text("changes.files", { time })}>
        {run.files.map((file) => (
          <li key={file.path}>
            <FileRow
              file={file}
              runId={run.runId}
              isChosen={chosen?.runId === run.runId && chosen.path === file.path}
            />
          </li>
        ))}
      </ul>
      {run.more === 0 ? null : <p className="meta small">{text("change.moreFiles", { count: run.more })}</p>}
      {run.foreign.length === 0 ? null : (
        <p className="meta small">
          {text("change.foreign", { names: run.foreign.map((name) => revealLine(name)).join(", ") })}
        </p>
      )}
      {run.hasUntracked ? <p className="meta small tone-needs">{text("change.untracked")}</p> : null}
    </section>
  );
}

const icons: Readonly<Record<ChangeStatus, LucideIcon>> = {
  added: FilePlus,
  modified: FileDiff,
  deleted: FileX,
  renamed: FolderInput,
};

interface FileRowProps {
  readonly file: ChangedPath;
  readonly runId: ChosenChange["runId"];
  readonly isChosen: boolean;
}

function FileRow({ file, runId, isChosen }: FileRowProps) {
  const { changes } = useChanges();
  const { name, status, standing, added, removed, path } = file;
  const Icon = icons[status] ?? File;
  return (
    <button
      type="button"
      className={isChosen ? `${styles.file} ${styles.isChosen}` : styles.file}
      aria-current={isChosen}
      data-standing={standing}
      onClick={() => changes.choose({ runId, path })}
    >
      <Icon className="icon icon-small" aria-hidden="true" />
      <span className={`${styles.name} mono cut`}>{revealLine(name)}</span>
      {standing === "applied" ? null : <span className="meta small cut">{text(`change.standing.${standing}`)}</span>}
      <span className={`${styles.counts} number small`}>
        <LineCounts added={added ?? 0} removed={removed ?? 0} />
        {status === "modified" ? null : <span className="meta">{text(`change.status.${status}`)}</span>}
      </span>
    </button>
  );
}
