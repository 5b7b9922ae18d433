import styles from "./switch.module.css";

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** On or off, at once. */
export function Switch({ label, isOn, disabled = false, onSwitch }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      className={isOn ? `${styles.switch} ${styles.isOn}` : styles.switch}
      aria-checked={isOn}
      aria-label={label}
      data-tip={label}
      disabled={disabled}
      onClick={() => onSwitch(!isOn)}
    />
  );
}
