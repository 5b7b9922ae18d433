import type { Job } from "../../../src-preload/contract/automations.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { chatTitle } from "../../ui/chat-title.ts";
import rowsStyles from "../../ui/fact-rows.module.css";
import { offeredModes } from "../../ui/modes.ts";
import { text } from "../../ui/text.ts";
import styles from "./automations.module.css";
import { missedWords, notifyWords, overlapWords } from "./job-choices.ts";

/** With what a job runs, what becomes of times that do not fit, and who is told. */
export function JobFacts({ job }: { readonly job: Job }) {
  const shown = useShownPath();
  const mode = offeredModes.find((offered) => offered.mode === job.mode);
  return (
    <dl className={`${rowsStyles.rows} ${styles.facts}`}>
      {job.kind === "reminder" ? null : (
        <>
          <Fact name={text("jobs.model")} value={job.model ?? text("jobs.asNew")} />
          <Fact
            name={text("jobs.folder")}
            value={job.workFolder === null ? text("jobs.asNew") : shown(job.workFolder)}
          />
          <Fact name={text("jobs.mode")} value={mode === undefined ? text("jobs.asNew") : text(mode.label)} />
          <Fact name={text("jobs.overlap")} value={text(overlapWords[job.overlap])} />
        </>
      )}
      {job.profile === null ? null : <Fact name={text("jobs.profile")} value={job.profile} />}
      <Fact name={text("jobs.missed")} value={text(missedWords[job.missed])} />
      <Fact name={text("jobs.notify")} value={text(notifyWords[job.notify])} />
      <div>
        <dt>{text("jobs.deliver")}</dt>
        <dd>
          <Delivered job={job} />
        </dd>
      </div>
    </dl>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{revealLine(value)}</dd>
    </div>
  );
}

/** The Inbox, or the chat that is told. */
function Delivered({ job: { deliverTo } }: { readonly job: Job }) {
  const { chats } = useWindow();
  const title = usePick(chats.store, ({ rows }) => rows.find((row) => row.key === deliverTo)?.title ?? null);
  if (deliverTo === null) return text("place.inbox");
  return (
    <a className="link" href={placeHref({ name: "chats", sessionKey: deliverTo })}>
      {title === null ? text("jobs.aChat") : chatTitle(title)}
    </a>
  );
}
