import { ChevronDown, Cpu } from "lucide-react";
import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { shortName } from "../../state/models.ts";
import menuStyles from "../../ui/menu.module.css";
import { text } from "../../ui/text.ts";
import { EffortChoice } from "./effort-choice.tsx";
import { ModelChoice } from "./later-model-choice.tsx";
import styles from "./model-menu.module.css";

/** The model of a chat: favourites first, each with its window and its price. */
export function ModelMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { chat, agent, chatActs } = useWindow();
  const own = usePick(chat.store, (open) => (open.kind === "open" ? open.facts.model : null));
  const byDefault = usePick(agent.store, ({ settings }) => settings?.agents.defaults.model ?? null);
  const model = own ?? byDefault ?? "";
  return (
    <ModelPicker model={model} onChoose={(id) => void chatActs.update(sessionKey, { model: id })}>
      <EffortChoice model={model} />
    </ModelPicker>
  );
}

interface ModelPickerProps {
  /** "" while none is chosen. */
  readonly model: string;
  readonly onChoose: (id: string) => void;
  /** What stands below the models. */
  readonly children?: ReactNode;
}

/** A button with the chosen model, and a menu of all others. */
export function ModelPicker({ model, onChoose, children }: ModelPickerProps) {
  const state = useWindow();
  const [isOpen, setOpen] = useState(false);
  const shown = model === "" ? text("composer.noModel") : shortName(model);
  const open = (next: boolean): void => {
    setOpen(next);
    if (next) void loadModels(state);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={open}>
      <Popover.Trigger
        className="button ghost"
        data-tip={text("composer.model")}
        aria-label={`${text("composer.model")}: ${shown}`}
      >
        <Cpu className="icon icon-small" aria-hidden="true" />
        <span className="cut">{shown}</span>
        <ChevronDown className="icon chevron" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={`${menuStyles.menu} ${styles.menu}`}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={text("composer.model")}
        >
          <ModelChoice
            model={model}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
          />
          {children}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What the agent knows by name, and what the providers that are set up tell of theirs. */
export async function loadModels({ agent, providers, models }: ReturnType<typeof useWindow>): Promise<void> {
  await Promise.all([agent.loadModels(), providers.need()]);
  const rows = providers.store.getState().rows;
  await models.need(rows.filter((row) => row.isSetUp).map((row) => row.name));
}
