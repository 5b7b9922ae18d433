import { Button } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import { text } from "./text.ts";

interface FormFootProps {
  /** What the button says that hands the form in. */
  readonly submit: string;
  /** It cannot be handed in now. */
  readonly isOff: boolean;
  readonly onCancel: () => void;
}

/** The end of a form in a dialog: out of it, or hand it in. */
export function FormFoot({ submit, isOff, onCancel }: FormFootProps) {
  return (
    <div className={dialogStyles.foot}>
      <Button kind="ghost" onClick={onCancel}>
        {text("action.cancel")}
      </Button>
      <Button kind="primary" type="submit" disabled={isOff}>
        {submit}
      </Button>
    </div>
  );
}
