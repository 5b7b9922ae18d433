import { percent } from "./amounts.ts";
import styles from "./meter.module.css";

interface MeterProps {
  readonly label: string;
  /** 1 is full. */
  readonly share: number;
  /** From here on it is near its end. */
  readonly warnAt: number;
}

/** How much of something is used. */
export function Meter({ label, share, warnAt }: MeterProps) {
  const width = Math.max(0, Math.min(100, share * 100));
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(width)}
      aria-valuetext={percent(share)}
    >
      <i className={share >= warnAt ? styles.isNear : ""} style={{ width: `${width}%` }} />
    </div>
  );
}
