import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import type { SkillCandidate, SkillFileChange, SkillPreview } from "../../../src-preload/contract/skills.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { CheckBox } from "../../ui/check-box.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { Disclosure } from "../../ui/disclosure.tsx";
import noteStyles from "../../ui/note.module.css";
import { ShownLines } from "../../ui/shown-lines.tsx";
import { text } from "../../ui/text.ts";
import styles from "./skill-candidates.module.css";

interface SkillCandidatesProps {
  readonly preview: SkillPreview;
  readonly onAgain: () => void;
  readonly onDone: () => void;
}

/** What was found, with its files, its scripts and what it changes; those that are chosen are brought in. */
export function SkillCandidates({ preview, onAgain, onDone }: SkillCandidatesProps) {
  const { skills, place, notify } = useWindow();
  const usable = preview.skills.filter(({ problem }) => problem === "");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(usable.length === 1 ? usable.map(nameOf) : []));
  const [refused, setRefused] = useState<string | null>(null);
  const bringIn = async (): Promise<void> => {
    const names = [...chosen];
    const wrong = await skills.bringIn(preview.token, names);
    setRefused(wrong);
    if (wrong !== null) return;
    onDone();
    notify(text("skills.imported", { names: names.join(", ") }));
    const [first] = names;
    if (first !== undefined) place.goWithinPage({ name: "knowledge", path: `skills/${first}/SKILL.md` });
  };
  return (
    <>
      <ul className={`${dialogStyles.body} stack ${styles.list}`}>
        {preview.skills.map((skill, index) => (
          <li key={`${skill.name} ${String(index)}`} className="stack tight">
            <Candidate
              skill={skill}
              isChosen={chosen.has(skill.name)}
              onChoose={(isOn) => setChosen(withOrWithout(chosen, skill.name, isOn))}
            />
          </li>
        ))}
      </ul>
      {refused === null ? null : (
        <p className={`${noteStyles.failed} ${noteStyles.banner}`} role="alert">
          {refused}
        </p>
      )}
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onAgain}>
          {text("skills.other")}
        </Button>
        <Button kind="primary" disabled={chosen.size === 0} onClick={() => void bringIn()}>
          {text("skills.bringIn")}
        </Button>
      </div>
    </>
  );
}

function nameOf({ name }: SkillCandidate): string {
  return name;
}

function withOrWithout(chosen: ReadonlySet<string>, name: string, isOn: boolean): ReadonlySet<string> {
  return new Set(isOn ? [...chosen, name] : [...chosen].filter((one) => one !== name));
}

interface CandidateProps {
  readonly skill: SkillCandidate;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Candidate({ skill, isChosen, onChoose }: CandidateProps) {
  const { name, description, problem, isUpdate, startsOff, missing, files, diff } = skill;
  const shownName = revealLine(name);
  return (
    <>
      <div className="row">
        {problem === "" ? (
          <CheckBox label={text("skills.bringInOne", { name: shownName })} isOn={isChosen} onCheck={onChoose} />
        ) : null}
        <h3 className="medium grow">{shownName}</h3>
        <span className="chip">{text(isUpdate ? "skills.isUpdate" : "skills.isNew")}</span>
      </div>
      <p className="dim">{revealLine(problem === "" ? description : "")}</p>
      {problem === "" ? null : <p className={noteStyles.failed}>{problem}</p>}
      {missing.length === 0 ? null : <p className="meta">{text("skills.needs", { missing: missing.join(", ") })}</p>}
      {startsOff ? (
        <p className={noteStyles.needs}>
          <TriangleAlert className="icon" aria-hidden="true" />
          <span>{text("skills.startsOff")}</span>
        </p>
      ) : null}
      <ul className={styles.files} aria-label={`${text("skills.files")}: ${shownName}`}>
        {files.map((file) => (
          <FileLine key={file.path} file={file} />
        ))}
      </ul>
      {diff === "" ? null : (
        <Disclosure label={text("skills.changes")} of={shownName}>
          <ShownLines body={diff} bodyKind="diff" first={400} last={40} />
        </Disclosure>
      )}
    </>
  );
}

function FileLine({ file: { path, isScript, change } }: { readonly file: SkillFileChange }) {
  return (
    <li className="row" data-change={change}>
      <span className="mono small cut grow">{revealLine(path)}</span>
      {isScript ? <span className="chip">{text("skills.script")}</span> : null}
      <span className="meta small">{text(`skills.change.${change}`)}</span>
    </li>
  );
}
