import type { BackupCounts, RestorePreview } from "../../../src-preload/contract/backups.ts";
import type { Backups, Restoring } from "../../state/backups.ts";
import { usePick } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Modal } from "../../ui/modal.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import styles from "./backups-card.module.css";
import { momentWords } from "./moment-words.ts";

/** What a restore would change, then how far it is. */
export function RestoreDialog({ backups }: { readonly backups: Backups }) {
  const restoring = usePick(backups.store, (state) => state.restoring);
  const title = restoring.kind === "none" ? "" : text("backups.restoreOf", { when: momentWords(restoring.backup.at) });
  return (
    <Modal isOpen={restoring.kind !== "none"} onClose={backups.leave}>
      <DialogHead title={title} onClose={backups.leave} />
      <Body restoring={restoring} backups={backups} />
    </Modal>
  );
}

function Body({ restoring, backups }: { readonly restoring: Restoring; readonly backups: Backups }) {
  switch (restoring.kind) {
    case "none":
      return null;
    case "looking":
      return <Words words={text("backups.looking")} />;
    case "starting":
      return <Words words={text("backups.starting")} />;
    case "refused":
      return (
        <div className={dialogStyles.body}>
          <p className={noteStyles.failed} role="alert">
            {restoring.message}
          </p>
        </div>
      );
    case "on":
      return <Progress backups={backups} />;
    case "asked":
      return <Question preview={restoring.preview} problem={restoring.problem} backups={backups} />;
  }
}

function Words({ words }: { readonly words: string }) {
  return (
    <div className={dialogStyles.body}>
      <p role="status">{words}</p>
    </div>
  );
}

function Progress({ backups }: { readonly backups: Backups }) {
  const work = usePick(backups.store, (state) => state.work);
  const share = work === null || work.total === 0 ? 0 : work.done / work.total;
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <p role="status">{text("backups.restoring")}</p>
        <Meter label={text("backups.restoring")} share={share} warnAt={2} />
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={backups.leave}>{text("backups.stop")}</Button>
      </div>
    </>
  );
}

const rows = ["chats", "messages", "facts", "skills", "jobs"] as const satisfies readonly (keyof BackupCounts)[];

interface QuestionProps {
  readonly preview: RestorePreview;
  readonly problem: string | null;
  readonly backups: Backups;
}

function Question({ preview, problem, backups }: QuestionProps) {
  const { backup, now, lost, runs, obstacle } = preview;
  const isLost = rows.some((row) => lost[row] > 0);
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <table className={styles.counts}>
          <thead>
            <tr>
              <th scope="col">{text("backups.what")}</th>
              <th scope="col">{text("backups.inNow")}</th>
              <th scope="col">{text("backups.inBackup")}</th>
              <th scope="col">{text("backups.inLost")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{text(`backups.${row}`)}</th>
                <td>{now[row].toLocaleString()}</td>
                <td>{backup.counts[row].toLocaleString()}</td>
                <td>{lost[row] === 0 ? "–" : lost[row].toLocaleString()}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>{text(isLost ? "backups.lost" : "backups.nothingLost")}</p>
        <p className="dim">{text("backups.keptFirst")}</p>
        {runs === 0 ? null : <p className={noteStyles.needs}>{text("backups.runs", { count: runs })}</p>}
        {problem === null ? null : (
          <p className={noteStyles.failed} role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={backups.leave}>
          {text("action.cancel")}
        </Button>
        <Button kind="danger" disabled={obstacle !== null} onClick={() => void backups.restore()}>
          {text(runs === 0 ? "backups.act" : "backups.stopAndAct")}
        </Button>
      </div>
    </>
  );
}
