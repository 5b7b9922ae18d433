import { HeartPulse, Play, Settings2 } from "lucide-react";
import { useCallback } from "react";
import type { HeartbeatView } from "../../../src-preload/contract/heartbeat.ts";
import { mostOpenItems } from "../../../src-preload/contract/open-items.ts";
import { revealLine, revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { fewTokens } from "../../ui/amounts.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import cardStyles from "../../ui/card.module.css";
import noteStyles from "../../ui/note.module.css";
import { Switch } from "../../ui/switch.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { BeatChart } from "./beat-chart.tsx";
import { beatStanding, forecastWords, rhythmWords } from "./beat-words.ts";
import styles from "./heartbeat.module.css";
import { heartbeatDetail } from "./heartbeat-detail.ts";
import { HeartbeatQuestion } from "./heartbeat-question.tsx";
import { inkOf, momentWords } from "./job-words.ts";

/** The heartbeat: what it is where it is off, else how it stands and what came of its last beats. */
export function HeartbeatCard() {
  const { heartbeat, place } = useWindow();
  const view = usePick(heartbeat.store, (state) => state.view);
  const isNamed = usePick(
    place.store,
    (state) => state.place.name === "automations" && state.place.job === heartbeatDetail,
  );
  const show = useCallback(
    (card: HTMLElement | null) => {
      if (isNamed) card?.scrollIntoView({ block: "nearest" });
    },
    [isNamed],
  );
  return (
    <section
      ref={show}
      className={`${cardStyles.card} ${styles.card}`}
      aria-label={text("beats.title")}
      aria-busy={view.kind === "loading"}
    >
      {view.kind === "ready" ? <Ready view={view.view} /> : null}
      {view.kind === "loading" ? <Bones rows={2} /> : null}
      {view.kind === "failed" ? <Unread words={view.message} /> : null}
    </section>
  );
}

function Unread({ words }: { readonly words: string }) {
  const { heartbeat } = useWindow();
  return (
    <div className={noteStyles.failed} role="alert">
      <span className="grow">{words}</span>
      <Button size="small" onClick={() => void heartbeat.load()}>
        {text("action.again")}
      </Button>
    </div>
  );
}

function Ready({ view }: { readonly view: HeartbeatView }) {
  const { settings, beats } = view;
  return (
    <>
      <Head view={view} />
      <div className={`${cardStyles.body} ${styles.body}`}>
        {settings.enabled ? null : <p className={styles.off}>{text("beats.offWords")}</p>}
        <Note view={view} />
        {settings.enabled || beats.length > 0 ? <BeatChart beats={beats} /> : null}
        <Last view={view} />
        <Ticks view={view} />
      </div>
      <HeartbeatQuestion view={view} />
    </>
  );
}

function Head({ view: { settings, running } }: { readonly view: HeartbeatView }) {
  const { heartbeat, overlay } = useWindow();
  const isBusy = usePick(heartbeat.store, (state) => state.isBusy);
  return (
    <div className={`${cardStyles.head} ${styles.head}`}>
      <HeartPulse className="icon" aria-hidden="true" />
      <h2>{text("beats.title")}</h2>
      <span className={`meta small cut grow ${styles.rhythm}`}>{rhythmWords(settings)}</span>
      <span className={styles.run}>
        <Button kind="ghost" size="small" isBusy={isBusy || running !== null} onClick={() => void heartbeat.run()}>
          <Play className="icon icon-small" aria-hidden="true" />
          {text("jobs.runNow")}
        </Button>
      </span>
      <IconButton label={text("beats.edit")} onClick={() => overlay.open({ kind: "heartbeat" })}>
        <Settings2 className="icon" aria-hidden="true" />
      </IconButton>
      {settings.enabled ? (
        <Switch label={text("beats.switch")} isOn disabled={isBusy} onSwitch={() => void heartbeat.switchOff()} />
      ) : (
        <Button size="small" disabled={isBusy} onClick={() => heartbeat.ask(true)}>
          {text("beats.switchOn")}
        </Button>
      )}
    </div>
  );
}

/** What the person has to know first. */
function Note({ view: { running, paused, problem, settings, isResident } }: { readonly view: HeartbeatView }) {
  if (running !== null) {
    return (
      <div className={running.waiting ? noteStyles.needs : noteStyles.note} role="status">
        <span className="grow">{text(running.waiting ? "beats.waits" : "beats.running")}</span>
        <a className="button small" href={placeHref({ name: "chats", sessionKey: running.sessionKey })}>
          {text("beats.openChat")}
        </a>
      </div>
    );
  }
  const words =
    problem ?? (paused === null ? null : text(paused === "cap" ? "beats.pausedCap" : "beats.pausedFailures"));
  if (words !== null) return <p className={noteStyles.failed}>{revealWords(words)}</p>;
  return settings.enabled && !isResident ? <p className={noteStyles.note}>{text("beats.nobodyStays")}</p> : null;
}

function Last({ view: { beats, next } }: { readonly view: HeartbeatView }) {
  const [last] = beats;
  if (last === undefined && next === null) return null;
  const standing = last === undefined ? null : beatStanding(last);
  return (
    <p className="small">
      {last === undefined || standing === null ? null : (
        <>
          {text("beats.last", { when: momentWords(Date.parse(last.time)) })}{" "}
          <span className={inkOf[standing.tone]}>
            {standing.more === "" ? standing.word : `${standing.word} · ${revealLine(standing.more)}`}
          </span>
          {". "}
        </>
      )}
      {next === null ? null : text("beats.next", { when: momentWords(next) })}
    </p>
  );
}

function Ticks({ view }: { readonly view: HeartbeatView }) {
  const { settings, items, model, today, beats } = view;
  return (
    <ul className={styles.ticks}>
      <li>
        {text(countKey(items.length), { count: items.length })}{" "}
        <a className="link mono" href={placeHref({ name: "knowledge", path: "HEARTBEAT.md" })}>
          HEARTBEAT.md
        </a>
      </li>
      <li>{items.length === 0 ? text("beats.noItems") : forecastWords(view)}</li>
      <li>{text("beats.today", { tokens: fewTokens(today.tokens), cap: fewTokens(settings.dailyTokenCap) })}</li>
      <li>{settings.model === null ? text("beats.modelOfNew") : <span className="mono">{model}</span>}</li>
      <li>{text(settings.onBattery === "skip" ? "beats.skipsOnBattery" : "beats.runsOnBattery")}</li>
      <li>{text("beats.onlyNews")}</li>
      {beats.some(({ tokens }) => tokens > 0) ? (
        <li>
          <a className="link" href="#/chats/heartbeat%3Amain">
            {text("beats.openChat")}
          </a>
        </li>
      ) : null}
    </ul>
  );
}

function countKey(count: number): TextKey {
  if (count === 1) return "beats.oneItem";
  return count >= mostOpenItems ? "beats.manyItems" : "beats.items";
}
