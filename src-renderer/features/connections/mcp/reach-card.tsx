import { useState } from "react";
import type { McpOutlook, McpReach, McpServerRow } from "../../../../src-preload/contract/mcp.ts";
import { revealLine } from "../../../../src-preload/contract/reveal-controls.ts";
import { useWindow } from "../../../state/context.ts";
import { type FormProblem, formProblem, otherProblem } from "../../../state/form-problem.ts";
import { profileOf, reachDraftOf } from "../../../state/mcp-draft.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { FieldProblem } from "../../../ui/field-problem.tsx";
import { SmallForm } from "../../../ui/small-form.tsx";
import { text } from "../../../ui/text.ts";
import fieldsStyles from "../card-fields.module.css";
import connectionStyles from "../connection.module.css";
import styles from "./reach.module.css";
import { ReachFields } from "./reach-fields.tsx";
import { ReachNote } from "./reach-note.tsx";
import { RefusedHosts } from "./refused-hosts.tsx";

interface ReachCardProps {
  readonly row: McpServerRow;
  readonly reach: McpReach;
}

/** What a server that is a program may reach, what it was kept from, and changing it. */
export function ReachCard({ row, reach }: ReachCardProps) {
  const [isChanging, setChanging] = useState(false);
  return (
    <section className={cardStyles.card} aria-label={text("mcpServer.reach")}>
      <div className={`${cardStyles.head} ${styles.head}`}>
        <h2>{text("mcpServer.reach")}</h2>
        <ReachChip reach={reach} />
        <span className="grow" />
        {isChanging ? null : (
          <Button size="small" onClick={() => setChanging(true)}>
            {text("mcpServer.change")}
          </Button>
        )}
      </div>
      <div className={`${cardStyles.body} ${connectionStyles.cardBody} ${fieldsStyles.fields}`}>
        {isChanging ? (
          <ReachForm row={row} reach={reach} onDone={() => setChanging(false)} />
        ) : (
          <>
            {reach.mode === "on" ? <Lent reach={reach} /> : null}
            <ReachNote isOn={reach.mode === "on"} {...knownOf(reach)} />
          </>
        )}
      </div>
      {row.state === "failed" ? null : <RefusedHosts row={row} />}
    </section>
  );
}

/** It has been started, or tells by its problem why not. */
function knownOf({ packageHosts, unconfined }: McpReach): McpOutlook {
  return { packageHosts, unconfined, unfit: null };
}

function ReachChip({ reach: { mode, unconfined } }: Pick<ReachCardProps, "reach">) {
  const isConfined = mode === "on" && unconfined === null;
  return (
    <span className={isConfined ? "chip done" : "chip needs"}>
      {text(isConfined ? "mcpServer.inSandbox" : "mcpServer.noSandbox")}
    </span>
  );
}

/** The hosts and folders, in words. */
function Lent({ reach: { hosts, folders } }: Pick<ReachCardProps, "reach">) {
  return (
    <dl className={styles.lent}>
      <dt className="meta">{text("mcpServer.hosts")}</dt>
      <dd>{hosts.length === 0 ? text("mcpServer.noHosts") : <Names names={hosts} />}</dd>
      <dt className="meta">{text("mcpServer.folders")}</dt>
      <dd>{folders.length === 0 ? text("mcpServer.noFolders") : <Names names={folders} />}</dd>
    </dl>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return <span className="mono">{names.map(revealLine).join(", ")}</span>;
}

function ReachForm({ row, reach, onDone }: ReachCardProps & { readonly onDone: () => void }) {
  const { mcpServers } = useWindow();
  const [draft, setDraft] = useState(() => reachDraftOf(reach));
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await mcpServers.save({ name: row.name, sandbox: profileOf(draft) });
    setBusy(false);
    if (saved.ok) onDone();
    else setProblem(formProblem(saved.error));
  };
  return (
    <SmallForm canSave={!isBusy} onSave={() => void save()} onCancel={onDone}>
      <div className={fieldsStyles.fields}>
        <ReachFields
          reach={draft}
          known={knownOf(reach)}
          problem={problem}
          onChange={(next) => {
            setProblem(null);
            setDraft(next);
          }}
        />
        <FieldProblem words={otherProblem(problem, ["hosts", "folders"])} />
      </div>
    </SmallForm>
  );
}
