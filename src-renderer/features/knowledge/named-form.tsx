import { useState } from "react";
import type { AsyncResult } from "../../../src-preload/contract/result.ts";
import type { KnowledgeText } from "../../../src-preload/contract/window.ts";
import { useWindow } from "../../state/context.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { focusWrongField } from "../../ui/form-focus.ts";
import { FormFoot } from "../../ui/form-foot.tsx";
import { FormRow } from "../../ui/form-row.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface NamedFormProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly whatItIs: string;
  readonly nameHint: string;
  readonly descriptionHint: string;
  readonly create: (name: string, description: string) => AsyncResult<KnowledgeText>;
}

/** Asks for the name and the description of a new file of the knowledge, which then opens in the editor. */
export function NamedForm(props: NamedFormProps) {
  const { isOpen, onClose, title } = props;
  return (
    <Modal isOpen={isOpen} onClose={onClose} className={dialogStyles.isSmall}>
      <DialogHead title={title} onClose={onClose} />
      <Fields {...props} />
    </Modal>
  );
}

function Fields({ onClose, whatItIs, nameHint, descriptionHint, create }: NamedFormProps) {
  const { place } = useWindow();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const make = async (form: HTMLFormElement): Promise<void> => {
    const made = await create(name, description);
    if (!made.ok) {
      setProblem(made.error.message);
      return focusWrongField(form);
    }
    onClose();
    place.goWithinPage({ name: "knowledge", path: made.value.path });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void make(event.currentTarget);
      }}
    >
      <div className={`${dialogStyles.body} stack`}>
        <p className="dim">{whatItIs}</p>
        <FormRow label={text("skills.name")}>
          <TextField
            label={text("skills.name")}
            placeholder={nameHint}
            value={name}
            problem={problem}
            onChange={(typed) => {
              setProblem(null);
              setName(typed);
            }}
          />
        </FormRow>
        <FormRow label={text("skills.description")}>
          <TextArea label={text("skills.description")} rows={3} value={description} onChange={setDescription} />
          <small className="meta">{descriptionHint}</small>
        </FormRow>
      </div>
      <FormFoot submit={text("skills.create")} isOff={name.trim() === ""} onCancel={onClose} />
    </form>
  );
}
