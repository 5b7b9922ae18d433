import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { text } from "./text.ts";

interface SmallFormProps {
  readonly canSave: boolean;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  /** Its fields. */
  readonly children: ReactNode;
}

/** A few fields in place of what they change, with Save and Cancel. */
export function SmallForm({ canSave, onSave, onCancel, children }: SmallFormProps) {
  return (
    <form
      className="stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) onSave();
      }}
    >
      {children}
      <div className="row">
        <Button size="small" kind="primary" type="submit" disabled={!canSave}>
          {text("action.save")}
        </Button>
        <Button size="small" kind="ghost" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </div>
    </form>
  );
}
