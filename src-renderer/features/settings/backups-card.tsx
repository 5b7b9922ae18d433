import type { BackupRow, BackupsView, BackupWork } from "../../../src-preload/contract/backups.ts";
import type { Backups } from "../../state/backups.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { byteCount } from "../../ui/amounts.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { Meter } from "../../ui/meter.tsx";
import noteStyles from "../../ui/note.module.css";
import { Switch } from "../../ui/switch.tsx";
import { text } from "../../ui/text.ts";
import styles from "./backups-card.module.css";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { momentWords } from "./moment-words.ts";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useBackups } from "./use-backups.ts";

/** The backups: whether one is made a day, making one, where they lie, and putting one in the place of the present. */
export function BackupsCard({ isDaily }: { readonly isDaily: boolean }) {
  const { agent, notify } = useWindow();
  const backups = useBackups();
  const { shown, work, problem } = usePick(backups.store, (state) => state);
  const switchDaily = async (daily: boolean): Promise<void> => {
    const refused = await agent.update({ backups: { daily } });
    if (refused !== null) notify(refused, "failed");
  };
  return (
    <Card
      title={text("backups.title")}
      act={
        <Button size="small" disabled={work !== null} onClick={() => void backups.make()}>
          {text("backups.now")}
        </Button>
      }
    >
      {work?.kind === "make" ? <Making work={work} onStop={() => void backups.stop()} /> : null}
      {problem === null ? null : (
        <p className={noteStyles.failed} role="alert">
          {problem}
        </p>
      )}
      <Field label={text("backups.daily")} hint={text("backups.dailyHint")}>
        <Switch label={text("backups.daily")} isOn={isDaily} onSwitch={(daily) => void switchDaily(daily)} />
      </Field>
      {shown.kind === "loading" ? <Bones rows={3} /> : null}
      {shown.kind === "failed" ? (
        <p className={noteStyles.failed} role="alert">
          {shown.message}{" "}
          <Button size="small" onClick={() => void backups.load()}>
            {text("backups.again")}
          </Button>
        </p>
      ) : null}
      {shown.kind === "ready" ? <Rows view={shown.view} backups={backups} isBusy={work !== null} /> : null}
      <p className="meta small">{text("backups.holds")}</p>
      <RestoreDialog backups={backups} />
    </Card>
  );
}

function Making({ work, onStop }: { readonly work: BackupWork; readonly onStop: () => void }) {
  return (
    <div className={styles.making} role="status">
      <span>{text("backups.making")}</span>
      <span className="grow">
        <Meter label={text("backups.making")} share={work.total === 0 ? 0 : work.done / work.total} warnAt={2} />
      </span>
      <Button size="small" onClick={onStop}>
        {text("backups.stop")}
      </Button>
    </div>
  );
}

interface RowsProps {
  readonly view: BackupsView;
  readonly backups: Backups;
  readonly isBusy: boolean;
}

function Rows({ view, backups, isBusy }: RowsProps) {
  const { system } = useWindow();
  const shownPath = useShownPath();
  return (
    <>
      <Field label={text("backups.folder")} hint={shownPath(view.folder)}>
        <Button size="small" onClick={() => void system.open(view.folder)}>
          {text("backups.show")}
        </Button>
      </Field>
      {view.problem === null ? null : (
        <p className={noteStyles.failed} role="alert">
          {view.problem}
        </p>
      )}
      {view.backups.length === 0 ? <p className="meta">{text("backups.none")}</p> : null}
      <ul className={styles.rows} aria-label={text("backups.list")}>
        {view.backups.map((backup) => (
          <Row key={backup.id} backup={backup} isBusy={isBusy} onRestore={() => void backups.look(backup)} />
        ))}
        {view.broken.map(({ id, reason }) => (
          <li key={id} className="meta small">
            {text("backups.broken", { id, reason })}
          </li>
        ))}
      </ul>
    </>
  );
}

interface RowProps {
  readonly backup: BackupRow;
  readonly isBusy: boolean;
  readonly onRestore: () => void;
}

function Row({ backup, isBusy, onRestore }: RowProps) {
  const { at, bytes, counts, reason } = backup;
  const when = momentWords(at);
  const facts = [text(`backups.reason.${reason}`), byteCount(bytes), text("backups.counts", { ...counts })];
  return (
    <li className={styles.row}>
      <span className="grow">
        <span className="block">{when}</span>
        <span className="meta small">{facts.join(" · ")}</span>
      </span>
      <Button size="small" disabled={isBusy} aria-label={text("backups.restoreOf", { when })} onClick={onRestore}>
        {text("backups.restore")}
      </Button>
    </li>
  );
}
