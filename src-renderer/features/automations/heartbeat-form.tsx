import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { createHeartbeatForm } from "../../state/heartbeat-form.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { focusWrongField } from "../../ui/form-focus.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { FormRow } from "../../ui/form-row.tsx";
import { Modal } from "../../ui/modal.tsx";
import noteStyles from "../../ui/note.module.css";
import { Select } from "../../ui/select.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./automations.module.css";
import type { ModelMenu } from "./run-fields.tsx";

const typedFields = [
  ["minutes", "beats.form.minutes", "beats.form.minutesWrong"],
  ["cap", "beats.form.cap", "beats.form.capWrong"],
  ["from", "beats.form.from", "beats.form.timeWrong"],
  ["to", "beats.form.to", "beats.form.timeWrong"],
] as const satisfies readonly (readonly [string, TextKey, TextKey])[];

/** How often the heartbeat looks, at which hours, and what it may use. */
export function HeartbeatFormDialog({ modelMenu }: { readonly modelMenu: ModelMenu }) {
  const { heartbeat, overlay, agent } = useWindow();
  const [form] = useState(() => createHeartbeatForm(heartbeat));
  const { fields, wrong, refused, isSaving } = usePick(form.store, (state) => state);
  const usual = usePick(agent.store, ({ settings }) => settings?.agents.defaults.model ?? "");
  const save = async (element: HTMLFormElement): Promise<void> => {
    if (await form.save()) overlay.close();
    else focusWrongField(element);
  };
  return (
    <Modal isOpen onClose={overlay.close}>
      <DialogHead title={text("beats.edit")} onClose={overlay.close} />
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save(event.currentTarget);
        }}
      >
        <div className={`${dialogStyles.body} ${styles.fields}`}>
          <div className={styles.pairs}>
            {typedFields.map(([name, label, problem]) => (
              <FormRow key={name} label={text(label)}>
                <TextField
                  label={text(label)}
                  value={fields[name]}
                  problem={wrong.includes(name) ? text(problem) : null}
                  onChange={(typed) => form.type({ [name]: typed })}
                />
              </FormRow>
            ))}
          </div>
          <p className="meta small">{text("beats.form.hoursHint")}</p>
          <div className={styles.pairs}>
            <FormRow label={text("jobs.model")}>
              <span className={styles.start}>
                {modelMenu(fields.model ?? usual, (model) => form.type({ model }))}
                {fields.model === null ? null : (
                  <Button size="small" kind="ghost" onClick={() => form.type({ model: null })}>
                    {text("jobs.asNew")}
                  </Button>
                )}
              </span>
            </FormRow>
            <FormRow label={text("beats.form.battery")}>
              <Select
                label={text("beats.form.battery")}
                value={fields.onBattery}
                onChoose={(chosen) => form.type({ onBattery: chosen === "skip" ? "skip" : "run" })}
              >
                <option value="run">{text("beats.form.run")}</option>
                <option value="skip">{text("beats.form.skip")}</option>
              </Select>
            </FormRow>
          </div>
          {refused === null ? null : (
            <p className={noteStyles.failed} role="alert">
              {refused}
            </p>
          )}
        </div>
        <FormFoot submit={text("action.save")} isOff={isSaving} onCancel={overlay.close} />
      </form>
    </Modal>
  );
}
