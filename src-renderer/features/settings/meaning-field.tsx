import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import type { EmbeddingsPlace } from "../../../src-preload/contract/embeddings.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf, shortName } from "../../state/models.ts";
import { tokenCount } from "../../ui/amounts.ts";
import { Bones } from "../../ui/bones.tsx";
import { Button } from "../../ui/button.tsx";
import { KeptInput } from "../../ui/kept-input.tsx";
import noteStyles from "../../ui/note.module.css";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";
import { duration } from "../../ui/time.ts";
import { Field } from "./field.tsx";
import styles from "./meaning-field.module.css";

type Chosen = Settings["memory"]["recall"]["embeddings"];
type Keep = (embeddings: Partial<Chosen>) => void;

/** What finds things by what they mean: who makes the vectors, where texts go, and how far it is. */
export function MeaningField({ chosen }: { readonly chosen: Chosen }) {
  const { agent, embeddings, notify } = useWindow();
  const place = usePick(embeddings.store, (state) => state.place);
  const keep: Keep = (change) => {
    void agent.update({ memory: { recall: { embeddings: change } } }).then((problem) => {
      if (problem !== null) notify(problem, "failed");
    });
  };
  // Which models there are is known with it: what is chosen before would be without one.
  if (place.kind === "loading") return <Bones rows={1} />;
  return (
    <>
      <ProviderChoice chosen={chosen} keep={keep} />
      {chosen.provider === null ? null : <ModelChoice provider={chosen.provider} model={chosen.model} keep={keep} />}
      {place.kind === "failed" ? (
        <p className={noteStyles.failed} role="alert">
          {place.message}
        </p>
      ) : null}
      {place.kind === "ready" ? <Standing place={place.chosen} agreed={chosen.agreedAddresses} keep={keep} /> : null}
    </>
  );
}

/** One that is set up, or known to have models that make vectors. */
function ProviderChoice({ chosen, keep }: { readonly chosen: Chosen; readonly keep: Keep }) {
  const { providers, embeddings } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows);
  const models = usePick(embeddings.store, (state) => state.models);
  const offered = rows.filter(
    ({ name, kind, isSetUp }) => kind !== "practice" && (isSetUp || name === chosen.provider),
  );
  const choose = (name: string): void => {
    const usual = models.find((id) => providerOf(id) === name);
    if (name === "") keep({ provider: null, model: null });
    else keep({ provider: name, model: usual === undefined ? null : shortName(usual) });
  };
  return (
    <Field label={text("settings.meaning")} hint={text("settings.meaningHint")}>
      <Select label={text("settings.meaning")} value={chosen.provider ?? ""} onChoose={choose}>
        <option value="">{text("settings.meaningNone")}</option>
        {offered.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface ModelChoiceProps {
  readonly provider: string;
  readonly model: string | null;
  readonly keep: Keep;
}

function ModelChoice({ provider, model, keep }: ModelChoiceProps) {
  const models = usePick(useWindow().embeddings.store, (state) => state.models);
  const usual = models.filter((id) => providerOf(id) === provider).map(shortName);
  return (
    <Field label={text("settings.meaningModel")} hint={text("settings.meaningModelHint")}>
      <div className={styles.model}>
        <KeptInput
          label={text("settings.meaningModel")}
          value={model ?? ""}
          placeholder={usual[0] ?? "text-embedding-3-small"}
          onKeep={(name) => keep({ model: name === "" ? null : name })}
        />
        <div className={styles.usual}>
          {usual.map((name) => (
            <Button
              key={name}
              size="small"
              kind="ghost"
              aria-pressed={name === model}
              onClick={() => keep({ model: name })}
            >
              <span className="mono">{name}</span>
            </Button>
          ))}
        </div>
      </div>
    </Field>
  );
}

interface StandingProps {
  readonly place: EmbeddingsPlace;
  readonly agreed: readonly string[];
  readonly keep: Keep;
}

function Standing({ place, agreed, keep }: StandingProps) {
  if (place.kind === "none") return null;
  if (place.kind === "broken") {
    return (
      <p className={noteStyles.failed} role="alert">
        {place.message}
      </p>
    );
  }
  return (
    <>
      {place.isAgreed ? (
        <Progress
          place={place}
          onTakeBack={() => keep({ agreedAddresses: agreed.filter((one) => one !== place.address) })}
        />
      ) : (
        <Agreement place={place} />
      )}
      <Trial />
    </>
  );
}

type Ready = Extract<EmbeddingsPlace, { kind: "ready" }>;

/** What would go where, before anything does. */
function Agreement({ place }: { readonly place: Ready }) {
  const { embeddings, notify } = useWindow();
  const { title, address, isLocal } = place;
  const agree = async (): Promise<void> => {
    const problem = await embeddings.agree(address);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <section className={`${noteStyles.note} ${styles.agreement}`} aria-label={text("settings.meaningWhere")}>
      <p>{text(isLocal ? "settings.meaningGoesLocal" : "settings.meaningGoesTo", { title, address })}</p>
      <p className="meta">{forecastWords(place)}</p>
      <Button kind="primary" onClick={() => void agree()}>
        {text("settings.meaningAgree")}
      </Button>
    </section>
  );
}

function Progress({ place, onTakeBack }: { readonly place: Ready; readonly onTakeBack: () => void }) {
  const { title, address, made, all, isLocal, problem } = place;
  const isWhole = made >= all;
  return (
    <Field
      label={text(isWhole ? "settings.meaningDone" : "settings.meaningMade", { made, all })}
      hint={text(isLocal ? "settings.meaningStays" : "settings.meaningAgreed", { title, address })}
    >
      <div className={styles.progress}>
        {isWhole ? null : <progress aria-label={text("settings.meaning")} value={made} max={Math.max(all, 1)} />}
        <Button size="small" onClick={onTakeBack}>
          {text("settings.meaningStop")}
        </Button>
        {isWhole ? null : <p className="meta small">{forecastWords(place)}</p>}
        {problem === null ? null : (
          <p className="tone-failed small" role="status">
            {text("settings.meaningProblem", { reason: problem })}
          </p>
        )}
      </div>
    </Field>
  );
}

function forecastWords({ all, made, lackingTokens, forecast }: Ready): string {
  if (all === 0) return text("settings.meaningUnread");
  const known = { count: all - made, tokens: tokenCount(lackingTokens) };
  if (forecast === null) return text("settings.meaningLacks", known);
  if (forecast === 0) return text("settings.meaningFree", known);
  return text("settings.meaningCosts", { ...known, cost: dollarsText(forecast) });
}

/** A made-up sentence is sent, and what came of it. */
function Trial() {
  const { embeddings } = useWindow();
  const test = usePick(embeddings.store, (state) => state.test);
  const isOn = test.kind === "on";
  return (
    <Field label={text("settings.meaningTest")} hint={text("settings.meaningTestHint")}>
      <div className={styles.progress}>
        <Button size="small" isBusy={isOn} onClick={() => void embeddings.test()}>
          {text(isOn ? "settings.meaningTesting" : "settings.meaningTestButton")}
        </Button>
        <div role="status" className="small">
          {test.kind === "passed" ? `${test.message} ${duration(test.tookMs)}` : null}
          {test.kind === "failed" ? <p className="tone-failed">{`${test.message} ${test.nextStep}`}</p> : null}
          {test.kind === "untold" ? <p className="tone-failed">{test.message}</p> : null}
        </div>
      </div>
    </Field>
  );
}
