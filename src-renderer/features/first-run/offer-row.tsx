import { type ReactNode, useId } from "react";
import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";

interface OfferRowProps {
  readonly offer: ModelOffer;
  readonly isChosen: boolean;
  readonly onChoose: (offerId: string, modelId: string | null) => void;
  /** The choice of its models, where it is chosen. */
  readonly children: ReactNode;
}

/** Something that was found on this computer and can be begun with. */
export function OfferRow({ offer, isChosen, onChoose, children }: OfferRowProps) {
  const id = useId();
  const { id: offerId, name, source, kind, models } = offer;
  const [first] = models;
  return (
    <div className={isChosen ? `${styles.offer} ${styles.isChosen}` : styles.offer}>
      <input id={id} type="radio" name="model" checked={isChosen} onChange={() => onChoose(offerId, first ?? null)} />
      <label className="grow" htmlFor={id}>
        <b className="medium">{name}</b>
        <span className={kind === "environment" ? "meta small block" : "meta small mono block"}>
          {kind === "environment" ? text("first.inEnvironment", { variable: source }) : source}
        </span>
      </label>
      {children}
    </div>
  );
}
