import { Check as CheckIcon, TriangleAlert, X } from "lucide-react";
import { useState } from "react";
import type { Check, CheckState } from "../../../src-preload/contract/system.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import styles from "./check-card.module.css";
import { DiagnosisDialog } from "./diagnosis-dialog.tsx";
import { Field } from "./field.tsx";

/** What the doctor finds: what is not well stands first, each with its next step. */
export function CheckCard() {
  const { system } = useWindow();
  const checkUp = usePick(system.store, (state) => state.checkUp);
  const isOn = checkUp.kind === "on";
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={text("settings.checkUp")}
      act={
        <Button size="small" isBusy={isOn} onClick={() => void system.examine()}>
          {text(isOn ? "settings.checking" : "settings.check")}
        </Button>
      }
    >
      {checkUp.kind === "none" ? <p className="meta">{text("settings.checkWords")}</p> : null}
      {checkUp.kind === "on" ? (
        <p className="meta" role="status">
          {text("settings.checkingWords")}
        </p>
      ) : null}
      {checkUp.kind === "failed" ? (
        <p className={noteStyles.failed} role="alert">
          {checkUp.message}
        </p>
      ) : null}
      {checkUp.kind === "done" ? <Findings checks={checkUp.checks} /> : null}
      <Field label={text("help.title")} hint={text("help.hint")}>
        <Button size="small" onClick={() => setOpen(true)}>
          {text("help.choose")}
        </Button>
      </Field>
      <DiagnosisDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}

const order: Readonly<Record<CheckState, number>> = { broken: 0, warning: 1, ok: 2 };

function Findings({ checks }: { readonly checks: readonly Check[] }) {
  const sorted = checks.toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    <ul className={styles.checks} aria-label={text("settings.checkUp")}>
      {sorted.map((check) => (
        <li key={`${check.id} ${check.name}`} className={styles.check} data-state={check.state}>
          <StateIcon state={check.state} />
          <span className="grow">
            <b className="medium">{check.name}</b> <span className="dim">{check.message}</span>
            {check.nextStep === undefined ? null : <span className="small block">{check.nextStep}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function StateIcon({ state }: { readonly state: CheckState }) {
  if (state === "ok") return <CheckIcon className="icon icon-small" aria-label={text("settings.checkOk")} />;
  if (state === "warning")
    return <TriangleAlert className="icon icon-small" aria-label={text("settings.checkWarning")} />;
  return <X className="icon icon-small" aria-label={text("settings.checkBroken")} />;
}
