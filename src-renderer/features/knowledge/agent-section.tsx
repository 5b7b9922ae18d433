import { Bot, Plus } from "lucide-react";
import { useState } from "react";
import type { ProfileRow } from "../../../src-preload/contract/profiles.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { IconButton } from "../../ui/button.tsx";
import listStyles from "../../ui/list.module.css";
import { text } from "../../ui/text.ts";
import { NamedForm } from "./named-form.tsx";
import styles from "./skill-section.module.css";

/** The agent profiles: each with what it is for or what keeps it from being used, and the way to another one. */
export function AgentSection() {
  const { profiles } = useWindow();
  const list = usePick(profiles.store, (state) => state.list);
  const [isNew, setNew] = useState(false);
  const rows = list.kind === "ready" ? list.rows : [];
  return (
    <section aria-label={text("profiles.title")}>
      <div className={listStyles.section}>
        <span className="grow">{text("profiles.title")}</span>
        <IconButton size="small" label={text("profiles.new")} onClick={() => setNew(true)}>
          <Plus className="icon icon-small" aria-hidden="true" />
        </IconButton>
      </div>
      {list.kind === "failed" ? <p className={`pad ${styles.failed}`}>{list.message}</p> : null}
      {list.kind === "ready" && rows.length === 0 ? <p className="pad meta small">{text("profiles.empty")}</p> : null}
      <ul>
        {rows.map((row) => (
          <li key={row.name}>
            <AgentItem row={row} />
          </li>
        ))}
      </ul>
      <NamedForm
        isOpen={isNew}
        onClose={() => setNew(false)}
        title={text("profiles.new")}
        whatItIs={text("profiles.whatItIs")}
        nameHint={text("profiles.nameHint")}
        descriptionHint={text("profiles.descriptionHint")}
        create={profiles.create}
      />
    </section>
  );
}

function AgentItem({ row: { name, description, path, problem, warning } }: { readonly row: ProfileRow }) {
  const { knowledge } = useWindow();
  const wrong = problem === "" ? warning : problem;
  const current = usePick(knowledge.store, ({ shown }) => shown);
  const isCurrent = path !== null && path === current;
  const classes = `${listStyles.item} ${listStyles.isTall} ${isCurrent ? listStyles.isCurrent : ""}`;
  const words = (
    <>
      <span className="row">
        <Bot className="icon" aria-hidden="true" />
        <span className={listStyles.name}>{revealLine(name)}</span>
      </span>
      <span className={`${listStyles.detail} ${styles.detail}`} data-tip={wrong === "" ? undefined : revealLine(wrong)}>
        <span className={wrong === "" ? "cut" : `cut ${problem === "" ? "tone-needs" : "tone-failed"}`}>
          {revealLine(wrong === "" ? description : wrong)}
        </span>
      </span>
    </>
  );
  if (path === null) return <div className={classes}>{words}</div>;
  return (
    <a className={classes} href={placeHref({ name: "knowledge", path })} aria-current={isCurrent ? "page" : undefined}>
      {words}
    </a>
  );
}
