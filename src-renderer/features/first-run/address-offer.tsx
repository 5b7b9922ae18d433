import { Globe, KeyRound } from "lucide-react";
import { type ReactNode, useId, useRef } from "react";
import type { FirstRunState } from "../../state/first-run-view.ts";
import { type FormProblem, problemAt } from "../../state/form-problem.ts";
import type { KeyDraft, KeyDraftControl } from "../../state/key-draft.ts";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useFocus } from "../../ui/use-focus.ts";
import styles from "./first-run.module.css";

interface AddressOfferProps {
  readonly draft: KeyDraft;
  readonly isChosen: boolean;
  readonly problem: FormProblem | null;
  readonly focusAsked: FirstRunState["focusAsked"];
  readonly onChoose: () => void;
  /** Something of it was typed. */
  readonly onChange: (typed: Parameters<KeyDraftControl["change"]>[0]) => void;
  readonly onEnter: () => void;
  /** The choice of its models. */
  readonly children: ReactNode;
}

/** Any server by its address, with a key where it asks for one. */
export function AddressOffer(props: AddressOfferProps) {
  const { isChosen, onChoose } = props;
  const id = useId();
  return (
    <div className={isChosen ? `${styles.offer} ${styles.isChosen}` : styles.offer}>
      <input id={id} type="radio" name="model" checked={isChosen} onChange={onChoose} />
      <label className="grow" htmlFor={id}>
        <b className="medium">{text("first.address")}</b>
        <span className="meta small block">{text("first.addressHint")}</span>
      </label>
      {isChosen ? <Fields {...props} /> : null}
    </div>
  );
}

function Fields({ draft, problem, focusAsked, onChange, onEnter, children }: AddressOfferProps) {
  const address = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  useFocus(address, { asked: focusAsked.address, atFirst: true });
  useFocus(key, { asked: focusAsked.key, atFirst: false });
  return (
    <div className={styles.more}>
      <TextField
        ref={address}
        label={text("connection.address")}
        placeholder="https://host/v1"
        icon={<Globe className="icon icon-small" aria-hidden="true" />}
        value={draft.address}
        problem={problemAt(problem, "apiBase")}
        onChange={(typed) => onChange({ address: typed })}
        onEnter={onEnter}
      />
      <TextField
        ref={key}
        label={text("first.key")}
        placeholder={text("first.addressKey")}
        icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
        isSecret
        value={draft.key}
        problem={problemAt(problem, "apiKey")}
        onChange={(typed) => onChange({ key: typed })}
        onEnter={onEnter}
      />
      {children}
      {draft.row?.isSetUp === true ? (
        <small className="meta" role="status">
          {text("first.replaces", { provider: draft.row.title })}
        </small>
      ) : null}
    </div>
  );
}
