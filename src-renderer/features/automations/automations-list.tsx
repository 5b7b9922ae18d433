import { HeartPulse, List, type LucideIcon, Plus } from "lucide-react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { IconButton } from "../../ui/button.tsx";
import listStyles from "../../ui/list.module.css";
import { text } from "../../ui/text.ts";
import { rowTime } from "../../ui/time.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import { heartbeatDetail } from "./heartbeat-detail.ts";
import { inkOf, lastLines, lineWords, type ToldLine } from "./job-words.ts";

/** So many runs stand beside the jobs. */
const shownRuns = 30;

/** How many jobs there are, and what became of their last times. */
export function AutomationsList() {
  const { jobs, overlay } = useWindow();
  const list = usePick(jobs.store, (state) => state.list);
  const rows = list.kind === "ready" ? list.jobs : [];
  const lines = lastLines(rows, shownRuns);
  return (
    <aside className={listStyles.list} aria-label={text("place.automations")}>
      <div className={listStyles.head}>
        <h2 className="grow">{text("place.automations")}</h2>
        <IconButton label={text("jobs.new")} onClick={() => overlay.open({ kind: "job", id: null })}>
          <Plus className="icon" aria-hidden="true" />
        </IconButton>
      </div>
      <div className={listStyles.scroll} aria-busy={list.kind === "loading"}>
        <PartItem part={null} icon={List} name={text("jobs.title")} side={rows.length === 0 ? "" : `${rows.length}`} />
        <HeartbeatItem />
        {lines.length === 0 ? null : (
          <section aria-label={text("jobs.lastRuns")}>
            <div className={listStyles.section}>{text("jobs.lastRuns")}</div>
            <ul>
              {lines.map((told) => (
                <li key={`${told.view.job.id} ${told.line.time} ${told.line.kind}`}>
                  <LineItem told={told} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </aside>
  );
}

/** Goes to the card of the heartbeat. */
function HeartbeatItem() {
  const { heartbeat } = useWindow();
  const isOn = usePick(heartbeat.store, ({ view }) => (view.kind === "ready" ? view.view.settings.enabled : null));
  const side = isOn === null ? "" : text(isOn ? "jobs.state.on" : "jobs.state.off");
  return <PartItem part={heartbeatDetail} icon={HeartPulse} name={text("beats.title")} side={side} />;
}

interface PartItemProps {
  /** What the address says for the card of the heartbeat; null for the jobs. */
  readonly part: typeof heartbeatDetail | null;
  readonly icon: LucideIcon;
  readonly name: string;
  /** At the end of the line; "" for nothing. */
  readonly side: string;
}

/** A part of the page: the one that the address names is the current one, and a job is one of the jobs. */
function PartItem({ part, icon: Icon, name, side }: PartItemProps) {
  const { place } = useWindow();
  const isCurrent = usePick(place.store, ({ place: now }) => {
    const isHeartbeat = now.name === "automations" && now.job === heartbeatDetail;
    return isHeartbeat === (part !== null);
  });
  return (
    <a
      className={isCurrent ? `${listStyles.item} ${listStyles.isCurrent}` : listStyles.item}
      href={placeHref({ name: "automations", job: part })}
      aria-current={isCurrent ? "page" : undefined}
    >
      <span className="row">
        <Icon className="icon" aria-hidden="true" />
        <span className={listStyles.name}>{name}</span>
        <span className={listStyles.side}>{side}</span>
      </span>
    </a>
  );
}

/** A run opens its chat; a time that was left out, its job. */
function LineItem({ told: { view, line } }: { readonly told: ToldLine }) {
  const now = useNow(minuteMs);
  const { word, tone, more } = lineWords(line, view);
  const href =
    (line.kind === "begun" || line.kind === "ended") && view.job.kind === "task"
      ? placeHref({ name: "chats", sessionKey: line.sessionKey })
      : placeHref({ name: "automations", job: view.job.id });
  return (
    <a className={`${listStyles.item} ${listStyles.isTall}`} href={href}>
      <span className="row">
        <span className={listStyles.name} dir="auto">
          {revealLine(view.job.name)}
        </span>
        <time className={listStyles.side} dateTime={line.time}>
          {rowTime(Date.parse(line.time), now)}
        </time>
      </span>
      <span className={listStyles.detail}>
        <span className={`dot ${tone}`} aria-hidden="true" />
        <span className={`cut ${inkOf[tone]}`}>{more === "" ? word : `${word} · ${revealLine(more)}`}</span>
      </span>
    </a>
  );
}
