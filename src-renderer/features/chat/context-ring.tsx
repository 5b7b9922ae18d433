import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { percent, tokenCount, windowSize } from "../../ui/amounts.ts";
import { text } from "../../ui/text.ts";
import styles from "./composer.module.css";

const radius = 5.5;
const around = 2 * Math.PI * radius;

/** How much of the model's window the chat fills, and what it cost so far. Opens the inspector at it. */
export function ContextRing({ sessionKey }: { readonly sessionKey: SessionKey }) {
  const { chatMeter, preferences } = useWindow();
  const { key, context, cost } = usePick(chatMeter.store, (state) => state);
  if (context === null || key !== sessionKey) return null;
  const share = context.totalTokens / context.windowTokens;
  const facts = { tokens: tokenCount(context.totalTokens), window: windowSize(context.windowTokens) };
  const shown = percent(Math.min(1, share));
  return (
    <>
      <button
        type="button"
        className={`button ghost ${styles.context}`}
        aria-label={text("composer.context", { share: shown })}
        data-tip={text("composer.contextTokens", facts)}
        onClick={() => preferences.setState({ inspector: true, inspectorTab: "context" })}
      >
        <svg
          className={share >= 0.8 ? `${styles.ring} ${styles.isNear}` : styles.ring}
          viewBox="0 0 14 14"
          aria-hidden="true"
        >
          <circle cx="7" cy="7" r={radius} />
          <circle cx="7" cy="7" r={radius} strokeDasharray={`${Math.min(1, share) * around} ${around}`} />
        </svg>
        <span className={styles.word}>{shown}</span>
      </button>
      {cost === null || cost === 0 ? null : (
        <span className={`meta small number ${styles.cost}`} data-tip={text("composer.cost")}>
          {dollarsText(cost)}
        </span>
      )}
    </>
  );
}
