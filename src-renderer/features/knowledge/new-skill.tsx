import { useState } from "react";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import { TextArea } from "../../ui/text-area.tsx";
import { TextField } from "../../ui/text-field.tsx";

interface NewSkillProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new skill of the template: it opens in the editor. */
export function NewSkill({ isOpen, onClose }: NewSkillProps) {
  return (
    <Modal isOpen={isOpen} onClose={onClose} className={dialogStyles.isSmall}>
      <DialogHead title={text("skills.new")} onClose={onClose} />
      <NewSkillForm onClose={onClose} />
    </Modal>
  );
}

function NewSkillForm({ onClose }: Pick<NewSkillProps, "onClose">) {
  const { skills, place } = useWindow();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const create = async (): Promise<void> => {
    const made = await skills.create(name, description);
    if (!made.ok) return setProblem(made.error.message);
    onClose();
    place.goWithinPage({ name: "knowledge", path: made.value.path });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <div className={`${dialogStyles.body} stack`}>
        <p className="dim">{text("skills.whatItIs")}</p>
        <TextField
          label={text("skills.name")}
          placeholder={text("skills.nameHint")}
          value={name}
          problem={problem}
          onChange={(typed) => {
            setProblem(null);
            setName(typed);
          }}
        />
        <TextArea
          label={text("skills.description")}
          placeholder={text("skills.description")}
          rows={3}
          value={description}
          onChange={setDescription}
        />
        <small className="meta">{text("skills.descriptionHint")}</small>
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={onClose}>
          {text("action.cancel")}
        </Button>
        <Button kind="primary" type="submit" disabled={name.trim() === ""}>
          {text("skills.create")}
        </Button>
      </div>
    </form>
  );
}
