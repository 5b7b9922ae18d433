import { Cpu } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import { text } from "../../ui/text.ts";
import { updateChat } from "./update-chat.ts";

export function ModelMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const state = useWindow();
  const own = usePick(state.chat.store, (chat) => (chat.kind === "open" ? chat.facts.model : null));
  const byDefault = usePick(state.agent.store, (agent) => agent.settings?.agents.defaults.model ?? null);
  const models = usePick(state.agent.store, (agent) => agent.models);
  const model = own ?? byDefault ?? "";
  const known = [...new Set([...(model === "" ? [] : [model]), ...models, "practice/practice"])];
  return (
    <ChoiceMenu
      label={text("composer.model")}
      icon={<Cpu className="i s" aria-hidden="true" />}
      value={model}
      shown={model === "" ? text("composer.noModel") : shortName(model)}
      choices={known.map((id) => ({ value: id, label: id }))}
      onOpen={() => void state.agent.loadModels()}
      onChoose={(chosen) => void updateChat(state, sessionKey, { model: chosen })}
    />
  );
}

/** `openai/gpt-5` is shown as `gpt-5`. */
export function shortName(model: string): string {
  return model.slice(model.indexOf("/") + 1);
}
