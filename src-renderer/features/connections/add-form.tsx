import { KeyRound } from "lucide-react";
import { problemAt } from "../../state/form-problem.ts";
import { Button } from "../../ui/button.tsx";
import { detectedWords } from "../../ui/detected-words.ts";
import dialogStyles from "../../ui/dialog.module.css";
import noteStyles from "../../ui/note.module.css";
import { ProviderChoice } from "../../ui/provider-choice.tsx";
import { text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import styles from "./form.module.css";
import { useAddForm } from "./use-add-form.ts";
import { useKeyHint } from "./use-key-hint.ts";

/** A key and whose it is; an address where nothing else tells it. */
export function AddForm({ onAdded }: { readonly onAdded: (provider: string) => void }) {
  const form = useAddForm(onAdded);
  const { draft, problem, change } = form;
  const hint = useKeyHint();
  return (
    <form
      className={`${dialogStyles.body} stack`}
      onSubmit={(event) => {
        event.preventDefault();
        void form.add();
      }}
    >
      <div className={styles.field}>
        <TextField
          label={text("first.key")}
          placeholder={text("first.paste")}
          icon={<KeyRound className="icon icon-small" aria-hidden="true" />}
          isSecret
          value={draft.key}
          problem={problemAt(problem, "apiKey")}
          onChange={(key) => change({ key })}
        />
        <small role="status">{detectedWords(draft, draft.rows)}</small>
      </div>
      <ProviderChoice
        rows={draft.rows}
        row={draft.row}
        address={form.hasAddress ? draft.address : null}
        problem={problemAt(problem, "apiBase")}
        onChoose={(chosen) => change({ chosen })}
        onAddress={(address) => change({ address })}
      />
      <NameOfAnother form={form} />
      {form.taken === null ? null : (
        <p className={noteStyles.note} role="status">
          {text("connection.isSetUp", { provider: form.taken })}
        </p>
      )}
      {form.rest === null ? null : (
        <p className={noteStyles.failed} role="alert">
          {form.rest}
        </p>
      )}
      <div className="row">
        <small className="meta grow">{hint}</small>
        <Button kind="primary" type="submit" disabled={!form.canAdd}>
          {text("connection.addIt")}
        </Button>
      </div>
    </form>
  );
}

/** What an endpoint is called that is not the first of one's own. */
function NameOfAnother({ form }: { readonly form: ReturnType<typeof useAddForm> }) {
  if (!form.isAnother) return null;
  return (
    <TextField
      label={text("connection.endpointName")}
      placeholder={text("connection.endpointName")}
      value={form.name}
      problem={form.isNameTaken ? text("connection.nameTaken") : problemAt(form.problem, "name")}
      onChange={form.rename}
    />
  );
}
