import type { ReactNode } from "react";
import type { Job } from "../../../src-preload/contract/automations.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import { FolderField } from "../../ui/folder-field.tsx";
import { FormRow } from "../../ui/form-row.tsx";
import { offeredModes } from "../../ui/modes.ts";
import { Select } from "../../ui/select.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { missedWords, notifyWords, overlapWords } from "./job-choices.ts";
import { useJobForm } from "./use-job-form.ts";

export type ModelMenu = (model: string, onChoose: (id: string) => void) => ReactNode;

/** With what a job runs, what becomes of times that do not fit, and who is told. */
export function RunFields({ modelMenu }: { readonly modelMenu: ModelMenu }) {
  const jobForm = useJobForm();
  const fields = usePick(jobForm.store, (state) => state.fields);
  return (
    <div className={styles.pairs}>
      {fields.kind === "task" ? <TaskFields modelMenu={modelMenu} /> : null}
      <ChoiceRow
        label="jobs.missed"
        value={fields.missed}
        words={missedWords}
        onChoose={(missed) => jobForm.type({ missed })}
      />
      <ChoiceRow
        label="jobs.notify"
        value={fields.notify}
        words={notifyWords}
        onChoose={(notify) => jobForm.type({ notify })}
      />
    </div>
  );
}

function TaskFields({ modelMenu }: { readonly modelMenu: ModelMenu }) {
  const jobForm = useJobForm();
  const { agent } = useWindow();
  const shown = useShownPath();
  const { model, mode, workFolder, overlap } = usePick(jobForm.store, (state) => state.fields);
  const choice = usePick(jobForm.folder.store, (state) => state);
  const defaults = usePick(agent.store, ({ settings }) => settings?.agents.defaults ?? null);
  return (
    <>
      <FormRow label={text("jobs.folder")}>
        <FolderField
          label={text("jobs.folder")}
          value={shown(workFolder ?? defaults?.workFolder ?? "")}
          problem={choice.kind === "refused" ? choice.words : null}
          isMissing={choice.kind === "missing"}
          onChoose={jobForm.folder.choose}
          onPick={jobForm.folder.pick}
          onMake={jobForm.folder.make}
          onBack={jobForm.folder.drop}
        />
      </FormRow>
      <FormRow label={text("jobs.model")}>
        <span className={styles.start}>
          {modelMenu(model ?? defaults?.model ?? "", (chosen) => jobForm.type({ model: chosen }))}
          {model === null ? null : (
            <Button size="small" kind="ghost" onClick={() => jobForm.type({ model: null })}>
              {text("jobs.asNew")}
            </Button>
          )}
        </span>
      </FormRow>
      <FormRow label={text("jobs.mode")}>
        <Select
          label={text("jobs.mode")}
          value={mode ?? ""}
          onChoose={(chosen) =>
            jobForm.type({ mode: offeredModes.find((offered) => offered.mode === chosen)?.mode ?? null })
          }
        >
          <option value="">{text("jobs.asNew")}</option>
          {offeredModes.map((offered) => (
            <option key={offered.mode} value={offered.mode}>
              {text(offered.label)}
            </option>
          ))}
        </Select>
      </FormRow>
      <ChoiceRow
        label="jobs.overlap"
        value={overlap}
        words={overlapWords}
        onChoose={(chosen: Job["overlap"]) => jobForm.type({ overlap: chosen })}
      />
    </>
  );
}

interface ChoiceRowProps<Value extends string> {
  readonly label: TextKey;
  readonly value: Value;
  readonly words: Readonly<Record<Value, TextKey>>;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, by its words. */
function ChoiceRow<Value extends string>({ label, value, words, onChoose }: ChoiceRowProps<Value>) {
  const choices = Object.keys(words) as Value[];
  return (
    <FormRow label={text(label)}>
      <Select
        label={text(label)}
        value={value}
        onChoose={(chosen) => {
          const found = choices.find((choice) => choice === chosen);
          if (found !== undefined) onChoose(found);
        }}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {text(words[choice])}
          </option>
        ))}
      </Select>
    </FormRow>
  );
}
