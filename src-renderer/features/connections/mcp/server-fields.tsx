import { useState } from "react";
import type { McpServerRow, McpTarget, McpValue } from "../../../../src-preload/contract/mcp.ts";
import type { RouteCall } from "../../../../src-preload/contract/routes.ts";
import { useWindow } from "../../../state/context.ts";
import { type FormProblem, formProblem, problemAt } from "../../../state/form-problem.ts";
import { readLines } from "../../../state/mcp-draft.ts";
import { KeptInput, KeptLines } from "../../../ui/kept-input.tsx";
import { type TextKey, text } from "../../../ui/text.ts";
import { FormField } from "../form-field.tsx";
import { ValuesField } from "../values-field.tsx";
import { useValueHint } from "./use-value-hint.ts";

/** What one field is given. */
interface FieldProps {
  readonly problem: (field: string) => string | null;
  readonly onBack: () => void;
}

type Change = Omit<RouteCall<"mcp.save">, "name">;

/** What a server is started with, or where it is; each field is kept when it is left. */
export function ServerFields({ row }: { readonly row: McpServerRow }) {
  const { mcpServers } = useWindow();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  /** What a refusal is about, where it does not name a field itself. */
  const save = async (change: Change, field: string): Promise<void> => {
    const saved = await mcpServers.save({ name: row.name, ...change });
    if (saved.ok) return setProblem(null);
    const found = formProblem(saved.error);
    setProblem({ ...found, field: found.field ?? field });
  };
  const given: FieldProps = { problem: (field) => problemAt(problem, field), onBack: () => setProblem(null) };
  const saveTarget = (target: McpTarget, field: string): void =>
    void save({ target: target.kind === "command" ? { ...target, args: [...target.args] } : target }, field);
  return (
    <>
      {row.target.kind === "command" ? (
        <CommandFields {...given} target={row.target} onSave={saveTarget} />
      ) : (
        <AddressField {...given} url={row.target.url} onSave={saveTarget} />
      )}
      <ServerValues row={row} />
      <TimeField
        {...given}
        seconds={row.timeoutSeconds}
        onSave={(timeoutSeconds) => void save({ timeoutSeconds }, "timeoutSeconds")}
      />
    </>
  );
}

interface CommandFieldsProps extends FieldProps {
  readonly target: Extract<McpTarget, { readonly kind: "command" }>;
  readonly onSave: (target: McpTarget, field: string) => void;
}

function CommandFields({ target, problem, onBack, onSave }: CommandFieldsProps) {
  const { command, args, cwd } = target;
  return (
    <>
      <FormField label={text("mcpServer.command")}>
        <KeptInput
          label={text("mcpServer.command")}
          value={command}
          required
          problem={problem("command")}
          onKeep={(words) => onSave({ ...target, command: words }, "command")}
          onBack={onBack}
        />
      </FormField>
      <FormField label={text("mcpServer.arguments")} hint={text("mcpServer.argumentsHint")}>
        <KeptLines
          label={text("mcpServer.arguments")}
          value={args.join("\n")}
          problem={problem("args")}
          onKeep={(lines) => onSave({ ...target, args: readLines(lines) }, "args")}
          onBack={onBack}
        />
      </FormField>
      <FormField label={text("mcpServer.folder")} hint={text("mcpServer.folderHint")}>
        <KeptInput
          label={text("mcpServer.folder")}
          value={cwd ?? ""}
          placeholder="~"
          problem={problem("cwd")}
          onKeep={(folder) => onSave({ ...target, cwd: folder === "" ? null : folder }, "cwd")}
          onBack={onBack}
        />
      </FormField>
    </>
  );
}

interface AddressFieldProps extends FieldProps {
  readonly url: string;
  readonly onSave: (target: McpTarget, field: string) => void;
}

function AddressField({ url, problem, onBack, onSave }: AddressFieldProps) {
  return (
    <FormField label={text("connection.address")}>
      <KeptInput
        label={text("connection.address")}
        value={url}
        required
        placeholder="https://host/mcp"
        problem={problem("url")}
        onKeep={(words) => onSave({ kind: "address", url: words }, "url")}
        onBack={onBack}
      />
    </FormField>
  );
}

const places: Readonly<Record<McpValue["place"], TextKey>> = {
  "key-store": "mcpServer.inKeyStore",
  file: "mcpServer.inFile",
  settings: "mcpServer.inSettings",
  lost: "mcpServer.isLost",
};

function ServerValues({ row }: { readonly row: McpServerRow }) {
  const { mcpServers } = useWindow();
  const hint = useValueHint();
  const isCommand = row.target.kind === "command";
  return (
    <ValuesField
      label={text(isCommand ? "mcpServer.variables" : "mcpServer.headers")}
      values={row.values.map(({ name, place }) => ({ name, where: text(places[place]), isLost: place === "lost" }))}
      fields={{ name: "valueName", value: "value" }}
      add={isCommand ? "mcpServer.addVariable" : "connection.addHeader"}
      hint={hint}
      isSecret
      ignoresCase={!isCommand}
      onSave={(values) => mcpServers.saveValues(row.name, values)}
    />
  );
}

interface TimeFieldProps extends FieldProps {
  readonly seconds: number;
  readonly onSave: (seconds: number) => void;
}

function TimeField({ seconds, problem, onBack, onSave }: TimeFieldProps) {
  const [isNumber, setNumber] = useState(true);
  const keep = (words: string): void => {
    const wanted = Number(words.replace(",", "."));
    setNumber(Number.isFinite(wanted));
    if (Number.isFinite(wanted)) onSave(wanted);
  };
  return (
    <FormField label={text("mcpServer.timeLimit")} hint={text("mcpServer.timeLimitHint")}>
      <KeptInput
        label={text("mcpServer.timeLimit")}
        value={String(seconds)}
        required
        problem={isNumber ? problem("timeoutSeconds") : text("mcpServer.noNumber")}
        onKeep={keep}
        onBack={() => {
          setNumber(true);
          onBack();
        }}
      />
    </FormField>
  );
}
