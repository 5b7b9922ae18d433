import { useId, useLayoutEffect, useRef, useState } from "react";
import { text } from "../../ui/text.ts";
import styles from "./long-words.module.css";

/** So much of a long message is shown at first; a fold that hides less than a few lines is none. */
const linesShown = 12;
const linesSpared = 3;
/** No line of the narrowest window holds fewer, in characters. */
const shortestLine = 15;

/** Whether it may take more lines than are shown: most messages cannot, and are not measured. */
function mayBeLong(words: string): boolean {
  const lines = linesShown + linesSpared;
  return words.length > lines * shortestLine || words.split("\n", lines + 1).length > lines;
}

interface LongWordsProps {
  readonly words: string;
  /** What is looked for stands in it: all of it is shown. */
  readonly isSought: boolean;
}

/** What a person wrote, in their lines; a long one is folded. */
export function LongWords({ words, isSought }: LongWordsProps) {
  const id = useId();
  const body = useRef<HTMLParagraphElement>(null);
  const [isLong, setLong] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const isMeasured = mayBeLong(words);
  useLayoutEffect(() => {
    if (isSought) setWhole(true);
  }, [isSought]);
  // How many lines it takes is known once it is laid out, and anew when its width is another one.
  useLayoutEffect(() => {
    const element = body.current;
    if (element === null || !isMeasured) return;
    const measure = (): void => {
      const line = Number.parseFloat(getComputedStyle(element).lineHeight);
      setLong(element.scrollHeight > line * (linesShown + linesSpared));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [isMeasured]);
  return (
    <>
      <p ref={body} id={id} className={`typed ${isLong && !isWhole ? styles.isFolded : ""}`} dir="auto">
        {words}
      </p>
      {isLong ? (
        <button
          type="button"
          className={`link ${styles.more}`}
          aria-expanded={isWhole}
          aria-controls={id}
          data-opens="above"
          onClick={() => setWhole(!isWhole)}
        >
          {text(isWhole ? "chat.showLess" : "chat.showAll")}
        </button>
      ) : null}
    </>
  );
}
