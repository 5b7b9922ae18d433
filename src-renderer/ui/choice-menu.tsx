import { Check, ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import menuStyles from "./menu.module.css";

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
  /** What it means, below its name. */
  readonly words?: string;
  /** It gives something away: in the colour of what wants attention. */
  readonly isRisky?: boolean;
}

interface ChoiceMenuProps<Value extends string> {
  /** Its name for a screen reader; the button shows the chosen one. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly value: Value;
  readonly shown: string;
  readonly choices: readonly Choice<Value>[];
  readonly onChoose: (value: Value) => void;
  readonly onOpen?: () => void;
  readonly keys?: string;
  /** What is chosen gives something away. */
  readonly isRisky?: boolean;
}

/** A button that shows what is chosen and opens a menu of the rest. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, icon, value, shown, choices, onChoose, onOpen, keys, isRisky = false } = props;
  return (
    <DropdownMenu.Root onOpenChange={(isOpen) => (isOpen ? onOpen?.() : undefined)}>
      <DropdownMenu.Trigger
        className={isRisky ? `button ghost ${menuStyles.isRisky}` : "button ghost"}
        data-tip={label}
        data-tip-keys={keys}
        aria-label={`${label}: ${shown}`}
      >
        {icon}
        <span className="cut">{shown}</span>
        <ChevronDown className="icon chevron" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menuStyles.menu} align="start" sideOffset={4} collisionPadding={8}>
          <DropdownMenu.RadioGroup value={value}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem
                key={choice.value}
                value={choice.value}
                onSelect={() => (choice.value === value ? undefined : onChoose(choice.value))}
                className={choice.words === undefined ? menuStyles.item : `${menuStyles.item} ${menuStyles.isTall}`}
              >
                <span className={menuStyles.name}>
                  <span className={choice.isRisky === true ? menuStyles.isRisky : undefined}>{choice.label}</span>
                  {choice.words === undefined ? null : <span className="meta small">{choice.words}</span>}
                </span>
                {choice.hint === undefined ? null : <span className="meta small">{choice.hint}</span>}
                <span className={menuStyles.tick}>
                  <DropdownMenu.ItemIndicator>
                    <Check size={14} aria-hidden="true" />
                  </DropdownMenu.ItemIndicator>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
