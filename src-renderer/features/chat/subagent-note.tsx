import { Bot } from "lucide-react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { useIsUp, useWindow } from "../../state/context.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";

interface SubagentNoteProps {
  readonly sessionKey: SessionKey;
  readonly parent: SessionKey;
  readonly isRunning: boolean;
}

/** In the place of the composer: a sub-agent hears the chat alone that asked for it. */
export function SubagentNote({ sessionKey, parent, isRunning }: SubagentNoteProps) {
  const { chatActs } = useWindow();
  const isUp = useIsUp();
  return (
    <Note tone="plain" icon={Bot} title={text("subagents.chat")} safe={text("subagents.chatWords")}>
      {isRunning && isUp ? (
        <Button size="small" onClick={() => void chatActs.stop(sessionKey)}>
          {text("composer.stop")}
        </Button>
      ) : null}
      <a className="button small" href={placeHref({ name: "chats", sessionKey: parent })}>
        {text("subagents.openParent")}
      </a>
    </Note>
  );
}
