import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { RemovalBody, RemovalDialog } from "../../ui/removal-dialog.tsx";
import { text } from "../../ui/text.ts";

/** Asks before a job goes: its past runs stay, and it cannot be brought back. */
export function RemoveJob() {
  const { jobs } = useWindow();
  const asked = usePick(jobs.store, (state) => state.asked);
  const view = asked === null ? null : jobs.find(asked);
  const close = (): void => jobs.ask(null);
  return (
    <RemovalDialog
      title={text("jobs.removeTitle", { name: revealLine(view?.job.name ?? "") })}
      isOpen={view !== null}
      onClose={close}
    >
      <RemovalBody
        words={text(view?.running === null ? "jobs.removeWords" : "jobs.removeRunning")}
        act={text("jobs.remove")}
        onRemove={jobs.remove}
        onClose={close}
      />
    </RemovalDialog>
  );
}
