import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { RecorderState } from "../../state/recorder-state.ts";
import { Button } from "../../ui/button.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { useNow } from "../../ui/use-now.ts";
import styles from "./voice-line.module.css";

type Shown = Exclude<RecorderState, { kind: "idle" }>;

/** What the voice of this chat is doing, and what can be done about it. */
export function VoiceLine({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { recorder } = useWindow();
  const state = usePick(recorder.store, (now) => now);
  if (state.kind === "idle" || state.sessionKey !== sessionKey) return null;
  return <Line state={state} />;
}

function Line({ state }: { readonly state: Shown }) {
  const { recorder, composer } = useWindow();
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = line.current;
    return () => {
      // What had the focus goes with it.
      if (element?.contains(document.activeElement) === true) composer.focus();
    };
  }, [composer]);
  useEffect(() => {
    const element = line.current;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      // With the focus in here it is not the run that is meant.
      event.preventDefault();
      recorder.cancel();
    };
    element?.addEventListener("keydown", onKey);
    return () => element?.removeEventListener("keydown", onKey);
  }, [recorder]);
  return (
    <div ref={line} className={styles.line} data-voice={state.kind}>
      <Words state={state} />
    </div>
  );
}

function Words({ state }: { readonly state: Shown }) {
  switch (state.kind) {
    case "needs":
      return <Needs state={state} />;
    case "agreeing":
      return <Agreeing state={state} />;
    case "asking":
      return <Told words={text("voice.asking")} acts={<CancelButton takesFocus />} />;
    case "recording":
      return <Recording since={state.since} />;
    case "transcribing":
      return <Told words={progressWords(state)} acts={<CancelButton words="composer.stop" takesFocus />} />;
    case "no-microphone":
      return <Told words={text(state.words)} isFailed acts={<AgainActs />} />;
    case "failed":
      return <Failed state={state} />;
    default: {
      const never: never = state;
      return never;
    }
  }
}

function progressWords({ done, parts }: Extract<Shown, { kind: "transcribing" }>): string {
  return parts > 1 ? text("voice.transcribingPart", { part: done + 1, parts }) : text("voice.transcribing");
}

interface ToldProps {
  readonly words: string;
  readonly isFailed?: boolean;
  readonly acts: ReactNode;
}

function Told({ words, isFailed = false, acts }: ToldProps) {
  return (
    <>
      <span className={styles.words} role={isFailed ? "alert" : "status"}>
        {words}
      </span>
      <span className={styles.acts}>{acts}</span>
    </>
  );
}

function Needs({ state: { aim, message } }: { readonly state: Extract<Shown, { kind: "needs" }> }) {
  const { recorder, place } = useWindow();
  const needed = text(aim === "send" ? "voice.needsToSend" : "voice.needsToDictate");
  return (
    <Told
      words={message === "" ? needed : message}
      acts={
        <>
          {aim === "send" ? <AsFileButton /> : null}
          <CancelButton words="voice.notNow" />
          <ActButton
            words="voice.openConnections"
            onClick={() => {
              recorder.cancel();
              place.go({ name: "connections", shown: { kind: "voice" } });
            }}
          />
        </>
      }
    />
  );
}

function Agreeing({ state }: { readonly state: Extract<Shown, { kind: "agreeing" }> }) {
  const { recorder } = useWindow();
  const { title, address } = state;
  return (
    <Told
      words={`${text(state.isLocal ? "voice.goesLocal" : "voice.goesTo", { title, address })} ${text("voice.saidOnce")}`}
      acts={
        <>
          {state.aim === "send" ? <AsFileButton /> : null}
          <CancelButton words="voice.notNow" />
          <ActButton words={agreeWords(state)} onClick={() => void recorder.agree()} />
        </>
      }
    />
  );
}

function agreeWords({ aim, spoken }: Extract<Shown, { kind: "agreeing" }>): TextKey {
  if (aim === "send") return "voice.agreeSend";
  return spoken.length === 0 ? "voice.agreeRecord" : "voice.agreeRead";
}

function Recording({ since }: { readonly since: number }) {
  const { recorder } = useWindow();
  const seconds = Math.max(0, Math.floor((useNow() - since) / 1000));
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return (
    <>
      <span className="dot running" aria-hidden="true" />
      <span className={styles.words} role="status">
        {text("voice.recording")}
      </span>
      <span className={styles.time} role="timer" aria-label={text("voice.time")}>
        {time}
      </span>
      <Level />
      <span className={styles.acts}>
        <CancelButton />
        <ActButton words="voice.done" onClick={() => void recorder.finish()} />
      </span>
    </>
  );
}

/** How loud it is: for the eye, and as a meter for those who ask. */
function Level() {
  const level = usePick(useWindow().recorder.level, (state) => Math.round(state.level * 50) / 50);
  return (
    <span
      className={styles.level}
      role="meter"
      aria-label={text("voice.level")}
      aria-valuemin={0}
      aria-valuemax={1}
      aria-valuenow={level}
    >
      <span style={{ transform: `scaleX(${level})` }} />
    </span>
  );
}

function Failed({ state: { aim, message, spoken } }: { readonly state: Extract<Shown, { kind: "failed" }> }) {
  const isKept = spoken.length > 0;
  const kept = text(spoken.some(({ kind }) => kind === "here") ? "voice.keptHere" : "voice.kept");
  return (
    <Told
      words={isKept ? `${message} ${kept}` : message}
      isFailed
      acts={
        <>
          {aim === "send" && isKept ? <AsFileButton /> : null}
          <AgainActs />
        </>
      }
    />
  );
}

function AgainActs() {
  const { recorder } = useWindow();
  return (
    <>
      <CancelButton words="voice.close" />
      <ActButton words="action.again" onClick={() => void recorder.again()} />
    </>
  );
}

function AsFileButton() {
  const { recorder } = useWindow();
  return (
    <Button size="small" onClick={() => void recorder.sendAsFiles()}>
      {text("voice.asFile")}
    </Button>
  );
}

interface CancelProps {
  readonly words?: TextKey;
  /** There is nothing else to press. */
  readonly takesFocus?: boolean;
}

function CancelButton({ words = "action.cancel", takesFocus = false }: CancelProps) {
  const { recorder } = useWindow();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus && isFocusFree()) button.current?.focus();
  }, [takesFocus]);
  return (
    <button ref={button} type="button" className="button small ghost" onClick={recorder.cancel}>
      {text(words)}
    </button>
  );
}

/** What is most likely wanted: it has the focus where nothing else that is still there has it. */
function ActButton({ words, onClick }: { readonly words: TextKey; readonly onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocusFree()) button.current?.focus();
  }, []);
  return (
    <button ref={button} type="button" className="button small" onClick={onClick}>
      {text(words)}
    </button>
  );
}

/** Nobody is typing: the button that was pressed is gone or can no longer be pressed. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body || activeElement.closest("textarea, input") === null;
}
