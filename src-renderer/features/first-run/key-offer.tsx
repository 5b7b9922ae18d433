import { KeyRound } from "lucide-react";
import { useId } from "react";
import { type FormProblem, problemAt } from "../../state/form-problem.ts";
import type { KeyDraft, KeyDraftControl } from "../../state/key-draft.ts";
import { detectedWords } from "../../ui/detected-words.ts";
import { ProviderChoice } from "../../ui/provider-choice.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./first-run.module.css";

interface KeyOfferProps {
  readonly draft: KeyDraft;
  readonly isChosen: boolean;
  readonly problem: FormProblem | null;
  readonly onChoose: () => void;
  /** Something of it was typed or chosen. */
  readonly onChange: (typed: Parameters<KeyDraftControl["change"]>[0]) => void;
}

/** A key that is pasted, whose it is, and the address where nothing else tells it. */
export function KeyOffer({ draft, isChosen, problem, onChoose, onChange }: KeyOfferProps) {
  const title = useId();
  const { row, rows, needsAddress } = draft;
  return (
    <div
      className={
        isChosen ? `${styles.offer} ${styles.withKey} ${styles.isChosen}` : `${styles.offer} ${styles.withKey}`
      }
    >
      <input type="radio" name="model" aria-labelledby={title} checked={isChosen} onChange={onChoose} />
      <span className="grow">
        <b className="medium" id={title}>
          {text("first.paste")}
        </b>
        <span className="meta small block" role="status">
          {detectedWords(draft, rows)}
        </span>
      </span>
      <TextField
        label={text("first.key")}
        placeholder={text("first.key")}
        icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
        isSecret
        value={draft.key}
        problem={problemAt(problem, "apiKey")}
        onFocus={() => (isChosen ? undefined : onChoose())}
        onChange={(key) => onChange({ key })}
      />
      {isChosen ? (
        <div className={styles.more}>
          <ProviderChoice
            rows={rows}
            row={row}
            address={needsAddress ? draft.address : null}
            problem={problemAt(problem, "apiBase")}
            onChoose={(chosen) => onChange({ chosen })}
            onAddress={(address) => onChange({ address })}
          />
          {row?.isSetUp === true ? (
            <small className="meta" role="status">
              {text("first.replaces", { provider: row.title })}
            </small>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
