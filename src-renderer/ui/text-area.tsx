import { type ClipboardEvent, type KeyboardEvent, type Ref, useId } from "react";
import { FieldProblem } from "./field-problem.tsx";

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly rows: number;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** What is wrong with it, in words; null or left out where nothing is. */
  readonly problem?: string | null;
  readonly onBlur?: () => void;
  readonly onPaste?: (event: ClipboardEvent<HTMLTextAreaElement>) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

/** A few lines to type in, with what is wrong right below. */
export function TextArea({ label, problem = null, onChange, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <div className="text-field">
      <label className={problem === null ? "input lines" : "input lines is-invalid"}>
        <span className="screen-reader">{label}</span>
        <textarea
          dir="auto"
          className="mono"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => onChange(event.target.value)}
          {...rest}
        />
      </label>
      <FieldProblem id={id} words={problem} />
    </div>
  );
}
