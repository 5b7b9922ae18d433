import { ArrowUp, AtSign, Plus } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { revealLine } from "../../../src-preload/contract/reveal-controls.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { type Draft, emptyDraft } from "../../state/drafts.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { isComposing, keyWords } from "../../ui/keys.ts";
import { text } from "../../ui/text.ts";
import { attachFiles } from "./attach-files.ts";
import { ContextRing } from "./context-ring.tsx";
import { FileMentions, mentionAt } from "./file-mentions.tsx";
import { ModeMenu } from "./mode-menu.tsx";
import { ModelMenu } from "./model-menu.tsx";

interface ComposerProps {
  readonly sessionKey: SessionKey;
  readonly isRunning: boolean;
  readonly isNew: boolean;
}

const maxRows = 12;
const lineHeight = 24;

/** Where the person writes. Enter sends, or steers a run that is on; Shift+Mod+Enter queues; Esc stops. */
export const Composer = memo(function Composer({ sessionKey, isRunning, isNew }: ComposerProps) {
  const state = useWindow();
  const { client, drafts, notify } = state;
  const draft = usePick(drafts.store, ({ drafts: all }) => all[sessionKey] ?? emptyDraft);
  const area = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const hasModel = usePick(state.agent.store, ({ settings }) => settings?.agents.defaults.model != null);
  const [caret, setCaret] = useState(0);
  const [sending, setSending] = useState(false);
  const change = (next: Partial<Draft>): void => drafts.set(sessionKey, { ...drafts.of(sessionKey), ...next });

  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = "auto";
    const wanted = draft.text === "" ? lineHeight : element.scrollHeight;
    element.style.height = `${Math.min(wanted, maxRows * lineHeight)}px`;
  }, [draft.text]);

  useEffect(() => {
    if (sessionKey !== "") area.current?.focus();
  }, [sessionKey]);

  const send = async (whenBusy: "steer" | "queue"): Promise<void> => {
    const taken = drafts.of(sessionKey);
    const { text: words, media, replaces } = taken;
    if ((words.trim() === "" && media.length === 0) || sending) return;
    setSending(true);
    const sent = await client.request("chat.send", {
      sessionKey,
      text: words,
      media: [...media],
      whenBusy,
      ...(replaces === undefined ? {} : { replaces }),
    });
    setSending(false);
    if (sent.ok) drafts.sent(sessionKey, taken);
    else
      notify(sent.error.code === "no-model" && !hasModel ? text("composer.chooseModel") : sent.error.message, "failed");
  };

  const stop = async (): Promise<void> => {
    const stopped = await client.request("chat.stop", { sessionKey });
    if (!stopped.ok) notify(stopped.error.message, "failed");
  };

  const onEscape = useRef(stop);
  onEscape.current = stop;
  useEffect(() => {
    if (!isRunning) return;
    const onKey = (event: globalThis.KeyboardEvent): void => {
      // A menu, a dialogue or a field takes it first.
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      if (event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      void onEscape.current();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isRunning]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key !== "Enter") return;
    const hasMod = event.metaKey || event.ctrlKey;
    if (event.shiftKey && !hasMod) return;
    if (hasMod && !event.shiftKey && draft.text === "") return;
    event.preventDefault();
    void send(hasMod && event.shiftKey ? "queue" : "steer");
  };

  const attach = async (files: readonly File[]): Promise<void> => {
    const added = await attachFiles(files, sessionKey, state);
    if (added.length > 0) change({ media: [...drafts.of(sessionKey).media, ...added] });
  };

  const onPaste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void attach([...event.clipboardData.files]);
  };

  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    void attach([...event.dataTransfer.files]);
  };

  const mention = mentionAt(draft.text, caret);
  const asks = text(isNew ? "composer.askNew" : "composer.ask");
  const placeholder = isRunning ? text("composer.steer", { keys: keyWords("Shift+Mod+Enter") }) : asks;
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send("steer");
      }}
      onDrop={onDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      {draft.replaces === undefined ? null : (
        <div className="editing sm">
          <span className="grow">{text("composer.editing")}</span>
          <Button kind="ghost" size="small" onClick={() => drafts.clear(sessionKey)}>
            {text("action.cancel")}
          </Button>
        </div>
      )}
      {mention === null ? null : (
        <FileMentions
          sessionKey={sessionKey}
          query={mention.query}
          onPick={(path) => {
            const before = draft.text.slice(0, mention.start);
            change({ text: `${before}@${path} ${draft.text.slice(caret)}` });
            area.current?.focus();
          }}
        />
      )}
      <textarea
        ref={area}
        data-composer=""
        className="text"
        aria-label="Message"
        rows={1}
        value={draft.text}
        placeholder={placeholder}
        onChange={(event) => {
          change({ text: event.target.value });
          setCaret(event.target.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      <Attachments
        draft={draft}
        onRemove={(path) => change({ media: draft.media.filter((media) => media.path !== path) })}
      />
      <div className="tools">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void attach([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <IconButton label={text("composer.attach")} onClick={() => picker.current?.click()}>
          <Plus className="i" aria-hidden="true" />
        </IconButton>
        <IconButton
          label={text("composer.mention")}
          onClick={() => {
            change({ text: `${draft.text}@` });
            setCaret(draft.text.length + 1);
            area.current?.focus();
          }}
        >
          <AtSign className="i" aria-hidden="true" />
        </IconButton>
        <ModelMenu sessionKey={sessionKey} />
        <ModeMenu sessionKey={sessionKey} />
        <span className="grow" />
        <ContextRing sessionKey={sessionKey} />
        {isRunning ? (
          <Button className="stop" onClick={() => void stop()} keys="esc">
            <span className="sq" aria-hidden="true" />
            {text("composer.stop")}
          </Button>
        ) : null}
        <button
          type="submit"
          className={draft.text.trim() === "" && draft.media.length === 0 ? "send off" : "send"}
          aria-label={text("composer.send")}
          disabled={sending || (draft.text.trim() === "" && draft.media.length === 0)}
        >
          <ArrowUp className="i" aria-hidden="true" />
        </button>
      </div>
    </form>
  );
});

interface AttachmentsProps {
  readonly draft: Draft;
  readonly onRemove: (path: string) => void;
}

function Attachments({ draft, onRemove }: AttachmentsProps) {
  if (draft.media.length === 0) return null;
  return (
    <ul className="attachments" aria-label={text("composer.attachments")}>
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
