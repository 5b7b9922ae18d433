import { type ReactNode, type Ref, useId } from "react";
import { FieldProblem } from "./field-problem.tsx";

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, in words; null or left out where nothing is. */
  readonly problem?: string | null;
  readonly icon?: ReactNode;
  readonly placeholder?: string;
  /** A key: not shown while it is typed. */
  readonly isSecret?: boolean;
  readonly readOnly?: boolean;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly onEnter?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One line to type in, with what is wrong right below. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, problem = null, icon, isSecret = false, onEnter, ...rest } = props;
  const id = useId();
  return (
    <div className="text-field">
      <label className={problem === null ? "input" : "input is-invalid"}>
        <span className="screen-reader">{label}</span>
        {icon}
        <input
          dir="auto"
          className={isSecret ? "" : "mono"}
          type={isSecret ? "password" : "text"}
          autoComplete="off"
          spellCheck={false}
          value={value}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) onEnter?.();
          }}
          {...rest}
        />
      </label>
      <FieldProblem id={id} words={problem} />
    </div>
  );
}
