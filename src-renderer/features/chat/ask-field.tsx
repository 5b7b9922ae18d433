import { KeyRound } from "lucide-react";
import { useId } from "react";
import type { McpChoice, McpField, McpFieldInput, McpFieldValue } from "../../../src-preload/contract/mcp-asks.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { CheckBox } from "../../ui/check-box.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { Select } from "../../ui/select.tsx";
import { Switch } from "../../ui/switch.tsx";
import { text } from "../../ui/text.ts";
import styles from "./ask-card.module.css";

interface AskFieldProps {
  readonly field: McpField;
  /** Null: it is empty. */
  readonly value: McpFieldValue | null;
  /** What is wrong with it; null where nothing is. */
  readonly problem: string | null;
  readonly onChange: (value: McpFieldValue | null) => void;
}

/** One thing that a server wants to know, by its kind. */
export function AskField({ field, value, problem, onChange }: AskFieldProps) {
  const id = useId();
  const { description, isRequired, isSecret, input } = field;
  const title = revealLine(field.title);
  const label = isRequired ? text("named.required", { name: title }) : text("named.optional", { name: title });
  const name = input.kind === "truth" ? title : label;
  return (
    <div className={styles.field}>
      <span className="small medium" aria-hidden="true">
        {name}
      </span>
      {isSecret ? (
        <p className={`${styles.warning} small`} role="note">
          <KeyRound className="icon" aria-hidden="true" />
          {text("ask.secret")}
        </p>
      ) : null}
      <Input input={input} label={name} value={value} problemId={problem === null ? null : id} onChange={onChange} />
      <FieldProblem id={id} words={problem} />
      {description === "" ? null : (
        <small className="meta" dir="auto">
          {revealLine(description)}
        </small>
      )}
    </div>
  );
}

interface InputProps extends Pick<AskFieldProps, "value" | "onChange"> {
  readonly input: McpFieldInput;
  readonly label: string;
  /** What is wrong stands there; null where nothing is. */
  readonly problemId: string | null;
}

function Input({ input, ...rest }: InputProps) {
  const { label, value, onChange } = rest;
  switch (input.kind) {
    case "text":
      return <TextInput {...rest} format={input.format} />;
    case "number":
      return <NumberInput {...rest} />;
    case "truth":
      return <Switch label={label} isOn={value === true} onSwitch={onChange} />;
    case "choice":
      return (
        <Select
          label={label}
          value={typeof value === "string" ? `=${value}` : ""}
          onChoose={(chosen) => onChange(chosen === "" ? null : chosen.slice(1))}
        >
          <option value="">{text("ask.choose")}</option>
          {input.choices.map((choice) => (
            // A choice may be called "" as well.
            <option key={choice.value} value={`=${choice.value}`}>
              {revealLine(choice.label)}
            </option>
          ))}
        </Select>
      );
    case "choices":
      return <Choices label={label} choices={input.choices} value={value} onChange={onChange} />;
    default: {
      const never: never = input;
      return never;
    }
  }
}

type Format = Extract<McpFieldInput, { kind: "text" }>["format"];

const typeOf = { email: "email", uri: "url", date: "date", "date-time": "datetime-local" } as const;

function TextInput({
  label,
  value,
  problemId,
  onChange,
  format,
}: Omit<InputProps, "input"> & { readonly format: Format }) {
  const isMoment = format === "date-time";
  const typed = typeof value === "string" ? value : "";
  return (
    <label className={problemId === null ? "input" : "input is-invalid"}>
      <span className="screen-reader">{label}</span>
      <input
        dir="auto"
        type={format === null ? "text" : typeOf[format]}
        autoComplete="off"
        value={isMoment ? localMoment(typed) : typed}
        {...(isMoment ? { step: 1 } : {})}
        aria-invalid={problemId !== null}
        aria-describedby={problemId ?? undefined}
        onChange={({ target }) => onChange(isMoment ? wholeMoment(target.value) : target.value)}
      />
    </label>
  );
}

/** A moment as the field of the browser wants it, in the person's own time; "" for what is none. */
function localMoment(moment: string): string {
  const time = Date.parse(moment);
  if (Number.isNaN(time)) return "";
  return new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

function wholeMoment(local: string): string {
  return Number.isNaN(Date.parse(local)) ? "" : new Date(local).toISOString();
}

/** What is no number stays as it is typed, and is told as that. */
function NumberInput({ label, value, problemId, onChange }: Omit<InputProps, "input">) {
  return (
    <label className={problemId === null ? "input" : "input is-invalid"}>
      <span className="screen-reader">{label}</span>
      <input
        type="number"
        step="any"
        autoComplete="off"
        value={typeof value === "number" || typeof value === "string" ? value : ""}
        aria-invalid={problemId !== null}
        aria-describedby={problemId ?? undefined}
        onChange={({ target }) => onChange(target.value === "" ? null : target.valueAsNumber)}
      />
    </label>
  );
}

interface ChoicesProps extends Pick<AskFieldProps, "value" | "onChange"> {
  readonly label: string;
  readonly choices: readonly McpChoice[];
}

function Choices({ label, choices, value, onChange }: ChoicesProps) {
  const chosen: readonly string[] = typeof value === "object" && value !== null ? value : [];
  return (
    <div className={styles.choices} role="group" aria-label={label}>
      {choices.map((choice) => (
        <div key={choice.value} className={styles.choice}>
          <CheckBox
            label={revealLine(choice.label)}
            isOn={chosen.includes(choice.value)}
            onCheck={(isOn) =>
              onChange(isOn ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value))
            }
          />
          <span aria-hidden="true">{revealLine(choice.label)}</span>
        </div>
      ))}
    </div>
  );
}
