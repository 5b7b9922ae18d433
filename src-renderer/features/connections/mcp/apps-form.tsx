import { useEffect } from "react";
import type { AppFile, BroughtIn, FoundServer } from "../../../../src-preload/contract/mcp-sources.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { createMcpSources, type McpSources } from "../../../state/mcp-sources.ts";
import { useShownPath } from "../../../state/use-shown-path.ts";
import { Bones } from "../../../ui/bones.tsx";
import { Button } from "../../../ui/button.tsx";
import { CheckBox } from "../../../ui/check-box.tsx";
import dialogStyles from "../../../ui/dialog.module.css";
import noteStyles from "../../../ui/note.module.css";
import { text } from "../../../ui/text.ts";
import { spellTarget } from "./command-line.ts";
import draftStyles from "./draft.module.css";
import styles from "./sources.module.css";
import { useValueHint } from "./use-value-hint.ts";

interface AppsFormProps {
  readonly onAdded: (name: string) => void;
}

/** What other applications on this computer have set up: each with what it would run, to be chosen. */
export function AppsForm({ onAdded }: AppsFormProps) {
  const { laterMcpSources } = useWindow();
  const sources = laterMcpSources.with(createMcpSources);
  const apps = usePick(sources.store, (state) => state.apps);
  useEffect(() => void sources.findApps(), [sources]);
  const hint = useValueHint();
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        {apps.kind === "loading" ? <Bones rows={4} /> : null}
        {apps.kind === "failed" ? (
          <p className={noteStyles.failed} role="alert">
            {apps.message}
          </p>
        ) : null}
        {apps.kind === "ready" ? (
          <>
            <p className="dim">{text(apps.servers.length === 0 ? "mcpServer.apps.none" : "mcpServer.apps.whatItIs")}</p>
            <UnreadFiles files={apps.files} />
            <ul className={styles.rows} aria-label={text("mcpServer.apps.servers")}>
              {apps.servers.map((server) => (
                <ServerRow key={server.id} server={server} sources={sources} />
              ))}
            </ul>
            {apps.servers.length === 0 ? null : <small className="meta">{hint}</small>}
          </>
        ) : null}
      </div>
      {apps.kind === "ready" && apps.servers.length > 0 ? (
        <Foot servers={apps.servers} sources={sources} onAdded={onAdded} />
      ) : null}
    </>
  );
}

function UnreadFiles({ files }: { readonly files: readonly AppFile[] }) {
  const shown = useShownPath();
  return files.map(({ app, path, problem }) =>
    problem === null ? null : (
      <p key={path} className={noteStyles.needs}>
        <span>
          {text("mcpServer.apps.unread", { app, problem })} <span className="mono">{shown(path)}</span>
        </span>
      </p>
    ),
  );
}

interface RowProps {
  readonly server: FoundServer;
  readonly sources: McpSources;
}

function ServerRow({ server, sources }: RowProps) {
  const { id, name, target, known } = server;
  const isChosen = usePick(sources.store, ({ chosen }) => chosen.includes(id));
  const end = usePick(sources.store, ({ brought }) => brought.find((one) => one.id === id) ?? null);
  const isThere = known !== null || end?.kind === "added";
  return (
    <li className={styles.choice} data-state={isThere ? "known" : "new"}>
      {isThere ? (
        <span className={styles.noBox} />
      ) : (
        <CheckBox
          label={text("mcpServer.apps.choose", { name })}
          isOn={isChosen}
          onCheck={(isOn) => sources.choose([id], isOn)}
        />
      )}
      <div className={styles.about}>
        <div className={styles.head}>
          <span className={`${styles.name} medium`}>{name}</span>
          <span className="meta small">{stateWords(server, end)}</span>
        </div>
        <div className={`${draftStyles.spelled} mono`}>{spellTarget(target)}</div>
        <Values server={server} />
        {end?.kind === "failed" ? (
          <p className={noteStyles.failed} role="alert">
            {end.message}
          </p>
        ) : null}
      </div>
    </li>
  );
}

function stateWords({ apps, isOff, known }: FoundServer, end: BroughtIn | null): string {
  if (end?.kind === "added") return text("mcpServer.wasAdded", { name: end.name });
  if (known !== null) return text("mcpServer.apps.known", { name: known });
  return text(isOff ? "mcpServer.apps.off" : "mcpServer.apps.from", { apps: apps.join(", ") });
}

function Values({ server: { values, target } }: Pick<RowProps, "server">) {
  if (values.length === 0) return null;
  const names = values.map(({ name, isMissing }) => (isMissing ? text("mcpServer.apps.missing", { name }) : name));
  const label = text(target.kind === "command" ? "mcpServer.variables" : "mcpServer.headers");
  return (
    <small className={`${styles.values} meta`}>
      {label}: {names.join(", ")}
    </small>
  );
}

interface FootProps extends AppsFormProps {
  readonly servers: readonly FoundServer[];
  readonly sources: McpSources;
}

function Foot({ servers, sources, onAdded }: FootProps) {
  const { chosen, brought, isAdding, problem } = usePick(sources.store, (state) => state);
  const isDone = (id: number): boolean => brought.some((one) => one.id === id && one.kind === "added");
  const open = servers.filter(({ id, known }) => known === null && !isDone(id)).map(({ id }) => id);
  const areAll = open.length > 0 && open.every((id) => chosen.includes(id));
  const add = async (): Promise<void> => {
    const wanted = chosen.length;
    const added = await sources.bringIn();
    const [first] = added;
    // What could not be added stays in sight.
    if (first !== undefined && added.length === wanted) onAdded(first);
  };
  return (
    <>
      {problem === null ? null : (
        <p className={`${noteStyles.failed} ${styles.footNote}`} role="alert">
          {problem}
        </p>
      )}
      <div className={dialogStyles.foot}>
        {open.length === 0 ? null : (
          <Button kind="ghost" onClick={() => sources.choose(open, !areAll)}>
            {text(areAll ? "mcpServer.apps.chooseNone" : "mcpServer.apps.chooseAll")}
          </Button>
        )}
        <span className="grow" />
        <Button kind="primary" isBusy={isAdding} disabled={chosen.length === 0} onClick={() => void add()}>
          {chosen.length > 1
            ? text("mcpServer.apps.addSeveral", { count: chosen.length })
            : text("mcpServer.addAndStart")}
        </Button>
      </div>
    </>
  );
}
