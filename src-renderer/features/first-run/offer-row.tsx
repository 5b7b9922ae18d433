import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";

interface OfferRowProps {
  readonly offer: ModelOffer;
  /** The model that is chosen, of whatever offer. */
  readonly chosen: string | null;
  readonly onChoose: (modelId: string) => void;
}

/** Something that was found on this computer, with the choice of its models. */
export function OfferRow({ offer, chosen, onChoose }: OfferRowProps) {
  const own = chosen !== null && offer.models.includes(chosen) ? chosen : null;
  const first = offer.models[0];
  const isReady = offer.state === "ready" && first !== undefined;
  return (
    <label
      className={`${styles.offer}${own === null ? "" : ` ${styles.isChosen}`}${isReady ? "" : ` ${styles.isQuiet}`}`}
    >
      <input
        type="radio"
        name="model"
        disabled={!isReady}
        checked={own !== null}
        onChange={() => (first === undefined ? undefined : onChoose(first))}
      />
      <span className="grow">
        <b className="medium">{offer.name}</b>
        <span className="meta small mono block">{own ?? offer.source}</span>
      </span>
      {isReady ? null : <span className="small meta">{text("first.notRunning")}</span>}
      {own !== null && offer.models.length > 1 ? (
        <select
          className="button"
          aria-label={text("first.changeModel")}
          value={own}
          onChange={(event) => onChoose(event.target.value)}
        >
          {offer.models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </select>
      ) : null}
    </label>
  );
}
