import { placeHref, type ShownConnection } from "../../state/place.ts";

interface ConnectionItemProps {
  readonly to: ShownConnection;
  readonly title: string;
  readonly isCurrent: boolean;
  readonly dot: "ok" | "fail" | "plain" | "off" | "run";
  /** How it stands, in words. */
  readonly side: string;
  readonly waitsForYou?: boolean;
}

const tones = { ok: "", plain: "", off: "", fail: " t-fail", run: " t-run" } as const;

/** A connection in the list. */
export function ConnectionItem({ to, title, isCurrent, dot, side, waitsForYou = false }: ConnectionItemProps) {
  return (
    <li>
      <a
        className={isCurrent ? "item on" : "item"}
        href={placeHref({ name: "connections", shown: to })}
        aria-current={isCurrent ? "page" : undefined}
      >
        <span className="row">
          <span className={`dot ${dot}`} aria-hidden="true" />
          <span className="name">{title}</span>
          <span className={`side${waitsForYou ? " t-need" : tones[dot]}`}>{side}</span>
        </span>
      </a>
    </li>
  );
}
