import type { ModelOffer } from "../../../src-preload/contract/window.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";

/** Apps that could have a model and do not run: people ask where theirs is, and how it is started. */
export function OtherApps({ offers }: { readonly offers: readonly ModelOffer[] }) {
  if (offers.length === 0) return null;
  const idle = offers.filter(({ state }) => state !== "ready").length;
  return (
    <Disclosure label={text("first.otherApps", { count: idle })}>
      <ul className={styles.others}>
        {offers.map((offer) => (
          <li key={offer.id}>
            <div className={styles.other}>
              <span className="medium">{offer.name}</span>
              <span className="meta small mono grow">{offer.source}</span>
              <span className="meta small">
                {text(offer.state === "ready" ? "first.noChatModel" : "first.notRunning")}
              </span>
            </div>
            {offer.howTo === "" ? null : (
              <Disclosure label={text("connection.howTo")} of={offer.name}>
                <p className={`${styles.howTo} small dim`}>{offer.howTo}</p>
              </Disclosure>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
