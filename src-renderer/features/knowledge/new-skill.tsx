import { useWindow } from "../../state/context.ts";
import { text } from "../../ui/text.ts";
import { NamedForm } from "./named-form.tsx";

interface NewSkillProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A new skill of the template: it opens in the editor. */
export function NewSkill(props: NewSkillProps) {
  const { skills } = useWindow();
  return (
    <NamedForm
      {...props}
      title={text("skills.new")}
      whatItIs={text("skills.whatItIs")}
      nameHint={text("skills.nameHint")}
      descriptionHint={text("skills.descriptionHint")}
      create={skills.create}
    />
  );
}
