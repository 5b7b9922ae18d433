import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useWindow } from "../../state/context.ts";
import menuStyles from "../../ui/menu.module.css";
import { ModelChoice } from "./later-model-choice.tsx";
import modelStyles from "./model-menu.module.css";
import { loadModels } from "./model-menu.tsx";

interface OtherModelMenuProps {
  /** Of the button. */
  readonly className: string;
  readonly label: string;
  /** The one that is in force; "" for none. */
  readonly model: string;
  readonly onChoose: (model: string) => void;
  readonly children: ReactNode;
}

/** A button that asks for a model. */
export function OtherModelMenu({ className, label, model, onChoose, children }: OtherModelMenuProps) {
  const state = useWindow();
  const [isOpen, setOpen] = useState(false);
  const open = (next: boolean): void => {
    setOpen(next);
    if (next) void loadModels(state);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger className={className} aria-label={label} title={label}>
        {children}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`${menuStyles.menu} ${modelStyles.menu}`}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          <ModelChoice
            model={model}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
