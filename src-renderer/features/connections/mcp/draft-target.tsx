import { Globe, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { type FormProblem, problemAt } from "../../../state/form-problem.ts";
import { readLines, type ServerDraft } from "../../../state/mcp-draft.ts";
import { Segments } from "../../../ui/segments.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import formStyles from "../form.module.css";
import { FormField } from "../form-field.tsx";
import { spellCommand } from "./command-line.ts";
import styles from "./draft.module.css";

interface DraftTargetProps {
  readonly draft: ServerDraft;
  readonly isByHand: boolean;
  readonly problem: FormProblem | null;
  readonly onChange: (part: Partial<ServerDraft>) => void;
}

const kinds: readonly (readonly [ServerDraft["kind"], TextKey])[] = [
  ["command", "mcpServer.command"],
  ["address", "connection.address"],
];
const own = ["command", "args", "cwd", "url"];

/** What will be run or asked: spelled out as it was pasted, or fields where it is typed or wrong. */
export function DraftTarget({ draft, isByHand, problem, onChange }: DraftTargetProps) {
  const [isChanging, setChanging] = useState(isByHand);
  const isWrong = problem !== null && problem.field !== null && own.includes(problem.field);
  const isOpen = isChanging || isWrong;
  return (
    <>
      {isByHand ? (
        <Segments
          label={text("mcpServer.kind")}
          value={draft.kind}
          choices={kinds}
          onChoose={(kind) => onChange({ kind })}
        />
      ) : null}
      {isOpen ? null : <Spelled draft={draft} onChange={() => setChanging(true)} />}
      {isOpen ? <TargetFields draft={draft} problem={problem} onChange={onChange} /> : null}
      <p className="meta small row">
        {draft.kind === "command" ? (
          <SquareTerminal className="icon icon-small" aria-hidden="true" />
        ) : (
          <Globe className="icon icon-small" aria-hidden="true" />
        )}
        {text(draft.kind === "command" ? "mcpServer.startsProgram" : "mcpServer.asksAddress")}
      </p>
    </>
  );
}

function Spelled({ draft, onChange }: { readonly draft: ServerDraft; readonly onChange: () => void }) {
  const isCommand = draft.kind === "command";
  return (
    <div className={formStyles.field}>
      <div className="row">
        <span className="medium grow">{text(isCommand ? "mcpServer.willRun" : "mcpServer.willAsk")}</span>
        <button type="button" className="link small" onClick={onChange}>
          {text("mcpServer.change")}
        </button>
      </div>
      <div className={`${styles.spelled} mono`}>
        {isCommand ? spellCommand(draft.command, readLines(draft.args)) : revealLine(draft.url)}
        {isCommand && draft.cwd !== "" ? (
          <span className="meta block">{text("mcpServer.inFolder", { folder: draft.cwd })}</span>
        ) : null}
      </div>
    </div>
  );
}

function TargetFields({ draft, problem, onChange }: Omit<DraftTargetProps, "isByHand">) {
  if (draft.kind === "address") {
    return (
      <FormField label={text("connection.address")}>
        <TextField
          label={text("connection.address")}
          placeholder="https://host/mcp"
          value={draft.url}
          problem={problemAt(problem, "url")}
          onChange={(url) => onChange({ url })}
        />
      </FormField>
    );
  }
  return (
    <>
      <FormField label={text("mcpServer.command")}>
        <TextField
          label={text("mcpServer.command")}
          placeholder="npx"
          value={draft.command}
          problem={problemAt(problem, "command")}
          onChange={(command) => onChange({ command })}
        />
      </FormField>
      <FormField label={text("mcpServer.arguments")} hint={text("mcpServer.argumentsHint")}>
        <TextArea
          label={text("mcpServer.arguments")}
          rows={2}
          value={draft.args}
          problem={problemAt(problem, "args")}
          onChange={(args) => onChange({ args })}
        />
      </FormField>
      <FormField label={text("mcpServer.folder")} hint={text("mcpServer.folderHint")}>
        <TextField
          label={text("mcpServer.folder")}
          placeholder="~"
          value={draft.cwd}
          problem={problemAt(problem, "cwd")}
          onChange={(cwd) => onChange({ cwd })}
        />
      </FormField>
    </>
  );
}
