import { KeyRound, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import type { ModelOffer, StageResult } from "../../../src-preload/contract/window.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { useDetectedKey } from "../../state/detected-key.ts";
import { Button } from "../../ui/button.tsx";
import { detectedWords } from "../../ui/detected-words.ts";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Stages } from "../../ui/stages.tsx";
import { text } from "../../ui/text.ts";

type Chosen = { readonly kind: "model"; readonly modelId: string } | { readonly kind: "key" } | null;

const practiceModel = "practice/practice";

/** Shown while no model is set: what is on this machine, a key, or a look around without either. */
export function FirstRun() {
  const { client, agent, providers, newChat, notify } = useWindow();
  const workFolder = usePick(agent.store, (state) => state.settings?.agents.defaults.workFolder ?? "");
  const [offers, setOffers] = useState<readonly ModelOffer[] | null>(null);
  const [looked, setLooked] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<Chosen>(null);
  const [key, setKey] = useState("");
  const detected = useDetectedKey(key);
  const providerRows = usePick(providers.store, (state) => state.rows);
  const [stages, setStages] = useState<readonly StageResult[] | null>(null);
  const [keyModel, setKeyModel] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    void providers.need();
    void client.request("model.probe", {}).then((probed) => {
      if (!probed.ok) return setOffers([]);
      setOffers(probed.value.offers);
      setLooked(probed.value.looked);
      const ready = probed.value.offers.find((offer) => offer.models.length > 0);
      const first = ready?.models[0];
      if (first !== undefined) setChosen({ kind: "model", modelId: first });
    });
  }, [client, providers]);

  /** What a test said holds for what it tested. */
  const choose = (next: Chosen): void => {
    setChosen(next);
    setStages(null);
    setKeyModel(null);
  };

  const wanted = chosen?.kind === "model" ? chosen.modelId : null;
  const test = async (): Promise<void> => {
    setBusy(true);
    const input = chosen?.kind === "key" ? { apiKey: key } : { ...(wanted === null ? {} : { modelId: wanted }) };
    const tested = await client.request("model.test", input);
    setBusy(false);
    if (!tested.ok) return notify(tested.error.message, "failed");
    setStages(tested.value.stages);
    setKeyModel(tested.value.modelId);
  };
  const start = async (modelId: string, apiKey?: string): Promise<void> => {
    setBusy(true);
    const done = await client.request("model.choose", { modelId, ...(apiKey === undefined ? {} : { apiKey }) });
    setBusy(false);
    if (!done.ok) return notify(done.error.message, "failed");
    await agent.load();
    newChat();
  };
  const startId = chosen?.kind === "key" ? keyModel : wanted;

  return (
    <main className="first-run">
      <div className="sheet-card">
        <span className="perched">
          <Mark branch={false} />
        </span>
        <div className="in">
          <h1>{text("first.title")}</h1>
          <p className="dim">{text(offers === null ? "first.looking" : "first.found")}</p>
          <details className="sm looked">
            <summary className="link">{text("first.looked")}</summary>
            <ul>
              {looked.map((line) => (
                <li key={line} className="meta">
                  {line}
                </li>
              ))}
            </ul>
          </details>
          <fieldset className="offers">
            <legend className="sr">{text("first.title")}</legend>
            {(offers ?? []).map((offer) => (
              <OfferRow
                key={offer.id}
                offer={offer}
                chosen={wanted}
                onChoose={(modelId) => choose({ kind: "model", modelId })}
              />
            ))}
            <label className={chosen?.kind === "key" ? "offer on" : "offer"}>
              <input
                type="radio"
                name="model"
                checked={chosen?.kind === "key"}
                onChange={() => choose({ kind: "key" })}
              />
              <span className="grow">
                <b className="b5">{text("first.paste")}</b>
                <span className="meta sm block" role="status">
                  {detectedWords(detected, providerRows)}
                </span>
              </span>
              <span className="input">
                <KeyRound className="i s" aria-hidden="true" />
                <input
                  type="password"
                  autoComplete="off"
                  aria-label={text("first.key")}
                  placeholder={text("first.key")}
                  value={key}
                  onFocus={() => (chosen?.kind === "key" ? undefined : choose({ kind: "key" }))}
                  onChange={(event) => {
                    choose({ kind: "key" });
                    setKey(event.target.value);
                  }}
                />
              </span>
            </label>
          </fieldset>
          <div className="test">
            <div className="row">
              <b className="b5 grow">{text("first.test")}</b>
              <Button
                disabled={busy || chosen === null || (chosen.kind === "key" && key === "")}
                onClick={() => void test()}
              >
                <RefreshCw className="i s" aria-hidden="true" />
                {text("first.testButton")}
              </Button>
            </div>
            <Stages stages={stages} isOn={busy} />
          </div>
          <div className="field">
            <span className="grow">
              <b className="b5">{text("settings.workFolder")}</b>
              <span className="meta sm block">{text("first.folder")}</span>
            </span>
            <KeptInput
              label={text("settings.workFolder")}
              value={workFolder}
              required
              onKeep={(folder) =>
                void agent.keepDefaults({ workFolder: folder }).then((problem) => {
                  if (problem !== null) notify(problem, "failed");
                })
              }
            />
          </div>
        </div>
        <div className="foot">
          <Button size="large" disabled={busy} onClick={() => void start(practiceModel)}>
            {text("first.practice")}
          </Button>
          <span className="sm meta grow">{text("first.practiceHint")}</span>
          <Button
            kind="primary"
            size="large"
            disabled={busy || startId === null}
            onClick={() =>
              startId === null ? undefined : void start(startId, chosen?.kind === "key" ? key : undefined)
            }
          >
            {text("first.start")}
          </Button>
        </div>
      </div>
    </main>
  );
}

interface OfferRowProps {
  readonly offer: ModelOffer;
  readonly chosen: string | null;
  readonly onChoose: (modelId: string) => void;
}

function OfferRow({ offer, chosen, onChoose }: OfferRowProps) {
  const own = chosen !== null && offer.models.includes(chosen) ? chosen : null;
  const first = offer.models[0];
  const isReady = offer.state === "ready" && first !== undefined;
  return (
    <label className={`offer${own === null ? "" : " on"}${isReady ? "" : " quiet"}`}>
      <input
        type="radio"
        name="model"
        disabled={!isReady}
        checked={own !== null}
        onChange={() => (first === undefined ? undefined : onChoose(first))}
      />
      <span className="grow">
        <b className="b5">{offer.name}</b>
        <span className="meta sm mono block">{own ?? offer.source}</span>
      </span>
      {isReady ? null : <span className="sm meta">{text("first.notRunning")}</span>}
      {own !== null && offer.models.length > 1 ? (
        <select
          className="btn"
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
