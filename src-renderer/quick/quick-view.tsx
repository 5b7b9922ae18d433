import { ArrowUp, Clipboard } from "lucide-react";
import { type KeyboardEvent, lazy, Suspense, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import { Button } from "../ui/button.tsx";
import { directionOfLines } from "../ui/direction.ts";
import { hasMod, isComposing, keyWords } from "../ui/keys.ts";
import { Mark } from "../ui/mark.tsx";
import { text } from "../ui/text.ts";
import { useFocus } from "../ui/use-focus.ts";
import { answerOf, linesOf, type QuickAnswer } from "./asked-words.ts";
import styles from "./quick.module.css";
import type { QuickAsk } from "./quick-ask.ts";

/** What draws an answer comes with the first one. */
const AnswerWords = lazy(async () => ({ default: (await import("./answer-words.tsx")).AnswerWords }));

/** One field, and below it the answer as it comes. Enter asks, Escape closes. */
export function QuickView({ quick }: { readonly quick: QuickAsk }) {
  const answer = useStore(quick.chat.store, (open) => (open.kind === "open" ? open.view : null));
  const shown = answer === null ? null : answerOf(answer);
  const box = useRef<HTMLDivElement>(null);
  useFittedWindow(box, quick.resize);
  useQuickKeys(quick, shown?.words ?? "");
  return (
    <main className={styles.quick} ref={box} aria-label={text("quick.name")}>
      <Question quick={quick} isOn={shown?.isOn ?? false} />
      <Below quick={quick} />
      {shown === null ? null : <Answer quick={quick} answer={shown} />}
    </main>
  );
}

/** The window is as high as its parts together; an answer that does not fit scrolls. */
function useFittedWindow(box: { readonly current: HTMLDivElement | null }, resize: (height: number) => void): void {
  const told = useRef(0);
  useLayoutEffect(() => {
    const main = box.current;
    if (main === null) return;
    const measure = (): void => {
      const parts = [...main.querySelectorAll<HTMLElement>("[data-part]")];
      const height = parts.reduce((sum, part) => sum + part.offsetHeight, 0);
      if (height === told.current) return;
      told.current = height;
      resize(height);
    };
    const observer = new ResizeObserver(measure);
    const follow = (): void => {
      observer.disconnect();
      for (const part of main.querySelectorAll("[data-part]")) observer.observe(part);
      measure();
    };
    const changes = new MutationObserver(follow);
    changes.observe(main, { childList: true });
    follow();
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, [box, resize]);
}

function useQuickKeys(quick: QuickAsk, answer: string): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if (key === "escape") quick.close();
      else if (hasMod(event) && key === "o") quick.open();
      else if (hasMod(event) && key === "c" && answer !== "" && isNothingMarked()) {
        void navigator.clipboard.writeText(answer);
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [quick, answer]);
}

function isNothingMarked(): boolean {
  const field = document.activeElement;
  const inField = field instanceof HTMLTextAreaElement && field.selectionStart !== field.selectionEnd;
  return !inField && (window.getSelection()?.isCollapsed ?? true);
}

function Question({ quick, isOn }: { readonly quick: QuickAsk; readonly isOn: boolean }) {
  const { words, focusAsked, isSending } = useStore(quick.store);
  const model = useStore(quick.agent.store, ({ settings }) => settings?.agents.defaults.model ?? null);
  const area = useRef<HTMLTextAreaElement>(null);
  useFocus(area, { asked: String(focusAsked), atFirst: true });
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== "Enter" || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    void quick.send();
  };
  return (
    <form
      className={styles.question}
      data-part=""
      onSubmit={(event) => {
        event.preventDefault();
        void quick.send();
      }}
    >
      <span className={styles.mark}>
        <Mark branch />
      </span>
      <textarea
        ref={area}
        className={styles.field}
        rows={Math.min(6, words.split("\n").length)}
        value={words}
        dir={directionOfLines(words)}
        placeholder={text("quick.ask")}
        aria-label={text("quick.field")}
        onChange={(event) => quick.write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {model === null ? null : (
        <span className={`${styles.model} meta cut`}>{model.slice(model.indexOf("/") + 1)}</span>
      )}
      {isOn ? (
        <Button size="small" onClick={quick.stop}>
          {text("composer.stop")}
        </Button>
      ) : null}
      <button
        type="submit"
        className={`button primary icon-only ${styles.send}`}
        aria-label={text("composer.send")}
        aria-disabled={words.trim() === "" || isSending}
      >
        <ArrowUp className="icon" aria-hidden="true" />
      </button>
    </form>
  );
}

/** What can go along, and what is in the way. */
function Below({ quick }: { readonly quick: QuickAsk }) {
  const { clipboard, isAttached, problem } = useStore(quick.store);
  const { link, settings } = useStore(quick.agent.store);
  const lines = linesOf(clipboard);
  const isLost = link.kind === "lost" || link.kind === "shut-out";
  const hasNoModel = settings !== null && settings.agents.defaults.model === null;
  const trouble = isLost ? text("quick.lost") : hasNoModel ? text("quick.noModel") : problem;
  if (trouble !== null) {
    return (
      <div className={styles.below} data-part="" role="alert">
        <span className="grow tone-failed">{trouble}</span>
        {isLost ? null : (
          <Button size="small" onClick={quick.open}>
            {text("quick.open")}
          </Button>
        )}
      </div>
    );
  }
  if (lines === 0) return null;
  return (
    <div className={styles.below} data-part="">
      <span className={isAttached ? `${styles.chip} ${styles.isAttached}` : styles.chip}>
        <Clipboard size={14} aria-hidden="true" />
        {lines === 1 ? text("quick.clipboardLine") : text("quick.clipboardLines", { count: lines })}
      </span>
      <Button kind="ghost" size="small" aria-pressed={isAttached} onClick={() => quick.attach(!isAttached)}>
        {text(isAttached ? "quick.detach" : "quick.attach")}
      </Button>
    </div>
  );
}

function Answer({ quick, answer }: { readonly quick: QuickAsk; readonly answer: QuickAnswer }) {
  const { words, isOn, needsYou, error } = answer;
  return (
    <>
      <section className={styles.answer} aria-label={text("quick.answer")} aria-busy={isOn} tabIndex={0}>
        <div className={styles.words} data-part="">
          {words === "" ? null : (
            <Suspense>
              <AnswerWords words={words} isOn={isOn} onOpen={quick.openAddress} />
            </Suspense>
          )}
          {error === null ? null : (
            <p className="tone-failed" role="alert">
              {error.message}
            </p>
          )}
          {isOn && !needsYou ? <p className="meta small">{text("quick.working")}</p> : null}
          {needsYou ? (
            <p className="tone-needs" role="status">
              {text("quick.needsYou")}
            </p>
          ) : null}
        </div>
      </section>
      <footer className={styles.foot} data-part="">
        <Button size="small" kind={needsYou ? "primary" : "plain"} keys={keyWords("Mod+O")} onClick={quick.open}>
          {text("quick.open")}
        </Button>
        {words === "" ? null : (
          <Button
            kind="ghost"
            size="small"
            keys={keyWords("Mod+C")}
            onClick={() => void navigator.clipboard.writeText(words)}
          >
            {text("quick.copy")}
          </Button>
        )}
        <span className="grow" />
        <span className="meta small">
          <kbd>esc</kbd> {text("quick.closes")}
        </span>
      </footer>
    </>
  );
}
