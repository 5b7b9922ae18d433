import type { Job, ReadSchedule } from "../../../src-preload/contract/automations.ts";
import { usePick } from "../../state/context.ts";
import type { Load } from "../../state/load.ts";
import { FormRow } from "../../ui/form-row.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./automations.module.css";
import { scheduleText, typedWords } from "./job-words.ts";
import { NextTimes } from "./next-times.tsx";
import { useJobForm } from "./use-job-form.ts";

const kinds: readonly (readonly [Job["kind"], TextKey])[] = [
  ["task", "jobs.kind.task"],
  ["reminder", "jobs.kind.reminder"],
];

/** What a job does, how it is called, and when it is due. */
export function SaidFields() {
  const jobForm = useJobForm();
  const { edited, fields, missing } = usePick(jobForm.store, (state) => state);
  const reading = usePick(jobForm.reader.store, (state) => state.reading);
  const { name, kind, prompt, words } = fields;
  const isTask = kind === "task";
  const asked = text(isTask ? "jobs.prompt" : "jobs.says");
  const lacks = (field: (typeof missing)[number], say: TextKey): string | null =>
    missing.includes(field) ? text(say) : null;
  return (
    <>
      <div className={styles.kind}>
        <Segments
          label={text("jobs.kind")}
          value={kind}
          choices={kinds}
          onChoose={(chosen) => jobForm.type({ kind: chosen })}
        />
      </div>
      <FormRow label={text("jobs.name")}>
        <TextField
          label={text("jobs.name")}
          placeholder={text("jobs.nameHint")}
          value={name}
          problem={lacks("name", "jobs.noName")}
          onChange={(typed) => jobForm.type({ name: typed })}
        />
      </FormRow>
      <FormRow label={asked}>
        <TextArea
          label={asked}
          placeholder={text(isTask ? "jobs.promptHint" : "jobs.saysHint")}
          rows={4}
          value={prompt}
          problem={lacks("prompt", isTask ? "jobs.noPrompt" : "jobs.noWords")}
          onChange={(typed) => jobForm.type({ prompt: typed })}
        />
      </FormRow>
      <FormRow label={text("jobs.when")}>
        <TextField
          label={text("jobs.when")}
          placeholder={text("jobs.whenHint")}
          value={words ?? (edited === null ? "" : typedWords(edited.schedule))}
          problem={lacks("words", "jobs.noWhen") ?? (reading?.kind === "failed" ? reading.message : null)}
          onChange={(typed) => jobForm.type({ words: typed })}
        />
        <Reading reading={reading} />
      </FormRow>
    </>
  );
}

/** How the words were understood, while they are typed. */
function Reading({ reading }: { readonly reading: Load<ReadSchedule> | null }) {
  return (
    <output className={styles.reading} aria-busy={reading?.kind === "loading"}>
      {reading?.kind === "ready" ? (
        <>
          <span className="small medium">{scheduleText(reading.schedule)}</span>
          <NextTimes schedule={reading.schedule} times={reading.next} isOn />
        </>
      ) : reading?.kind === "failed" ? null : (
        <span className="small meta">{text("jobs.whenHelp")}</span>
      )}
    </output>
  );
}
