import { useEffect } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { AgentChoice } from "../../ui/agent-choice.tsx";
import { text } from "../../ui/text.ts";

/** Who works in this chat; nothing where there is nobody but Perch. */
export function AgentMenu({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { chat, chatActs, profiles } = useWindow();
  const chosen = usePick(chat.store, (open) => (open.kind === "open" ? open.facts.profile : null));
  const rows = usePick(profiles.store, ({ usable }) => usable);
  useEffect(() => profiles.want(), [profiles]);
  if (rows.length === 0 && chosen === null) return null;
  return (
    <AgentChoice
      label={text("composer.agent")}
      rows={rows}
      chosen={chosen}
      onChoose={(profile) => void chatActs.update(sessionKey, { profile })}
    />
  );
}
