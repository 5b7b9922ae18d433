import styles from "./segments.module.css";
import { type TextKey, text } from "./text.ts";

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [Value, TextKey])[];
  readonly onChoose: (value: Value) => void;
  /** How many there are of each; none is not said. */
  readonly counts?: Readonly<Record<Value, number>>;
}

/** A few choices side by side, of which one holds. */
export function Segments<Value extends string>({ label, value, choices, onChoose, counts }: SegmentsProps<Value>) {
  return (
    <div className={styles.segments} role="group" aria-label={label}>
      {choices.map(([choice, words]) => (
        <button
          key={choice}
          type="button"
          className={choice === value ? styles.isChosen : ""}
          aria-pressed={choice === value}
          onClick={() => onChoose(choice)}
        >
          {text(words)}
          {(counts?.[choice] ?? 0) === 0 ? null : <span className="number"> {counts?.[choice]}</span>}
        </button>
      ))}
    </div>
  );
}
