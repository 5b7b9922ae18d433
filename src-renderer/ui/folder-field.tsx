import { useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./folder-field.module.css";
import { KeptInput } from "./kept-input.tsx";
import { PickFolder } from "./pick-folder.tsx";
import { text } from "./text.ts";

interface FolderFieldProps {
  readonly label: string;
  /** The folder that is in force, as it is shown. */
  readonly value: string;
  /** Why the one that was typed cannot be used; null where nothing is wrong. */
  readonly problem: string | null;
  /** The one that was typed is not there. */
  readonly isMissing: boolean;
  readonly onChoose: (path: string) => unknown;
  /** Asks for another one with the system's own dialogue, beginning there; null where the person chose none. */
  readonly onPick: (from: string) => Promise<string | null>;
  readonly onMake: () => unknown;
  /** The folder that is in force stays. */
  readonly onBack: () => void;
}

/** A folder by its path; one that is missing is offered to be made, one that cannot be used is refused right below. */
export function FolderField({ label, value, problem, isMissing, onChoose, onPick, onMake, onBack }: FolderFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.folder}>
      <div className={styles.path}>
        <KeptInput
          ref={input}
          label={label}
          value={value}
          required
          problem={problem}
          onKeep={onChoose}
          onBack={onBack}
        />
        <PickFolder pick={() => onPick(value)} onPicked={onChoose} />
      </div>
      {isMissing ? (
        <div className={styles.missing} role="status">
          <span className="small grow">{text("folder.missing")}</span>
          <Button
            size="small"
            onClick={() => {
              // The button goes: the focus stays with the field.
              input.current?.focus();
              onMake();
            }}
          >
            {text("folder.make")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
