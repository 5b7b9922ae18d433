import { useWindow } from "../../state/context.ts";
import { quietOffers, readyOffers } from "../../state/first-run-view.ts";
import { Button } from "../../ui/button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { text } from "../../ui/text.ts";
import { AddressOffer } from "./address-offer.tsx";
import styles from "./first-run.module.css";
import { KeyOffer } from "./key-offer.tsx";
import { ModelField } from "./model-field.tsx";
import { OfferRow } from "./offer-row.tsx";
import { OtherApps } from "./other-apps.tsx";
import type { ShownRun } from "./use-first-run.ts";

interface OffersProps {
  readonly run: ShownRun;
}

/** What runs here, keys that were found, a key, an address; what does not run is folded. */
export function Offers({ run }: OffersProps) {
  const { firstRun } = useWindow();
  const { found, chosen, draft, problem } = run;
  const model = <ModelField run={run} />;
  return (
    <>
      <Found run={run} />
      <fieldset className={styles.offers}>
        <legend className="screen-reader">{text("first.title")}</legend>
        {readyOffers(found).map((offer) => {
          const isChosen = chosen?.kind === "model" && chosen.offerId === offer.id;
          return (
            <OfferRow key={offer.id} offer={offer} isChosen={isChosen} onChoose={firstRun.choose}>
              {isChosen && run.choices.length > 0 ? model : null}
            </OfferRow>
          );
        })}
        <KeyOffer
          draft={draft}
          isChosen={chosen?.kind === "key"}
          hasField={chosen?.kind !== "address"}
          problem={problem}
          focusAsked={run.focusAsked.key}
          onChoose={firstRun.chooseKey}
          onChange={firstRun.changeKey}
          onEnter={() => void firstRun.test()}
        >
          {chosen?.kind === "key" && run.choices.length > 0 ? model : null}
        </KeyOffer>
        <AddressOffer
          draft={draft}
          isChosen={chosen?.kind === "address"}
          problem={problem}
          focusAsked={run.focusAsked}
          onChoose={() => firstRun.chooseAddress()}
          onChange={firstRun.changeAddress}
          onEnter={() => void firstRun.test()}
        >
          {chosen?.kind === "address" && (run.tested !== null || run.choices.length > 0) ? model : null}
        </AddressOffer>
      </fieldset>
      <OtherApps offers={quietOffers(found)} />
    </>
  );
}

/** What was found, where that was looked for, and a way to look again. */
function Found({ run: { found } }: OffersProps) {
  const { firstRun } = useWindow();
  const looked = found.kind === "found" ? found.looked : [];
  return (
    <div>
      <div className={styles.found} role="status">
        <span className="dim grow">{foundWords(found)}</span>
        {found.kind === "looking" || readyOffers(found).length > 0 ? null : (
          <Button kind="ghost" size="small" onClick={() => void firstRun.look()}>
            {text("first.lookAgain")}
          </Button>
        )}
      </div>
      {looked.length === 0 ? null : (
        <Disclosure label={text("first.looked")}>
          <ul className={styles.looked}>
            {looked.map((line) => (
              <li key={line} className="meta small">
                {line}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function foundWords(found: ShownRun["found"]): string {
  if (found.kind === "looking") return text("first.looking");
  if (found.kind === "failed") return found.message;
  return text(readyOffers(found).length === 0 ? "first.foundNone" : "first.found");
}
