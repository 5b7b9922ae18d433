import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { createJobForm } from "../../state/job-form.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { focusWrongField } from "../../ui/form-focus.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { Modal } from "../../ui/modal.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { MoreFields } from "./more-fields.tsx";
import { type ModelMenu, RunFields } from "./run-fields.tsx";
import { SaidFields } from "./said-fields.tsx";
import { OpenJobForm } from "./use-job-form.ts";

/** A job that is made or changed. */
export function JobFormDialog({ modelMenu }: { readonly modelMenu: ModelMenu }) {
  const { jobs, overlay, place, preferences } = useWindow();
  const shown = usePick(overlay.store, (state) => state);
  const [jobForm] = useState(() => createJobForm(jobs.client, jobs, shown.kind === "job" ? shown.id : null));
  const { edited, fields, refused, isSaving } = usePick(jobForm.store, (state) => state);
  const save = async (form: HTMLFormElement): Promise<void> => {
    const kept = await jobForm.save();
    if (kept === null) return focusWrongField(form);
    overlay.close();
    place.goWithinPage({ name: "automations", job: kept.job.id });
    // What is to be done next stands there.
    if (edited === null) preferences.setState({ details: true });
  };
  return (
    <OpenJobForm value={jobForm}>
      <Modal isOpen onClose={overlay.close}>
        <DialogHead title={text(edited === null ? "jobs.new" : "jobs.editTitle")} onClose={overlay.close} />
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save(event.currentTarget);
          }}
        >
          <div className={`${dialogStyles.body} ${styles.fields}`}>
            <SaidFields />
            <RunFields modelMenu={modelMenu} />
            <MoreFields />
            {edited === null && fields.kind === "task" ? (
              <p className="meta small">{text("jobs.offUntilTried")}</p>
            ) : null}
            {refused === null ? null : (
              <p className={noteStyles.failed} role="alert">
                {refused}
              </p>
            )}
          </div>
          <FormFoot
            submit={text(edited === null ? "jobs.add" : "action.save")}
            isOff={isSaving}
            onCancel={overlay.close}
          />
        </form>
      </Modal>
    </OpenJobForm>
  );
}
