import { useEffect, useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import type { LimitName } from "../../state/job-form.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FormRow } from "../../ui/form-row.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./automations.module.css";
import { limitWords, typedLimit } from "./typed-limits.ts";
import { useJobForm } from "./use-job-form.ts";

/** What few jobs need: where it is told, how often it is tried again, what a run may take. */
export function MoreFields() {
  const jobForm = useJobForm();
  const { kind } = usePick(jobForm.store, (state) => state.fields);
  return (
    <Disclosure label={text("jobs.more")}>
      <div className={styles.moreFields}>
        <DeliverField />
        {kind === "task" ? <TaskMore /> : null}
      </div>
    </Disclosure>
  );
}

/** The Inbox, or one of the chats. */
function DeliverField() {
  const jobForm = useJobForm();
  const { deliverTo } = usePick(jobForm.store, (state) => state.fields);
  const chats = usePick(jobForm.chats.store, (state) => state.chats);
  const isListed = deliverTo === null || chats.some(({ key }) => key === deliverTo);
  return (
    <FormRow label={text("jobs.deliver")}>
      <Select
        label={text("jobs.deliver")}
        value={deliverTo ?? ""}
        onChoose={(chosen) => {
          const chat = chats.find(({ key }) => key === chosen)?.key ?? null;
          jobForm.type(chat === null ? { deliverTo: null, withHistory: false } : { deliverTo: chat });
        }}
      >
        <option value="">{text("place.inbox")}</option>
        {isListed ? null : <option value={deliverTo}>{text("jobs.aChat")}</option>}
        {chats.map(({ key, title }) => (
          <option key={key} value={key}>
            {chatTitle(title)}
          </option>
        ))}
      </Select>
    </FormRow>
  );
}

function TaskMore() {
  const jobForm = useJobForm();
  const { deliverTo, withHistory, retries, backOff } = usePick(jobForm.store, (state) => state.fields);
  return (
    <>
      {deliverTo === null ? null : (
        <SwitchRow
          label="jobs.withHistory"
          words="jobs.withHistoryWords"
          isOn={withHistory}
          onSwitch={(isOn) => jobForm.type({ withHistory: isOn })}
        />
      )}
      <SwitchRow
        label="jobs.backOff"
        words="jobs.backOffWords"
        isOn={backOff}
        onSwitch={(isOn) => jobForm.type({ backOff: isOn })}
      />
      <div className={styles.pairs}>
        <FormRow label={text("jobs.retries")}>
          <Select
            label={text("jobs.retries")}
            value={String(retries)}
            onChoose={(chosen) => jobForm.type({ retries: Number(chosen) })}
          >
            {[0, 1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count}>
                {retryWords(count)}
              </option>
            ))}
          </Select>
        </FormRow>
        <ProfileField />
        {limitNames.map((name) => (
          <LimitField key={name} name={name} />
        ))}
      </div>
    </>
  );
}

function retryWords(count: number): string {
  if (count < 2) return text(count === 0 ? "jobs.retries.none" : "jobs.retries.once");
  return text("jobs.retries.times", { count });
}

interface SwitchRowProps {
  readonly label: TextKey;
  readonly words: TextKey;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

function SwitchRow({ label, words, isOn, onSwitch }: SwitchRowProps) {
  return (
    <div className={styles.switchRow}>
      <span className={`grow ${styles.words}`}>
        <span className="medium">{text(label)}</span>
        <span className="small meta">{text(words)}</span>
      </span>
      <Switch label={text(label)} isOn={isOn} onSwitch={onSwitch} />
    </div>
  );
}

const limitNames: readonly LimitName[] = ["maxIterations", "maxTokens", "maxDurationSeconds"];

/** Empty: as the settings say, which stands there. */
function LimitField({ name }: { readonly name: LimitName }) {
  const jobForm = useJobForm();
  const { agent } = useWindow();
  const { fields, wrong } = usePick(jobForm.store, (state) => state);
  const usual = usePick(agent.store, ({ settings }) => settings?.agents.unattended ?? null);
  const [typed, setTyped] = useState(() => limitWords(name, fields.limits[name]));
  return (
    <FormRow label={text(`jobs.limit.${name}`)}>
      <TextField
        label={text(`jobs.limit.${name}`)}
        placeholder={usual === null ? "" : limitWords(name, usual[name])}
        value={typed}
        problem={wrong.includes(name) ? text(`jobs.limitWrong.${name}`) : null}
        onChange={(words) => {
          setTyped(words);
          jobForm.limit(name, typedLimit(name, words));
        }}
      />
    </FormRow>
  );
}

/** Not there where there is no profile to choose. */
function ProfileField() {
  const jobForm = useJobForm();
  const { profile } = usePick(jobForm.store, (state) => state.fields);
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => void jobForm.profiles().then(setNames), [jobForm]);
  const all = profile === null || names.includes(profile) ? names : [profile, ...names];
  if (all.length === 0) return null;
  return (
    <FormRow label={text("jobs.profile")}>
      <Select
        label={text("jobs.profile")}
        value={profile ?? ""}
        onChoose={(chosen) => jobForm.type({ profile: chosen === "" ? null : chosen })}
      >
        <option value="">{text("jobs.asNew")}</option>
        {all.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </FormRow>
  );
}
