import { useEffect, useId, useRef, useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { matchWords, ownScope, scopeKinds, scopeWords } from "../../../src-preload/contract/rule-words.ts";
import type { Remember, RuleMatch, RuleOffers, RuleScope, ScopeKind } from "../../../src-preload/contract/rules.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";
import { useShownPath } from "../../state/use-shown-path.ts";
import { Button } from "../../ui/button.tsx";
import { text } from "../../ui/text.ts";
import styles from "./remember-form.module.css";

interface RememberFormProps {
  readonly approval: PendingApproval;
  readonly offers: RuleOffers;
  readonly onRemember: (remember: Remember) => void;
  readonly onCancel: () => void;
}

/** What "always" would mean: how much of it, where, and the whole of that as a sentence before anything is kept. */
export function RememberForm({ approval, offers, onRemember, onCancel }: RememberFormProps) {
  const shown = useShownPath();
  const form = useRef<HTMLFormElement>(null);
  // It comes in the place of the button that opened it.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  const [chosen, setChosen] = useState(0);
  const own = ownScope(approval.sessionKey);
  // What a job may do is no matter of the folder that it works in.
  const [scope, setScope] = useState<ScopeKind>(own.kind === "job" ? "chat" : "folder");
  const match = offers.matches[chosen] ?? offers.matches[0];
  if (match === undefined) return null;
  const scopes: Readonly<Record<ScopeKind, RuleScope>> = {
    chat: own,
    folder: { kind: "folder", folder: offers.workFolder },
    everywhere: { kind: "everywhere" },
  };
  const sayMatch = (one: RuleMatch): string => {
    const { key, values } = matchWords(one, shown);
    return revealLine(text(key, values));
  };
  const sayScope = (one: RuleScope): string => {
    const { key, values } = scopeWords(one, shown);
    return text(key, values);
  };
  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={text("rules.form")}
      onSubmit={(event) => {
        event.preventDefault();
        onRemember({ match, scope });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <Choices
        legend={text("rules.what")}
        choices={offers.matches.map((one, index) => ({ value: index, words: sayMatch(one) }))}
        value={chosen}
        onChoose={setChosen}
      />
      <Choices
        legend={text("rules.where")}
        choices={scopeKinds.map((kind) => ({ value: kind, words: sayScope(scopes[kind]) }))}
        value={scope}
        onChoose={setScope}
      />
      <p className={styles.sentence} aria-live="polite">
        {text("rules.sentence.allow", { what: sayMatch(match), where: sayScope(scopes[scope]) })}
      </p>
      <div className={`row ${styles.acts}`}>
        <Button kind="primary" size="small" type="submit">
          {text("rules.remember")}
        </Button>
        <Button kind="ghost" size="small" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface ChoicesProps<Value> {
  readonly legend: string;
  readonly choices: readonly { readonly value: Value; readonly words: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

function Choices<Value extends string | number>({ legend, choices, value, onChoose }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input type="radio" name={name} checked={choice.value === value} onChange={() => onChoose(choice.value)} />
          <span className={styles.words}>{choice.words}</span>
        </label>
      ))}
    </fieldset>
  );
}
