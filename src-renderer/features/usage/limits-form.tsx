import { useId, useState } from "react";
import type { BudgetScope } from "../../../src-preload/contract/budget-error.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { useWindow } from "../../state/context.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { focusWrongField } from "../../ui/form-focus.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import noteStyles from "../../ui/note.module.css";
import tableStyles from "../../ui/table.module.css";
import { type TextKey, text } from "../../ui/text.ts";
import { type LimitField, type LimitWords, patchOf, problemOf, scopes, wordsOf } from "./limit-words.ts";
import styles from "./limits.module.css";

const names: Readonly<Record<BudgetScope, TextKey>> = {
  run: "limits.run",
  chat: "limits.chat",
  day: "limits.day",
  month: "limits.month",
};

interface LimitsFormProps {
  readonly budgets: Settings["budgets"];
  readonly onDone: () => void;
}

/** A limit in money and in tokens for each scope; an empty field is none. */
export function LimitsForm({ budgets, onDone }: LimitsFormProps) {
  const { agent } = useWindow();
  const [words, setWords] = useState(() => wordsOf(budgets));
  const [problem, setProblem] = useState<string | null>(null);
  const fields = [...scopes.flatMap((scope) => [`${scope}.money`, `${scope}.tokens`] as const), "warnAt"] as const;
  const isGood = fields.every((field) => problemOf(field, words) === null);
  const save = async (form: HTMLFormElement): Promise<void> => {
    if (!isGood) return focusWrongField(form);
    const refused = await agent.update(patchOf(words));
    setProblem(refused);
    if (refused === null) onDone();
    else focusWrongField(form);
  };
  const change = (field: LimitField, typed: string): void => setWords({ ...words, [field]: typed });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget);
      }}
    >
      <div className={`${dialogStyles.body} ${styles.body}`}>
        <p className="dim">{text("limits.words")}</p>
        <LimitsTable words={words} onChange={change} />
        <div className={`row ${styles.warnAt}`}>
          <span className="grow">{text("limits.warnAt")}</span>
          <LimitInput field="warnAt" words={words} name={text("limits.warnAt")} onChange={change} />
        </div>
        {problem === null ? null : (
          <p className={noteStyles.failed} role="alert">
            {problem}
          </p>
        )}
      </div>
      <FormFoot submit={text("action.save")} isOff={!isGood} onCancel={onDone} />
    </form>
  );
}

/** A row a scope: its limit in money and in tokens. */
function LimitsTable({ words, onChange }: Pick<LimitInputProps, "words" | "onChange">) {
  return (
    <table className={`${tableStyles.table} ${tableStyles.isFlush}`}>
      <thead>
        <tr>
          <th>{text("limits.scope")}</th>
          <th>{text("limits.inMoney")}</th>
          <th>{text("limits.inTokens")}</th>
        </tr>
      </thead>
      <tbody>
        {scopes.map((scope) => (
          <tr key={scope}>
            <td>{text(names[scope])}</td>
            {([`${scope}.money`, `${scope}.tokens`] as const).map((field) => (
              <td key={field}>
                <LimitInput field={field} words={words} name={text(names[scope])} onChange={onChange} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LimitInputProps {
  readonly field: LimitField;
  readonly words: LimitWords;
  readonly name: string;
  readonly onChange: (field: LimitField, typed: string) => void;
}

function LimitInput({ field, words, name, onChange }: LimitInputProps) {
  const id = useId();
  const problem = problemOf(field, words);
  const unit: TextKey =
    field === "warnAt" ? "limits.percent" : field.endsWith(".money") ? "limits.inMoney" : "limits.inTokens";
  return (
    <div className={styles.limit}>
      <label className={problem === null ? "input" : "input is-invalid"}>
        <span className="screen-reader">{field === "warnAt" ? name : `${name}, ${text(unit)}`}</span>
        {field.endsWith(".money") ? <span className="meta">$</span> : null}
        <input
          inputMode="decimal"
          value={words[field]}
          placeholder={field === "warnAt" ? "" : text("limits.noLimit")}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : id}
          onChange={(event) => onChange(field, event.target.value)}
        />
        {field === "warnAt" ? <span className="meta">%</span> : null}
      </label>
      {problem === null ? null : (
        <p className="small tone-failed" id={id}>
          {problem}
        </p>
      )}
    </div>
  );
}
