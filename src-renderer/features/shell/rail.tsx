import type { LucideIcon } from "lucide-react";
import type { LinkState } from "../../client/agent-client.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { pageOf, placeHref, placeOf } from "../../state/place.ts";
import { keyWords } from "../../ui/keys.ts";
import { Mark } from "../../ui/mark.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./rail.module.css";

/** What the rail shows of a page. */
export interface RailPlace {
  readonly name: string;
  readonly title: TextKey;
  readonly icon: LucideIcon;
  readonly keys: string;
  readonly end: "upper" | "lower";
  readonly useCount: () => number;
}

/** The places of the window, and whether the agent is there. */
export function Rail({ places }: { readonly places: readonly RailPlace[] }) {
  const { agent } = useWindow();
  const at = (wanted: RailPlace["end"]) => places.filter(({ end }) => end === wanted);
  const link = usePick(agent.store, (state) => state.link);
  return (
    <nav className={styles.rail} aria-label={text("place.all")}>
      <span className={styles.mark}>
        <Mark branch />
      </span>
      {at("upper").map((place) => (
        <RailLink key={place.name} place={place} />
      ))}
      <span className={styles.spacer} />
      {at("lower").map((place) => (
        <RailLink key={place.name} place={place} />
      ))}
      <LinkDot link={link} />
    </nav>
  );
}

function RailLink({ place }: { readonly place: RailPlace }) {
  const { place: control, chat } = useWindow();
  const current = usePick(control.store, (state) => pageOf(state.place));
  const open = usePick(chat.store, (state) => (state.kind === "none" ? null : state.key));
  const { icon: Icon, keys, title, name, useCount } = place;
  const badge = useCount();
  return (
    <a
      href={placeHref(placeOf(name, open))}
      aria-label={badge === 0 ? text(title) : text("place.counted", { place: text(title), count: badge })}
      data-tip={text(title)}
      data-tip-keys={keyWords(keys)}
      data-tip-side="right"
      aria-current={current === name ? "page" : undefined}
    >
      <Icon className="icon" aria-hidden="true" />
      {badge === 0 ? null : <span className="badge needs" aria-hidden="true" data-count={badge} />}
    </a>
  );
}

const linkWords: Readonly<Record<LinkState["kind"], { readonly word: TextKey; readonly dot: string }>> = {
  up: { word: "link.up", dot: "ok" },
  connecting: { word: "link.connecting", dot: "off" },
  lost: { word: "link.lost", dot: "failed" },
  "shut-out": { word: "link.lost", dot: "failed" },
};

function LinkDot({ link }: { readonly link: LinkState }) {
  const { word, dot } = linkWords[link.kind];
  return (
    <span className={styles.status} role="status" aria-label={text(word)} data-tip={text(word)} data-tip-side="right">
      <span className={`dot ${dot}`} />
    </span>
  );
}
