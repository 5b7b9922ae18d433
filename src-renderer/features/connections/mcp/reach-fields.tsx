import type { McpOutlook } from "../../../../src-preload/contract/mcp.ts";
import { type FormProblem, problemAt } from "../../../state/form-problem.ts";
import type { ReachDraft } from "../../../state/mcp-draft.ts";
import { Switch } from "../../../ui/switch.tsx";
import { text } from "../../../ui/text.ts";
import { TextArea } from "../../../ui/text-area.tsx";
import { FormField } from "../form-field.tsx";
import { ReachNote } from "./reach-note.tsx";

interface ReachFieldsProps {
  readonly reach: ReachDraft;
  /** Of the command that it is for. */
  readonly known: McpOutlook;
  readonly problem: FormProblem | null;
  readonly onChange: (reach: ReachDraft) => void;
}

/** The sandbox on or off, and the hosts and folders that it lends. */
export function ReachFields({ reach, known, problem, onChange }: ReachFieldsProps) {
  const change = (part: Partial<ReachDraft>): void => onChange({ ...reach, ...part });
  return (
    <>
      <div className="row">
        <span className="grow">{text("mcpServer.useSandbox")}</span>
        <Switch label={text("mcpServer.useSandbox")} isOn={reach.isOn} onSwitch={(isOn) => change({ isOn })} />
      </div>
      <ReachNote isOn={reach.isOn} {...known} />
      {reach.isOn ? (
        <>
          <FormField label={text("mcpServer.hosts")} hint={text("mcpServer.hostsHint")}>
            <TextArea
              label={text("mcpServer.hosts")}
              rows={2}
              placeholder="api.example.com"
              value={reach.hosts}
              problem={problemAt(problem, "hosts")}
              onChange={(hosts) => change({ hosts })}
            />
          </FormField>
          <FormField label={text("mcpServer.folders")} hint={text("mcpServer.foldersHint")}>
            <TextArea
              label={text("mcpServer.folders")}
              rows={2}
              placeholder="~/Documents"
              value={reach.folders}
              problem={problemAt(problem, "folders")}
              onChange={(folders) => change({ folders })}
            />
          </FormField>
        </>
      ) : null}
    </>
  );
}
