import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { SkillRow } from "../../../src-preload/contract/skills.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import noteStyles from "../../ui/note.module.css";
import { text } from "../../ui/text.ts";

/** Of a skill: how it is called, what it waits for, and a chat to try it in. Nothing for any other file. */
export function SkillBar({ path }: { readonly path: string }) {
  const { skills } = useWindow();
  const list = usePick(skills.store, (state) => state.list);
  const row = list.kind === "ready" ? list.rows.find((one) => one.path === path) : undefined;
  return row === undefined ? null : <SkillActs row={row} />;
}

function SkillActs({ row }: { readonly row: SkillRow }) {
  const { skills, composer, trySkill } = useWindow();
  const { name, state, missing, isShadowed, problem } = row;
  if (state === "unusable") {
    return (
      <p className={`${noteStyles.banner} ${noteStyles.failed}`} role="status">
        <span className="grow">{revealLine(problem)}</span>
      </p>
    );
  }
  const tryIt = async (): Promise<void> => {
    const key = await trySkill(name);
    if (key !== null) composer.begin(key, `${isShadowed ? "$" : "/"}${name} `);
  };
  return (
    <div className={`${noteStyles.banner} ${noteStyles.note}`}>
      <span className="grow">
        {state === "off" ? text("skills.isOff") : text(isShadowed ? "skills.shadowed" : "skills.callHow", { name })}
        {missing.length === 0 ? "" : ` ${text("skills.needs", { missing: missing.join(", ") })}.`}
      </span>
      {state === "off" ? (
        <Button size="small" onClick={() => void skills.setOn(name, true)}>
          {text("skills.switchOn")}
        </Button>
      ) : (
        <Button size="small" onClick={() => void tryIt()}>
          {text("skills.try")}
        </Button>
      )}
    </div>
  );
}
