import type { EndedBeat } from "../../../src-preload/contract/heartbeat.ts";
import { text } from "../../ui/text.ts";
import { clockTime } from "../../ui/time.ts";
import { minuteMs, useNow } from "../../ui/use-now.ts";
import { type BeatMark, beatMarks, markOf, markWords } from "./beat-words.ts";
import styles from "./heartbeat.module.css";

const dayMs = 24 * 3_600_000;
/** Times that are written below, in hours before now. */
const hoursShown = [24, 18, 12, 6, 0];

/** The beats of the last 24 hours, each where its time is. */
export function BeatChart({ beats }: { readonly beats: readonly EndedBeat[] }) {
  const now = useNow(minuteMs);
  const recent = beats.filter(({ time }) => now - Date.parse(time) < dayMs);
  if (recent.length === 0) return <p className="meta small">{text("beats.noBeats")}</p>;
  const counts = new Map<BeatMark, number>();
  for (const beat of recent) counts.set(markOf(beat), (counts.get(markOf(beat)) ?? 0) + 1);
  const said = beatMarks.flatMap((mark) => {
    const count = counts.get(mark) ?? 0;
    return count === 0 ? [] : [text("beats.counted", { what: text(markWords[mark]), count })];
  });
  return (
    <>
      <div
        className={styles.chart}
        role="img"
        aria-label={text("beats.chart", { counts: new Intl.ListFormat([]).format(said) })}
      >
        {recent.map((beat) => (
          <i
            key={beat.beat}
            className={styles.mark}
            data-mark={markOf(beat)}
            style={{ insetInlineStart: `calc((100% - 6px) * ${1 - (now - Date.parse(beat.time)) / dayMs})` }}
          />
        ))}
      </div>
      <div className={styles.hours} aria-hidden="true">
        {hoursShown.map((hours) => (
          <span key={hours}>{clockTime(now - hours * 3_600_000)}</span>
        ))}
      </div>
      <div className={styles.legend} aria-hidden="true">
        {beatMarks.map((mark) => (
          <span key={mark}>
            <i data-mark={mark} />
            {text(markWords[mark])}
          </span>
        ))}
      </div>
    </>
  );
}
