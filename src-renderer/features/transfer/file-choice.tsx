import { useState } from "react";
import dialogStyles from "../../ui/dialog.module.css";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { text } from "../../ui/text.ts";
import styles from "./transfer.module.css";

interface FileChoiceProps {
  readonly problem: string | null;
  readonly onFile: (file: File) => void;
}

/** A file that is chosen or dropped. */
export function FileChoice({ problem, onFile }: FileChoiceProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file !== undefined) onFile(file);
  };
  return (
    <div className={`${dialogStyles.body} stack`}>
      <p className="dim">{text("transfer.importWords")}</p>
      <label
        className={styles.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <span>{text("transfer.drop")}</span>
        <input
          type="file"
          accept=".zip,.json,.jsonl"
          aria-label={text("transfer.file")}
          onChange={(event) => take(event.target.files)}
        />
      </label>
      <FieldProblem words={problem} />
    </div>
  );
}
