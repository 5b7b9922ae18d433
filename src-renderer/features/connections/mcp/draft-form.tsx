import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useWindow } from "../../../state/context.ts";
import { type FormProblem, formProblem, otherProblem, problemAt } from "../../../state/form-problem.ts";
import { isWhole, readLines, type ServerDraft, saveOf } from "../../../state/mcp-draft.ts";
import { Button } from "../../../ui/button.tsx";
import noteStyles from "../../../ui/note.module.css";
import { text } from "../../../ui/text.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { FormField } from "../form-field.tsx";
import { spellCommand } from "./command-line.ts";
import styles from "./draft.module.css";
import { DraftReach } from "./draft-reach.tsx";
import { DraftTarget } from "./draft-target.tsx";
import { DraftValues } from "./draft-values.tsx";
import { useValueHint } from "./use-value-hint.ts";

const fields = ["name", "command", "args", "cwd", "url", "valueName", "value", "hosts", "folders"];

interface DraftFormProps {
  readonly given: ServerDraft;
  /** What is run is typed here, not read. */
  readonly isByHand: boolean;
  readonly isFirst: boolean;
  /** Beside its button. */
  readonly foot: ReactNode;
  readonly onAdded: (name: string) => void;
}

/** A draft as it is changed, and its way to the agent. */
function useDraft(given: ServerDraft, onAdded: (name: string) => void) {
  const { mcpServers } = useWindow();
  const [draft, setDraft] = useState(given);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  return {
    draft,
    problem,
    isBusy,
    change(part: Partial<ServerDraft>): void {
      setProblem(null);
      setDraft((before) => ({ ...before, ...part }));
    },
    async add(): Promise<void> {
      if (!isWhole(draft) || isBusy) return;
      setBusy(true);
      const saved = await mcpServers.save(saveOf(draft));
      setBusy(false);
      if (saved.ok) onAdded(saved.value.server.name);
      else setProblem(formProblem(saved.error));
    },
  };
}

/** A server before it is added: what will be run or asked in full, what it is called and given. */
export function DraftForm({ given, isByHand, isFirst, foot, onAdded }: DraftFormProps) {
  const { draft, problem, isBusy, change, add } = useDraft(given, onAdded);
  const hint = useValueHint();
  const rest = otherProblem(problem, fields);
  return (
    <form
      className={`${styles.draft} stack`}
      aria-label={draft.name === "" ? text("mcpServer.newServer") : draft.name}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <NameField
        name={draft.name}
        problem={problemAt(problem, "name")}
        isFirst={isFirst}
        onChange={(name) => change({ name })}
      />
      <DraftTarget draft={draft} isByHand={isByHand} problem={problem} onChange={change} />
      {draft.kind === "command" ? (
        <DraftReach draft={draft} problem={problem} onChange={(reach) => change({ reach })} />
      ) : null}
      <DraftValues
        kind={draft.kind}
        values={draft.values}
        problem={problem}
        hint={hint}
        onChange={(values) => change({ values })}
      />
      {rest === null ? null : (
        <p className={noteStyles.failed} role="alert">
          {rest}
        </p>
      )}
      <div className="row">
        {foot}
        <span className="grow" />
        <AddButton draft={draft} isBusy={isBusy} />
      </div>
    </form>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly problem: string | null;
  readonly isFirst: boolean;
  readonly onChange: (name: string) => void;
}

function NameField({ name, problem, isFirst, onChange }: NameFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  // What was pasted is read, and this takes its place.
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return (
    <FormField label={text("mcpServer.name")}>
      <TextField
        ref={field}
        label={text("mcpServer.name")}
        placeholder={text("mcpServer.nameExample")}
        value={name}
        problem={problem}
        onChange={onChange}
      />
    </FormField>
  );
}

interface AddButtonProps {
  readonly draft: ServerDraft;
  readonly isBusy: boolean;
}

function AddButton({ draft, isBusy }: AddButtonProps) {
  const words = draft.kind === "command" ? "mcpServer.addAndStart" : "mcpServer.addAndConnect";
  return (
    <Button kind="primary" type="submit" disabled={!isWhole(draft) || isBusy} data-tip={titleOf(draft)}>
      {text(isBusy ? "mcpServer.starting" : words)}
    </Button>
  );
}

function titleOf({ kind, command, args, url }: ServerDraft): string {
  return kind === "address" ? url : spellCommand(command, readLines(args));
}

/** What was one of several drafts. */
export function AddedDraft({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <div className={`${styles.draft} row`} role="status">
      <Check className="icon tone-done" aria-hidden="true" />
      <span className="grow">{text("mcpServer.wasAdded", { name })}</span>
      <Button size="small" onClick={onOpen}>
        {text("connection.open")}
      </Button>
    </div>
  );
}
