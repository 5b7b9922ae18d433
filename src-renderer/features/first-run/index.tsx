import { RefreshCw } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import fieldStyles from "../../ui/field.module.css";
import { KeptInput } from "../../ui/kept-input.tsx";
import markStyles from "../../ui/mark.module.css";
import { Mark } from "../../ui/mark.tsx";
import noteStyles from "../../ui/note.module.css";
import { providerStages, Stages } from "../../ui/stages.tsx";
import { text } from "../../ui/text.ts";
import styles from "./first-run.module.css";
import { KeyOffer } from "./key-offer.tsx";
import { OfferRow } from "./offer-row.tsx";
import { useFirstRun } from "./use-first-run.ts";

/** Shown while no model is set: what is on this machine, a key, or a look around without either. */
export function FirstRun() {
  const { firstRun } = useWindow();
  const run = useFirstRun();
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <span className={`${markStyles.perched} ${styles.bird}`}>
          <Mark branch={false} />
        </span>
        <div className={styles.body}>
          <h1>{text("first.title")}</h1>
          <p className="dim">{text(run.found.kind === "looking" ? "first.looking" : "first.found")}</p>
          <Looked lines={run.found.kind === "looking" ? [] : run.found.looked} />
          <Offers run={run} />
          <Test run={run} />
          {run.rest === null ? null : (
            <p className={noteStyles.failed} role="alert">
              {run.rest}
            </p>
          )}
          <WorkFolder />
        </div>
        <div className={styles.foot}>
          <Button size="large" disabled={run.isBusy} onClick={() => void firstRun.practise()}>
            {text("first.practice")}
          </Button>
          <span className="small meta grow">{text("first.practiceHint")}</span>
          <Button kind="primary" size="large" disabled={!run.canStart} onClick={() => void firstRun.start()}>
            {text("first.start")}
          </Button>
        </div>
      </div>
    </main>
  );
}

function Looked({ lines }: { readonly lines: readonly string[] }) {
  return (
    <details className={`small ${styles.looked}`}>
      <summary className="link">{text("first.looked")}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line} className="meta">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface PartProps {
  readonly run: ReturnType<typeof useFirstRun>;
}

function Offers({ run }: PartProps) {
  const { firstRun } = useWindow();
  const offers = run.found.kind === "looking" ? [] : run.found.offers;
  return (
    <fieldset className={styles.offers}>
      <legend className="screen-reader">{text("first.title")}</legend>
      {offers.map((offer) => (
        <OfferRow key={offer.id} offer={offer} chosen={run.modelId} onChoose={firstRun.choose} />
      ))}
      <KeyOffer
        draft={run.draft}
        isChosen={run.isKey}
        problem={run.problem}
        onChoose={firstRun.chooseKey}
        onChange={firstRun.changeKey}
      />
    </fieldset>
  );
}

function Test({ run }: PartProps) {
  const { firstRun } = useWindow();
  const own = useRef<HTMLDivElement>(null);
  const stages = run.tested?.stages ?? null;
  // What it says may lie below the edge of a low window.
  useEffect(() => {
    if (stages !== null) own.current?.scrollIntoView({ block: "nearest" });
  }, [stages]);
  return (
    <div className={styles.test} ref={own}>
      <div className="row">
        <b className="medium grow">{text("first.test")}</b>
        <Button disabled={!run.canTest} onClick={() => void firstRun.test()}>
          <RefreshCw className="icon icon-small" aria-hidden="true" />
          {text("first.testButton")}
        </Button>
      </div>
      <Stages label={text("first.test")} names={providerStages} stages={stages} isOn={run.isBusy} />
    </div>
  );
}

function WorkFolder() {
  const { agent } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const workFolder = usePick(agent.store, (state) => state.settings?.agents.defaults.workFolder ?? "");
  const keep = async (folder: string): Promise<void> => setProblem(await agent.keepDefaults({ workFolder: folder }));
  return (
    <div className={fieldStyles.field}>
      <span className="grow">
        <b className="medium">{text("settings.workFolder")}</b>
        <span className="meta small block">{text("first.folder")}</span>
      </span>
      <KeptInput
        label={text("settings.workFolder")}
        value={workFolder}
        required
        problem={problem}
        onKeep={(folder) => void keep(folder)}
      />
    </div>
  );
}
