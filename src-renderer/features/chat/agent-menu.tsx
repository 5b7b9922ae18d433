import { Bot } from "lucide-react";
import { useEffect } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { choosable } from "../../state/profiles.ts";
import { ChoiceMenu } from "../../ui/choice-menu.tsx";
import { text } from "../../ui/text.ts";

/** Stands for no profile among names of profiles, which are never empty. */
const none = "";

/** Who works in this chat; nothing where there is nobody but Perch. */
export function AgentMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { chat, chatActs, profiles } = useWindow();
  const own = usePick(chat.store, (open) => (open.kind === "open" ? open.facts.profile : null));
  const rows = usePick(profiles.store, choosable);
  useEffect(() => profiles.want(), [profiles]);
  if (rows.length === 0 && own === null) return null;
  // One that is gone can still be left.
  const gone = own === null || rows.some(({ name }) => name === own) ? [] : [{ name: own, description: "" }];
  const choices = [
    { value: none, label: text("chat.agentNone"), words: text("chat.agentNoneHint") },
    ...[...rows, ...gone].map(({ name, description }) => ({ value: name, label: name, words: description })),
  ];
  return (
    <ChoiceMenu
      label={text("composer.agent")}
      icon={<Bot className="icon icon-small" aria-hidden="true" />}
      value={own ?? none}
      shown={own ?? text("chat.agentNone")}
      choices={choices}
      onChoose={(chosen) => void chatActs.update(sessionKey, { profile: chosen === none ? null : chosen })}
    />
  );
}
