import { useEffect } from "react";
import type { DiagnosisFile } from "../../../src-preload/contract/diagnosis.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { createDiagnosis, type Diagnosis } from "../../state/diagnosis.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { CheckBox } from "../../ui/check-box.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Modal } from "../../ui/modal.tsx";
import noteStyles from "../../ui/note.module.css";
import { saveFile } from "../../ui/save-file.ts";
import { text } from "../../ui/text.ts";
import styles from "./diagnosis-dialog.module.css";

interface DiagnosisDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** What would go into the diagnostics, each to be left out and looked at, before anything is written. */
export function DiagnosisDialog({ isOpen, onClose }: DiagnosisDialogProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose}>
      <DialogHead title={text("help.title")} onClose={onClose} />
      <Choice onClose={onClose} />
    </Modal>
  );
}

function Choice({ onClose }: Pick<DiagnosisDialogProps, "onClose">) {
  const { laterDiagnosis, notify } = useWindow();
  const diagnosis = laterDiagnosis.with(createDiagnosis);
  const { files, left, isMaking, problem } = usePick(diagnosis.store, (state) => state);
  useEffect(() => void diagnosis.load(), [diagnosis]);
  const save = async (): Promise<void> => {
    const made = await diagnosis.make();
    if (made === null) return;
    saveFile(made.name, made.content, "application/zip");
    notify(text("help.saved"));
    onClose();
  };
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <p>{text("help.intro")}</p>
        {files.kind === "loading" ? <Bones rows={4} /> : null}
        {files.kind === "failed" ? <Failed message={files.message} /> : null}
        {files.kind === "ready" ? (
          <ul className={styles.files}>
            {files.files.map((file) => (
              <Row key={file.name} file={file} isOn={!left.includes(file.name)} diagnosis={diagnosis} />
            ))}
          </ul>
        ) : null}
        {isMaking ? <p role="status">{text("help.making")}</p> : null}
        {problem === null ? null : <Failed message={problem} />}
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button
          kind="primary"
          isBusy={isMaking}
          disabled={files.kind !== "ready" || left.length === files.files.length}
          onClick={() => void save()}
        >
          {text("help.save")}
        </Button>
      </div>
    </>
  );
}

function Failed({ message }: { readonly message: string }) {
  return (
    <p className={noteStyles.failed} role="alert">
      {message}
    </p>
  );
}

interface RowProps {
  readonly file: DiagnosisFile;
  readonly isOn: boolean;
  readonly diagnosis: Diagnosis;
}

function Row({ file: { name, file, holds }, isOn, diagnosis }: RowProps) {
  return (
    <li className={styles.file}>
      <CheckBox label={text("help.include", { file })} isOn={isOn} onCheck={(isIn) => diagnosis.include(name, isIn)} />
      <div className="grow">
        <div className="mono">{file}</div>
        <div className="meta small">{holds}</div>
        <Disclosure label={text("help.look")} of={file}>
          <Content name={name} diagnosis={diagnosis} />
        </Disclosure>
      </div>
    </li>
  );
}

function Content({ name, diagnosis }: { readonly name: DiagnosisFile["name"]; readonly diagnosis: Diagnosis }) {
  const read = usePick(diagnosis.store, (state) => state.read[name]);
  useEffect(() => void diagnosis.look(name), [diagnosis, name]);
  if (read === undefined || read.kind === "loading") return <p role="status">{text("help.reading")}</p>;
  if (read.kind === "failed") return <Failed message={read.message} />;
  if (read.text === "") return <p className="meta">{text("help.empty")}</p>;
  return (
    <pre className={styles.content} tabIndex={0}>
      {read.text}
    </pre>
  );
}
