import { placeHref, type ShownConnection } from "../../state/place.ts";
import listStyles from "../../ui/list.module.css";

interface ConnectionItemProps {
  readonly to: ShownConnection;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly dot: "ok" | "failed" | "plain" | "off" | "running" | "needs";
  /** How it stands, in words. */
  readonly side: string;
  readonly waitsForYou?: boolean;
}

const tones = {
  ok: "",
  plain: "",
  off: "",
  failed: " tone-failed",
  running: " tone-running",
  needs: " tone-needs",
} as const;

/** A connection in the list. */
export function ConnectionItem({ to, title, isCurrent, dot, side, waitsForYou = false }: ConnectionItemProps) {
  return (
    <li>
      <a
        className={isCurrent ? `${listStyles.item} ${listStyles.isCurrent}` : listStyles.item}
        href={placeHref({ name: "connections", shown: to })}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span className="row">
          <span className={`dot ${dot}`} aria-hidden="true" />
          <span className={listStyles.name}>{title}</span>
          <span className={`${listStyles.side}${waitsForYou ? " tone-needs" : tones[dot]}`}>{side}</span>
        </span>
      </a>
    </li>
  );
}
