import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import dialogStyles from "./dialog.module.css";
import { text } from "./text.ts";

interface DialogHeadProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Between the title and the way out. */
  readonly children?: ReactNode;
}

/** The top of a dialog: its title, and the way out. */
export function DialogHead({ title, onClose, children }: DialogHeadProps) {
  return (
    <div className={dialogStyles.head}>
      <Dialog.Title asChild>
        <h2 className="grow">{title}</h2>
      </Dialog.Title>
      {children}
      <IconButton label={text("action.close")} onClick={onClose}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
