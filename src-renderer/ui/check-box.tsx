import { Check } from "lucide-react";
import styles from "./check-box.module.css";

interface CheckBoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onCheck: (isOn: boolean) => void;
}

/** Part of it or not; its name is for a screen reader, what stands beside it tells the eye. */
export function CheckBox({ label, isOn, onCheck }: CheckBoxProps) {
  return (
    <label className={isOn ? `${styles.box} ${styles.isOn}` : styles.box} data-tip={label}>
      <input type="checkbox" aria-label={label} checked={isOn} onChange={(event) => onCheck(event.target.checked)} />
      {isOn ? <Check className="icon" aria-hidden="true" /> : null}
    </label>
  );
}
