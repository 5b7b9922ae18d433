import { ArrowUp, AtSign, Plus } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, memo, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { useIsUp, usePick, useWindow } from "../../state/context.ts";
import { type Draft, emptyDraft, isEmpty } from "../../state/drafts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { directionOfLines } from "../../ui/direction.ts";
import { isComposing, keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import { useFocus } from "../../ui/use-focus.ts";
import { AgentMenu } from "./agent-menu.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import styles from "./composer.module.css";
import { ContextRing } from "./context-ring.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { ModelMenu } from "./model-menu.tsx";
import { RecordButton } from "./record-button.tsx";
import { SuggestionList } from "./seldom.tsx";
import { useCaret } from "./use-caret.ts";
import { useEscape } from "./use-escape.ts";
import { useGrownHeight } from "./use-grown-height.ts";
import { useSuggestions } from "./use-suggestions.ts";
import { VoiceLine } from "./voice-line.tsx";

interface ComposerProps {
  readonly sessionKey: SessionKey;
  readonly isRunning: boolean;
  readonly isNew: boolean;
}

/** Where the person writes. Enter sends, or steers a run that is on; Shift+Mod+Enter queues; Esc leaves an edit, else stops. */
export const Composer = memo(function Composer({ sessionKey, isRunning, isNew }: ComposerProps) {
  const { composer, chatActs, drafts, recorder } = useWindow();
  const draft = usePick(drafts.store, ({ drafts: all }) => all[sessionKey] ?? emptyDraft);
  // Nothing can be stopped while the agent does not hear.
  const isUp = useIsUp();
  const isEditing = draft.replaces !== undefined;
  const leaveEdit = (): void => composer.leaveEdit(sessionKey);
  useEscape(isEditing || (isRunning && isUp), () => (isEditing ? leaveEdit() : void chatActs.stop(sessionKey)));
  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void composer.send(sessionKey, "steer");
      }}
    >
      {isEditing ? <EditingLine onCancel={leaveEdit} /> : null}
      <WrittenText sessionKey={sessionKey} words={draft.text} isRunning={isRunning} isNew={isNew} />
      <Keeping sessionKey={sessionKey} />
      <div className={styles.attachments}>
        <AttachedFiles
          media={draft.media}
          onRemove={(path) => composer.detach(sessionKey, path)}
          onRead={(media) => void recorder.read(sessionKey, media)}
        />
      </div>
      <VoiceLine sessionKey={sessionKey} />
      <div className={styles.tools}>
        <AddButtons sessionKey={sessionKey} />
        <ModelMenu sessionKey={sessionKey} />
        <ModeMenu sessionKey={sessionKey} />
        <AgentMenu sessionKey={sessionKey} />
        <span className="grow" />
        <ContextRing sessionKey={sessionKey} />
        {isRunning && isUp ? (
          <Button className={styles.stop} onClick={() => void chatActs.stop(sessionKey)} keys="esc">
            <span className={styles.square} aria-hidden="true" />
            <span className={styles.word}>{text("composer.stop")}</span>
          </Button>
        ) : null}
        <SendButton sessionKey={sessionKey} draft={draft} />
      </div>
    </form>
  );
});

/** What is typed is not kept, or a message waits for the line to the agent. */
function Keeping({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { composer, keeper } = useWindow();
  const problem = usePick(keeper.store, ({ problems }) => problems[sessionKey]);
  const waits = usePick(composer.store, ({ waiting }) => waiting[sessionKey]);
  return (
    <div role="status">
      {waits === undefined ? null : (
        <div className={`${styles.editing} small`}>
          <span className="grow">{text("composer.waits")}</span>
          {waits === "not-sent" ? (
            <Button kind="ghost" size="small" onClick={() => composer.keep(sessionKey)}>
              {text("composer.doNotSend")}
            </Button>
          ) : null}
        </div>
      )}
      {problem === undefined ? null : <p className={`${styles.problem} small`}>{problem}</p>}
    </div>
  );
}

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
  const { composer, keeper } = useWindow();
  const area = useRef<HTMLTextAreaElement>(null);
  const asked = usePick(composer.store, ({ focusAsked }) => focusAsked);
  useGrownHeight(area, words);
  useFocus(area, { asked: `${sessionKey} ${asked}`, atFirst: true });
  useCaret(area, asked);

  const suggestions = useSuggestions(sessionKey, words);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent) || suggestions.onKeyDown(event)) return;
    if (event.key !== "Enter") return;
    const hasMod = event.metaKey || event.ctrlKey;
    if (event.shiftKey && !hasMod) return;
    if (hasMod && !event.shiftKey && words === "") return;
    event.preventDefault();
    void composer.send(sessionKey, hasMod && event.shiftKey ? "queue" : "steer");
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    // Before the browser puts it in: it lays the text out at once.
    event.currentTarget.dir = directionOfLines(`${words}${event.clipboardData.getData("text/plain")}`);
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void composer.attach(sessionKey, [...event.clipboardData.files]);
  };

  const asks = text(isNew ? "composer.askNew" : "composer.ask");
  return (
    <>
      {suggestions.items.length === 0 ? null : <SuggestionList box={suggestions} />}
      <textarea
        ref={area}
        data-composer=""
        {...suggestions.field}
        className={styles.text}
        dir={directionOfLines(words)}
        aria-label={text("composer.message")}
        rows={1}
        value={words}
        placeholder={isRunning ? text("composer.steer", { keys: keyWords("Shift+Mod+Enter") }) : asks}
        onChange={(event) => void composer.write(sessionKey, event.target.value, event.target.selectionStart)}
        onSelect={(event) => void composer.moveCaret(sessionKey, event.currentTarget.selectionStart)}
        onFocus={keeper.focus}
        onBlur={keeper.blur}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </>
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
      <RecordButton sessionKey={sessionKey} />
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
