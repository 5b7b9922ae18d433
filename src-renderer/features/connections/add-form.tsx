import { KeyRound } from "lucide-react";
import { useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { type FormProblem, formProblem, otherProblem, problemAt } from "../../state/form-problem.ts";
import { useKeyDraft } from "../../state/use-key-draft.ts";
import { Button } from "../../ui/button.tsx";
import { detectedWords } from "../../ui/detected-words.ts";
import { ProviderChoice } from "../../ui/provider-choice.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { useKeyHint } from "./use-key-hint.ts";

/** Endpoints of one's own: the first has this name, every other one a name that is given to it here. */
const customName = "custom";

/** A key and whose it is; an address where nothing else tells it. */
export function AddForm({ onAdded }: { readonly onAdded: (provider: string) => void }) {
  const { connections, providers } = useWindow();
  const known = usePick(providers.store, (state) => state.rows);
  const [name, setName] = useState("");
  const draft = useKeyDraft(connections.draft);
  const hint = useKeyHint();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { row, rows, needsAddress } = draft;
  const isAnother = row?.name === customName && row.isSetUp;
  const isNameTaken = isAnother && known.some((other) => other.name.toLowerCase() === name.trim().toLowerCase());
  // What is set up already would be overwritten: its own page changes it.
  const isTaken = row?.isSetUp === true && !isAnother;
  const hasAddress = needsAddress && !isTaken;
  const canAdd = !isTaken && draft.isWhole && (!isAnother || (name.trim() !== "" && !isNameTaken));
  const rest = otherProblem(problem, ["apiKey", ...(hasAddress ? ["apiBase"] : []), ...(isAnother ? ["name"] : [])]);
  const change = (typed: Parameters<typeof connections.draft.change>[0]): void => {
    setProblem(null);
    connections.draft.change(typed);
  };
  const add = async (): Promise<void> => {
    if (row === undefined || !canAdd) return;
    const saved = await connections.save({ name: isAnother ? name.trim() : row.name, ...draft.input });
    if (saved.ok) onAdded(saved.value.provider.name);
    else setProblem(formProblem(saved.error));
  };
  return (
    <form
      className="in stack"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className="form-field">
        <TextField
          label={text("first.key")}
          placeholder={text("first.paste")}
          icon={<KeyRound className="i s" aria-hidden="true" />}
          isSecret
          value={draft.key}
          problem={problemAt(problem, "apiKey")}
          onChange={(key) => change({ key })}
        />
        <small role="status">{detectedWords(draft, rows)}</small>
      </div>
      <ProviderChoice
        rows={rows}
        row={row}
        address={hasAddress ? draft.address : null}
        problem={problemAt(problem, "apiBase")}
        onChoose={(chosen) => change({ chosen })}
        onAddress={(address) => change({ address })}
      />
      {isAnother ? (
        <TextField
          label={text("connection.endpointName")}
          placeholder={text("connection.endpointName")}
          value={name}
          problem={isNameTaken ? text("connection.nameTaken") : problemAt(problem, "name")}
          onChange={(typed) => {
            setProblem(null);
            setName(typed);
          }}
        />
      ) : null}
      {isTaken ? (
        <p className="note" role="status">
          {text("connection.isSetUp", { provider: row.title })}
        </p>
      ) : null}
      {rest === null ? null : (
        <p className="note fail" role="alert">
          {rest}
        </p>
      )}
      <div className="row">
        <small className="meta grow">{hint}</small>
        <Button kind="primary" type="submit" disabled={!canAdd}>
          {text("connection.addIt")}
        </Button>
      </div>
    </form>
  );
}
