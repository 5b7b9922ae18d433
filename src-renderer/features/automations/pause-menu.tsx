import { ChevronDown, Pause } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useWindow } from "../../state/context.ts";
import menuStyles from "../../ui/menu.module.css";
import { type TextKey, text } from "../../ui/text.ts";

const hourMs = 3_600_000;

/** Until when all jobs can be paused: the moment, or null for until a person says so. */
const choices: readonly (readonly [TextKey, () => number | null])[] = [
  ["jobs.pause.hour", () => Date.now() + hourMs],
  ["jobs.pause.tomorrow", () => new Date().setHours(24, 0, 0, 0)],
  ["jobs.pause.open", () => null],
];

/** Pauses whatever runs by itself. */
export function PauseMenu() {
  const { jobs } = useWindow();
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className="button ghost"
        aria-label={text("jobs.pauseAll")}
        data-tip={text("jobs.pauseAll")}
      >
        <Pause className="icon icon-small" aria-hidden="true" />
        <ChevronDown className="icon chevron" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menuStyles.menu} align="end" sideOffset={4} collisionPadding={8}>
          {choices.map(([words, until]) => (
            <DropdownMenu.Item key={words} className={menuStyles.item} onSelect={() => void jobs.pauseAll(until())}>
              {text(words)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
