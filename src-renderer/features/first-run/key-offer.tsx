import { KeyRound } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import { type FormProblem, problemAt } from "../../state/form-problem.ts";
import type { KeyDraft, KeyDraftControl } from "../../state/key-draft.ts";
import { detectedWords } from "../../ui/detected-words.ts";
import { ProviderChoice } from "../../ui/provider-choice.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import styles from "./first-run.module.css";

interface KeyOfferProps {
  readonly draft: KeyDraft;
  readonly isChosen: boolean;
  /** The field is elsewhere while an address is entered. */
  readonly hasField: boolean;
  readonly problem: FormProblem | null;
  /** Rises when the field is to take the focus. */
  readonly focusAsked: number;
  readonly onChoose: () => void;
  /** Something of it was typed or chosen. */
  readonly onChange: (typed: Parameters<KeyDraftControl["change"]>[0]) => void;
  readonly onEnter: () => void;
  /** The choice of its models, once they are known. */
  readonly children: ReactNode;
}

/** A key that is pasted, and whose it is. */
export function KeyOffer(props: KeyOfferProps) {
  const { draft, isChosen, hasField, problem, onChoose, onChange } = props;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useFocus(field, { asked: props.focusAsked, atFirst: false });
  return (
    <div className={isChosen ? `${styles.offer} ${styles.isChosen}` : styles.offer}>
      <input id={id} type="radio" name="model" checked={isChosen} onChange={onChoose} />
      <label className="grow" htmlFor={id}>
        <b className="medium">{text("first.paste")}</b>
        <span className="meta small block" role="status">
          {hasField ? detectedWords(draft, draft.rows) : text("first.pasteHint")}
        </span>
      </label>
      {hasField ? (
        <TextField
          ref={field}
          label={text("first.key")}
          placeholder={text("first.key")}
          icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
          isSecret
          value={draft.key}
          problem={problemAt(problem, "apiKey")}
          onFocus={() => (isChosen ? undefined : onChoose())}
          onChange={(key) => onChange({ key })}
          onEnter={props.onEnter}
        />
      ) : null}
      {isChosen && draft.key.trim() !== "" ? <Whose {...props} /> : null}
    </div>
  );
}

function Whose({ draft, problem, onChange, children }: KeyOfferProps) {
  const { row, rows, needsAddress } = draft;
  return (
    <div className={styles.more}>
      <ProviderChoice
        rows={rows}
        row={row}
        address={needsAddress ? draft.address : null}
        problem={problemAt(problem, "apiBase")}
        onChoose={(chosen) => onChange({ chosen })}
        onAddress={(address) => onChange({ address })}
      />
      {children}
      {row?.isSetUp === true ? (
        <small className="meta" role="status">
          {text("first.replaces", { provider: row.title })}
        </small>
      ) : null}
    </div>
  );
}
