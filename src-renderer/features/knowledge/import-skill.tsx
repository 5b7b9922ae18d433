import { useState } from "react";
import { maxAttachedBytes } from "../../../src-preload/contract/bounds.ts";
import type { SkillOrigin, SkillPreview } from "../../../src-preload/contract/skills.ts";
import { encodeFile } from "../../state/attach-files.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { TextField } from "../../ui/text-field.tsx";
import { SkillCandidates } from "./skill-candidates.tsx";

interface ImportSkillProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Brings in skills from elsewhere: what is there is shown before anything of it is kept. */
export function ImportSkill({ isOpen, onClose }: ImportSkillProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose}>
      <DialogHead title={text("skills.import")} onClose={onClose} />
      <ImportSteps onClose={onClose} />
    </Modal>
  );
}

function ImportSteps({ onClose }: Pick<ImportSkillProps, "onClose">) {
  const [preview, setPreview] = useState<SkillPreview | null>(null);
  return preview === null ? (
    <OriginForm onPreview={setPreview} />
  ) : (
    <SkillCandidates preview={preview} onAgain={() => setPreview(null)} onDone={onClose} />
  );
}

const kinds: readonly (readonly [SkillOrigin["kind"], TextKey])[] = [
  ["folder", "skills.origin.folder"],
  ["zip", "skills.origin.zip"],
  ["address", "skills.origin.address"],
];

function OriginForm({ onPreview }: { readonly onPreview: (preview: SkillPreview) => void }) {
  const { skills } = useWindow();
  const [kind, setKind] = useState<SkillOrigin["kind"]>("folder");
  const [typed, setTyped] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    setLooking(true);
    const origin = await originOf(kind, typed.trim(), file);
    const found = typeof origin === "string" ? null : await skills.preview(origin);
    setLooking(false);
    if (typeof origin === "string") setProblem(origin);
    else if (found?.ok === true) onPreview(found.value);
    else setProblem(found?.error.message ?? null);
  };
  const isWhole = kind === "zip" ? file !== null : typed.trim() !== "";
  return (
    <form
      className={`${dialogStyles.body} stack`}
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <p className="dim">{text("skills.whatItIs")}</p>
      <Segments
        label={text("skills.origin")}
        value={kind}
        choices={kinds}
        onChoose={(next) => {
          setProblem(null);
          setKind(next);
        }}
      />
      {kind === "zip" ? (
        <ZipField problem={problem} onFile={setFile} />
      ) : (
        <TextField
          label={text(kind === "folder" ? "skills.folder" : "skills.address")}
          placeholder={text(kind === "folder" ? "skills.folder" : "skills.address")}
          value={typed}
          problem={problem}
          onChange={(words) => {
            setProblem(null);
            setTyped(words);
          }}
        />
      )}
      <div className="row">
        <span className="grow" />
        <Button kind="primary" type="submit" disabled={!isWhole || isLooking}>
          {text(isLooking ? "skills.looking" : "skills.look")}
        </Button>
      </div>
    </form>
  );
}

interface ZipFieldProps {
  readonly problem: string | null;
  readonly onFile: (file: File | null) => void;
}

function ZipField({ problem, onFile }: ZipFieldProps) {
  return (
    <div className="text-field">
      <input
        type="file"
        accept=".zip,.skill"
        aria-label={text("skills.zip")}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
      <FieldProblem words={problem} />
    </div>
  );
}

/** What is asked for; in words what is wrong with it. */
async function originOf(kind: SkillOrigin["kind"], typed: string, file: File | null): Promise<SkillOrigin | string> {
  if (kind === "folder") return { kind, path: typed };
  if (kind === "address") return { kind, address: typed };
  if (file === null || file.size > maxAttachedBytes) {
    return text("skills.tooLarge", { most: maxAttachedBytes / 1024 / 1024 });
  }
  try {
    return { kind, base64: await encodeFile(file) };
  } catch (cause) {
    console.warn("a zip could not be read", cause);
    return text("composer.unreadable", { name: file.name });
  }
}
