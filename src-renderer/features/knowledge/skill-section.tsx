import { Download, Plus, Puzzle } from "lucide-react";
import { useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { IconButton } from "../../ui/button.tsx";
import listStyles from "../../ui/list.module.css";
import { Switch } from "../../ui/switch.tsx";
import { text } from "../../ui/text.ts";
import { ImportSkill } from "./import-skill.tsx";
import { NewSkill } from "./new-skill.tsx";
import styles from "./skill-section.module.css";

type Open = "new" | "import" | null;

/** The skills: each with where it comes from, what keeps it from working, and its switch; and the ways to more of them. */
export function SkillSection() {
  const { skills } = useWindow();
  const list = usePick(skills.store, (state) => state.list);
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  return (
    <section aria-label={text("skills.title")}>
      <div className={listStyles.section}>
        <span className="grow">{text("skills.title")}</span>
        <IconButton size="small" label={text("skills.import")} onClick={() => setOpen("import")}>
          <Download className="icon icon-small" aria-hidden="true" />
        </IconButton>
        <IconButton size="small" label={text("skills.new")} onClick={() => setOpen("new")}>
          <Plus className="icon icon-small" aria-hidden="true" />
        </IconButton>
      </div>
      {list.kind === "failed" ? <p className={`pad ${styles.failed}`}>{list.message}</p> : null}
      <ul>
        {(list.kind === "ready" ? list.rows : []).map((row) => (
          <SkillItem key={`${row.source} ${row.path ?? ""} ${row.name} ${row.problem}`} row={row} />
        ))}
      </ul>
      <NewSkill isOpen={open === "new"} onClose={close} />
      <ImportSkill isOpen={open === "import"} onClose={close} />
    </section>
  );
}

function SkillItem({ row }: { readonly row: SkillRow }) {
  const { skills, knowledge } = useWindow();
  const current = usePick(knowledge.store, ({ shown }) => shown);
  const { name, path, state } = row;
  const isCurrent = path !== null && path === current;
  const classes = [listStyles.item, listStyles.isTall, styles.item, ...(isCurrent ? [listStyles.isCurrent] : [])].join(
    " ",
  );
  const words = <SkillWords row={row} />;
  return (
    <li className={styles.row}>
      {path === null ? (
        <div className={classes}>{words}</div>
      ) : (
        <a
          className={classes}
          href={placeHref({ name: "knowledge", path })}
          aria-current={isCurrent ? "page" : undefined}
        >
          {words}
        </a>
      )}
      {state === "unusable" ? null : (
        <Switch
          label={text("skills.switch", { name: revealLine(name) })}
          isOn={state !== "off"}
          onSwitch={(isOn) => void skills.setOn(name, isOn)}
        />
      )}
    </li>
  );
}

/** Its name and source, and below what is wrong or what it is for. */
function SkillWords({ row }: { readonly row: SkillRow }) {
  const { name, source, state, description, problem, missing } = row;
  const detail = state === "missing" ? text("skills.needs", { missing: missing.join(", ") }) : description;
  const tone = state === "unusable" ? "cut tone-failed" : state === "missing" ? "cut tone-needs" : "cut";
  return (
    <>
      <span className="row">
        <Puzzle className="icon" aria-hidden="true" />
        <span className={listStyles.name}>{revealLine(name)}</span>
        <span className={listStyles.side}>
          {state === "off" ? text("skills.off") : source === "built-in" ? text("knowledge.comesWithApp") : ""}
        </span>
      </span>
      <span
        className={`${listStyles.detail} ${styles.detail}`}
        data-tip={problem === "" ? undefined : revealLine(problem)}
      >
        <span className={tone}>{revealLine(problem === "" ? detail : problem)}</span>
      </span>
    </>
  );
}
