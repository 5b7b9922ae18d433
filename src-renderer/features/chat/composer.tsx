import { ArrowUp, AtSign, Plus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { isEmpty } from "../../state/composer.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { type Draft, emptyDraft } from "../../state/drafts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { isComposing, keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import { useFocus } from "../../ui/use-focus.ts";
import styles from "./composer.module.css";
import { ContextRing } from "./context-ring.tsx";
import { FileMentions } from "./file-mentions.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { ModelMenu } from "./model-menu.tsx";
import { useEscape } from "./use-escape.ts";
import { useGrownHeight } from "./use-grown-height.ts";

interface ComposerProps {
  readonly sessionKey: SessionKey;
  readonly isRunning: boolean;
  readonly isNew: boolean;
}

/** Where the person writes. Enter sends, or steers a run that is on; Shift+Mod+Enter queues; Esc stops. */
export const Composer = memo(function Composer({ sessionKey, isRunning, isNew }: ComposerProps) {
  const { composer, chatActs, drafts } = useWindow();
  const draft = usePick(drafts.store, ({ drafts: all }) => all[sessionKey] ?? emptyDraft);
  // Nothing can be stopped while the agent does not hear.
  const isUp = useIsUp();
  useEscape(isRunning && isUp, () => void chatActs.stop(sessionKey));
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void composer.send(sessionKey, "steer");
      }}
    >
      {draft.replaces === undefined ? null : <EditingLine onCancel={() => drafts.clear(sessionKey)} />}
      <FileMentions sessionKey={sessionKey} words={draft.text} />
      <WrittenText sessionKey={sessionKey} words={draft.text} isRunning={isRunning} isNew={isNew} />
      <Attachments draft={draft} onRemove={(path) => composer.detach(sessionKey, path)} />
      <div className={styles.tools}>
        <AddButtons sessionKey={sessionKey} />
        <ModelMenu sessionKey={sessionKey} />
        <ModeMenu sessionKey={sessionKey} />
        <span className="grow" />
        <ContextRing sessionKey={sessionKey} />
        {isRunning && isUp ? (
          <Button className={styles.stop} onClick={() => void chatActs.stop(sessionKey)} keys="esc">
            <span className={styles.square} aria-hidden="true" />
            {text("composer.stop")}
          </Button>
        ) : null}
        <SendButton sessionKey={sessionKey} draft={draft} />
      </div>
    </form>
  );
});

/** A message is taken up again. */
function EditingLine({ onCancel }: { readonly onCancel: () => void }) {
  return (
    <div className={`${styles.editing} small`}>
      <span className="grow">{text("composer.editing")}</span>
      <Button kind="ghost" size="small" onClick={onCancel}>
        {text("action.cancel")}
      </Button>
    </div>
  );
}

interface WrittenTextProps extends ComposerProps {
  readonly words: string;
}

/** What is being written, and the keys that send it. */
function WrittenText({ sessionKey, words, isRunning, isNew }: WrittenTextProps) {
  const { composer } = useWindow();
  const area = useRef<HTMLTextAreaElement>(null);
  const asked = usePick(composer.store, ({ focusAsked }) => focusAsked);
  useGrownHeight(area, words);
  useFocus(area, { asked: `${sessionKey} ${asked}`, atFirst: true });

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== "Enter") return;
    const hasMod = event.metaKey || event.ctrlKey;
    if (event.shiftKey && !hasMod) return;
    if (hasMod && !event.shiftKey && words === "") return;
    event.preventDefault();
    void composer.send(sessionKey, hasMod && event.shiftKey ? "queue" : "steer");
  };

  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void composer.attach(sessionKey, [...event.clipboardData.files]);
  };

  const asks = text(isNew ? "composer.askNew" : "composer.ask");
  return (
    <textarea
      ref={area}
      data-composer=""
      className={styles.text}
      aria-label={text("composer.message")}
      rows={1}
      value={words}
      placeholder={isRunning ? text("composer.steer", { keys: keyWords("Shift+Mod+Enter") }) : asks}
      onChange={(event) => void composer.write(sessionKey, event.target.value, event.target.selectionStart)}
      onSelect={(event) => void composer.moveCaret(sessionKey, event.currentTarget.selectionStart)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

interface AttachmentsProps {
  readonly draft: Draft;
  readonly onRemove: (path: string) => void;
}

function Attachments({ draft, onRemove }: AttachmentsProps) {
  if (draft.media.length === 0) return null;
  return (
    <ul className={styles.attachments} aria-label={text("composer.attachments")}>
      {draft.media.map((media) => (
        <li key={media.path} className="chip">
          {revealLine(media.name ?? media.path)}
          <button
            type="button"
            aria-label={text("composer.removeAttachment", { name: media.name ?? "" })}
            onClick={() => onRemove(media.path)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Files that go along, and files that are named. */
function AddButtons({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { composer } = useWindow();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void composer.attach(sessionKey, [...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton label={text("composer.attach")} onClick={() => picker.current?.click()}>
        <Plus className="icon" aria-hidden="true" />
      </IconButton>
      <IconButton label={text("composer.mention")} onClick={() => void composer.mention(sessionKey)}>
        <AtSign className="icon" aria-hidden="true" />
      </IconButton>
    </>
  );
}

function SendButton({ sessionKey, draft }: { readonly sessionKey: SessionKey; readonly draft: Draft }) {
  const isSending = usePick(useWindow().composer.store, ({ sending }) => sending.includes(sessionKey));
  return (
    <button
      type="submit"
      className={isEmpty(draft) ? `${styles.send} ${styles.isOff}` : styles.send}
      aria-label={text("composer.send")}
      disabled={isSending || isEmpty(draft)}
    >
      <ArrowUp className="icon" aria-hidden="true" />
    </button>
  );
}
