import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import dialogStyles from "./dialog.module.css";
import { giveFocusBack, rememberFocus } from "./focus-back.ts";
import { focusFirstField } from "./form-focus.ts";

interface ModalProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly className?: string | undefined;
  /** Its name, where it shows no title. */
  readonly label?: string;
  /** It has a `Dialog.Description`. */
  readonly isDescribed?: boolean;
  readonly children: ReactNode;
}

/** A dialog over the window, whatever opened it: a button, a key or the state of things. The focus goes back to where it was. */
export function Modal({ isOpen, onClose, className = "", label, isDescribed = false, children }: ModalProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className={dialogStyles.scrim} />
        <Dialog.Content
          className={`${dialogStyles.dialog} ${className}`}
          aria-label={label}
          {...(isDescribed ? {} : { "aria-describedby": undefined })}
          onOpenAutoFocus={(event) => {
            rememberFocus();
            if (focusFirstField(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack();
          }}
        >
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
