import { ChevronDown, CircleSlash, CircleX } from "lucide-react";
import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { MessageError } from "../../../src-preload/contract/records.ts";
import { revealWords } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { OpenChatState } from "../../state/open-chat.ts";
import { placeHref } from "../../state/place.ts";
import { Button } from "../../ui/button.tsx";
import { LinkedText } from "../../ui/linked-text.tsx";
import { Note } from "../../ui/note.tsx";
import { text } from "../../ui/text.ts";
import { duration, isShort } from "../../ui/time.ts";
import { useOpenAddress } from "./open-address.ts";
import { OtherModelMenu } from "./other-model-menu.tsx";
import { providerOf, type TroubleAct, troubleOf } from "./trouble.ts";
import styles from "./trouble-note.module.css";

type OpenedChat = Extract<OpenChatState, { kind: "open" }>;

interface TroubleNoteProps {
  readonly error: MessageError;
  /** The model that was asked, `provider/name`; "" where none was. */
  readonly model: string;
  /** The message that is answered anew; null where it cannot be. */
  readonly messageId: MessageId | null;
  /** Something of the answer stands above. */
  readonly hasWords: boolean;
}

/** Why a run did not come to its end, what is safe, and what can be done. */
export function TroubleNote({ error, model, messageId, hasWords }: TroubleNoteProps) {
  const open = useOpenAddress();
  const chat = usePick(useWindow().chat.store, (state) => (state.kind === "open" ? state : null));
  const { title, cause, details, acts } = troubleOf(error, model, hasWords);
  const isCut = error.code === "interrupted";
  // The way on stands above the composer.
  if (isCut && chat !== null && saysCutOff(chat, messageId)) return null;
  return (
    <Note
      tone={isCut ? "needs" : "failed"}
      icon={isCut ? CircleSlash : CircleX}
      title={title}
      cause={<LinkedText text={revealWords(cause)} onOpen={open} />}
      safe={text(hasWords ? "trouble.came" : "trouble.kept")}
      details={revealWords(details)}
      code={error.code}
      className={styles.trouble}
    >
      <Acts acts={acts} model={model} messageId={messageId} />
    </Note>
  );
}

/** Whether the chat itself says that the run of this message was cut off. A sub-agent's does not. */
function saysCutOff({ view, facts }: OpenedChat, messageId: MessageId | null): boolean {
  if (facts.interrupted === null || facts.parent !== undefined) return false;
  return view.messages.some(({ message }) => message.id === messageId && message.runId === facts.interrupted);
}

interface StoppedNoteProps {
  /** How long it went on; null where that is not known. */
  readonly durationMs: number | null;
  readonly messageId: MessageId | null;
}

/** The person stopped the run: no fault, and two ways on. */
export function StoppedNote({ durationMs, messageId }: StoppedNoteProps) {
  const words =
    durationMs === null || isShort(durationMs)
      ? text("trouble.stopped")
      : text("trouble.stoppedAfter", { duration: duration(durationMs) });
  return (
    <Note tone="plain" icon={CircleSlash} title={words} code="aborted" className={styles.trouble}>
      <Acts acts={["continue", "again"]} model="" messageId={messageId} />
    </Note>
  );
}

interface ActsProps {
  readonly acts: readonly TroubleAct[];
  readonly model: string;
  readonly messageId: MessageId | null;
}

function Acts({ acts, model, messageId }: ActsProps) {
  const { chat, chatActs } = useWindow();
  const open = usePick(chat.store, (state) => (state.kind === "open" ? state : null));
  // A message below it is the way on that was taken.
  if (open === null || (open.view.run !== null && open.view.run.end === null)) return null;
  const sessionKey = open.key;
  return acts.map((act, index) => {
    const kind = index === 0 ? "plain" : "ghost";
    switch (act) {
      case "continue":
        return (
          <Button key={act} kind={kind} size="small" onClick={() => void chatActs.continue(sessionKey)}>
            {text("chat.continue")}
          </Button>
        );
      case "again":
        return messageId === null ? null : (
          <Button key={act} kind={kind} size="small" onClick={() => void chatActs.regenerate(messageId)}>
            {text("trouble.tryAgain")}
          </Button>
        );
      case "connection":
        return (
          <a
            key={act}
            className={kind === "plain" ? "button small" : "button ghost small"}
            href={connectionHref(providerOf(model))}
          >
            {text("trouble.openConnection")}
          </a>
        );
      case "other-model":
        return (
          <OtherModelMenu
            key={act}
            className={kind === "plain" ? "button small" : "button ghost small"}
            label={text("trouble.otherModel")}
            model={model}
            onChoose={(id) => void chatActs.answerWith(sessionKey, id, messageId)}
          >
            {text("trouble.otherModel")}
            <ChevronDown className="icon chevron" aria-hidden="true" />
          </OtherModelMenu>
        );
      default: {
        const never: never = act;
        return never;
      }
    }
  });
}

function connectionHref(provider: string | null): string {
  return placeHref({ name: "connections", shown: provider === null ? null : { kind: "provider", name: provider } });
}
