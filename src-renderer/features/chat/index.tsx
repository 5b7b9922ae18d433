import { CircleX } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { McpAsk } from "../../../src-preload/contract/mcp-asks.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { asksOf } from "../../state/asks.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { OpenChatState } from "../../state/open-chat.ts";
import { isNewChat } from "../../state/starters.ts";
import { Button } from "../../ui/button.tsx";
import markStyles from "../../ui/mark.module.css";
import { Mark } from "../../ui/mark.tsx";
import { LocalImage } from "../../ui/markdown/markdown-image.tsx";
import { Note } from "../../ui/note.tsx";
import pageStyles from "../../ui/page.module.css";
import { PrivateSign } from "../../ui/private-sign.tsx";
import { text } from "../../ui/text.ts";
import { BudgetLine } from "./budget-line.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { ChatImage } from "./chat-image.tsx";
import composerStyles from "./composer.module.css";
import { Composer } from "./composer.tsx";
import { NewChat } from "./new-chat.tsx";
import { retryWords, switchedWords } from "./run-words.ts";
import {
  AskList,
  BudgetNote,
  DropTarget,
  InterruptedNote,
  PromptForm,
  QueueList,
  RestoreDialog,
  RunningList,
  SoughtBar,
  SubagentNote,
  TrustNote,
} from "./seldom.tsx";
import styles from "./transcript.module.css";
import { Transcript } from "./transcript.tsx";
import { stepsOfRun } from "./turns.ts";
import { useFileDrop } from "./use-file-drop.ts";

interface ChatPlaceProps {
  /** Draws the files that are open beside a chat. */
  readonly openFiles: (sessionKey: SessionKey) => ReactNode;
}

/** The open chat: header, transcript, composer. */
export function ChatPlace({ openFiles }: ChatPlaceProps) {
  const { agent, asks, changes, chat, composer, folderTrust, overlay, runningCommands, soughtMessage, workFiles } =
    useWindow();
  const open = usePick(chat.store, (state) => state);
  const byDefault = usePick(agent.store, (state) => state.settings?.agents.defaults.workFolder ?? "");
  const isUntrusted = usePick(folderTrust.store, ({ look }) => look?.isTrusted === false);
  const hasCommands = usePick(runningCommands.store, ({ commands }) => commands.length > 0);
  const isRestoring = usePick(changes.store, ({ restoring }) => restoring !== null);
  const tabs = usePick(workFiles.store, (state) => (open.kind === "none" ? null : (state.tabs[open.key] ?? null)));
  const isFileShown = tabs !== null && tabs.shown !== null;
  const waiting = usePick(asks.store, (state) => state.asks);
  const isSought = usePick(soughtMessage.store, ({ kind }) => kind !== "none");
  const asksPrompt = usePick(overlay.store, ({ kind }) => kind === "prompt");
  const area = useRef<HTMLElement>(null);
  const key = open.kind === "none" ? null : open.key;
  const dragged = useFileDrop(area, {
    files: (files) => void (key === null ? undefined : composer.attach(key, files)),
    path(path) {
      if (key === null) return;
      workFiles.showChat(key);
      composer.mentionPath(key, path);
    },
  });
  if (open.kind === "none") return <section className={pageStyles.main} ref={area} />;
  const asked = asksOf(waiting, open.key);
  const view = open.kind === "open" ? open.view : null;
  const isRunning = view?.run !== null && view?.run !== undefined && view.run.end === null;
  const parent = open.kind === "open" ? open.facts.parent : undefined;
  const workFolder = (open.kind === "open" ? open.facts.workFolder : null) ?? byDefault;
  return (
    <section className={pageStyles.main} ref={area}>
      <ChatHeader
        sessionKey={open.key}
        summary={view?.summary ?? null}
        workFolder={workFolder}
        onlySkill={open.kind === "open" ? open.facts.onlySkill : null}
      />
      {tabs === null ? null : <Suspense fallback={null}>{openFiles(open.key)}</Suspense>}
      {/* It stays as it is behind a file: where it was scrolled to, and what comes in. */}
      <div className={isFileShown ? `${styles.chat} ${styles.isBehind}` : styles.chat} inert={isFileShown}>
        {isSought ? <SoughtBar /> : null}
        <LocalImage value={ChatImage}>
          <ChatBody open={open} />
        </LocalImage>
        <div className={styles.dock}>
          <div className={styles.column}>
            {open.kind === "open" && open.facts.interrupted !== null && !isRunning && parent === undefined ? (
              <InterruptedNote sessionKey={open.key} step={stepsOfRun(open.view.messages, open.facts.interrupted)} />
            ) : null}
            {open.kind === "open" && open.facts.overBudget !== null && !isRunning ? (
              <BudgetNote sessionKey={open.key} scope={open.facts.overBudget} />
            ) : (
              <BudgetLine sessionKey={open.key} />
            )}
            {asked.length === 0 ? null : <AskList asks={asked} />}
            {isUntrusted ? <TrustNote /> : null}
            {hasCommands ? <RunningList sessionKey={open.key} /> : null}
            {view === null || view.queue.length === 0 ? null : <QueueList view={view} />}
            {isPrivateKey(open.key) ? <PrivateSign words={text("chat.privateWords")} /> : null}
            <div className={composerStyles.edge} data-reaches-out="">
              {isNewChat(open) ? (
                <span className={`${markStyles.perched} ${composerStyles.bird}`}>
                  <Mark branch={false} />
                </span>
              ) : null}
              {parent === undefined ? (
                <Composer sessionKey={open.key} isRunning={isRunning} isNew={isNewChat(open)} />
              ) : (
                <SubagentNote sessionKey={open.key} parent={parent} isRunning={isRunning} />
              )}
            </div>
          </div>
        </div>
      </div>
      <Announcer open={open} asked={asked[0] ?? null} />
      {isRestoring ? <RestoreDialog /> : null}
      {asksPrompt ? <PromptForm /> : null}
      {dragged === null ? null : <DropTarget dragged={dragged} />}
    </section>
  );
}

function ChatBody({ open }: { readonly open: OpenChatState }) {
  const { chat } = useWindow();
  switch (open.kind) {
    case "none":
      return null;
    case "new":
      return <NewChat sessionKey={open.key} />;
    case "loading":
      return <div className={styles.transcript} role="log" aria-label={text("chat.transcript")} aria-busy="true" />;
    case "failed":
      return (
        <div className={`${styles.transcript} ${styles.isCentred}`}>
          <div className={styles.column} role="alert">
            <Note tone="failed" icon={CircleX} title={text("chat.notOpened")} cause={open.message}>
              <Button size="small" onClick={() => void chat.open(open.key)}>
                {text("action.again")}
              </Button>
            </Note>
          </div>
        </div>
      );
    case "open":
      // Its settings may have been chosen before the first message.
      return isNewChat(open) ? (
        <NewChat sessionKey={open.key} />
      ) : (
        <Transcript key={open.key} view={open.view} loadingEarlier={open.loadingEarlier} facts={open.facts} />
      );
    default: {
      const never: never = open;
      return never;
    }
  }
}

/** Tells a screen reader of each finished answer, each request and each time that a model is waited for, once. */
function Announcer({ open, asked }: { readonly open: OpenChatState; readonly asked: McpAsk | null }) {
  const region = useRef<HTMLDivElement>(null);
  const said = useRef(new Set<string>());
  const view = open.kind === "open" ? open.view : null;
  const ended = view?.run?.end ?? null;
  const runId = view?.run?.runId ?? "";
  const waiting = view?.approvals[0];
  const retry = view?.run?.retry ?? null;
  const switched = view?.run?.switched ?? null;
  useEffect(() => {
    const say = (id: string, words: string): void => {
      if (said.current.has(id) || region.current === null) return;
      said.current.add(id);
      region.current.textContent = words;
    };
    if (waiting !== undefined) say(waiting.approvalId, text("announce.approval", { title: waiting.subject.title }));
    else if (asked !== null) say(asked.id, text("announce.asked", { server: asked.server }));
    else if (ended !== null) say(runId, text("announce.answer", { words: ended.text.slice(0, 500) }));
    else if (retry !== null) say(`${runId} ${retry.until}`, `${retryWords(retry.until - Date.now())} ${retry.message}`);
    else if (switched !== null) say(`${runId} ${switched.to}`, switchedWords(switched));
  }, [ended, runId, waiting, retry, switched, asked]);
  return <div ref={region} className="screen-reader" role="status" aria-live="polite" />;
}
