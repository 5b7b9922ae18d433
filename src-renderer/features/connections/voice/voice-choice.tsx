import { useState } from "react";
import type { TranscriptionPlace } from "../../../../src-preload/contract/transcription.ts";
import { usePick, useWindow } from "../../../state/context.ts";
import { providerOf, shortName } from "../../../state/models.ts";
import { Button } from "../../../ui/button.tsx";
import cardStyles from "../../../ui/card.module.css";
import { KeptInput } from "../../../ui/kept-input.tsx";
import { Select } from "../../../ui/select.tsx";
import { text } from "../../../ui/text.ts";
import fieldStyles from "../card-fields.module.css";
import { FormField } from "../form-field.tsx";
import styles from "./voice.module.css";

type Change = Readonly<Record<string, string | number | null>>;

/** What is asked to put speech into words. Kept as it is chosen. */
export function VoiceChoice({ chosen }: { readonly chosen: TranscriptionPlace }) {
  const { agent, overlay } = useWindow();
  const settings = usePick(agent.store, (state) => state.settings?.transcription);
  const [problem, setProblem] = useState<string | null>(null);
  if (settings === undefined) return null;
  const keep = async (transcription: Change): Promise<void> => setProblem(await agent.update({ transcription }));
  return (
    <section className={cardStyles.card} aria-label={text("voice.choice")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("voice.choice")}</h2>
        <Button size="small" onClick={() => overlay.open({ kind: "add", side: "connection" })}>
          {text("connection.add")}
        </Button>
      </div>
      <div className={`${cardStyles.body} ${fieldStyles.fields}`}>
        <ProviderField provider={settings.provider} keep={keep} problem={problem} />
        {settings.provider === null ? null : (
          <>
            <ModelField provider={settings.provider} model={settings.model} keep={keep} />
            <FormField label={text("voice.language")} hint={text("voice.languageHint")}>
              <KeptInput
                label={text("voice.language")}
                value={settings.language ?? ""}
                placeholder={text("voice.languageAny")}
                onKeep={(language) => void keep({ language: language === "" ? null : language })}
              />
            </FormField>
            <PriceField own={settings.pricePerMinute} chosen={chosen} keep={keep} />
          </>
        )}
      </div>
    </section>
  );
}

interface FieldProps {
  readonly keep: (change: Change) => Promise<void>;
}

/** One that is set up, or known to have models of speech. */
function ProviderField({
  provider,
  problem,
  keep,
}: FieldProps & { readonly provider: string | null; readonly problem: string | null }) {
  const { providers, transcription } = useWindow();
  const rows = usePick(providers.store, (state) => state.rows);
  const models = usePick(transcription.store, (state) => state.models);
  const known = new Set(models.map(providerOf));
  const offered = rows.filter(
    ({ name, kind, isSetUp }) => kind !== "practice" && (isSetUp || known.has(name) || name === provider),
  );
  const choose = (name: string): void => {
    if (name === "") return void keep({ provider: null, model: null });
    const usual = models.find((id) => providerOf(id) === name);
    void keep({ provider: name, model: usual === undefined ? null : shortName(usual), pricePerMinute: null });
  };
  return (
    <FormField label={text("voice.provider")} hint={text("voice.providerHint")} problem={problem}>
      <Select label={text("voice.provider")} value={provider ?? ""} onChoose={choose}>
        <option value="">{text("voice.nobody")}</option>
        {offered.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

function ModelField({
  provider,
  model,
  keep,
}: FieldProps & { readonly provider: string; readonly model: string | null }) {
  const models = usePick(useWindow().transcription.store, (state) => state.models);
  const others = models.filter((id) => providerOf(id) === provider).map(shortName);
  return (
    <FormField label={text("voice.model")} hint={text("voice.modelHint")}>
      <KeptInput
        label={text("voice.model")}
        value={model ?? ""}
        placeholder="whisper-1"
        onKeep={(name) => void keep({ model: name === "" ? null : name, pricePerMinute: null })}
      />
      {others.length === 0 ? null : (
        <div className={styles.models}>
          {others.map((name) => (
            <Button
              key={name}
              size="small"
              kind="ghost"
              aria-pressed={name === model}
              onClick={() => void keep({ model: name, pricePerMinute: null })}
            >
              <span className="mono">{name}</span>
            </Button>
          ))}
        </div>
      )}
    </FormField>
  );
}

function PriceField({
  own,
  chosen,
  keep,
}: FieldProps & { readonly own: number | null; readonly chosen: TranscriptionPlace }) {
  const [problem, setProblem] = useState<string | null>(null);
  const known = chosen.kind === "ready" && own === null ? chosen.pricePerMinute : null;
  const onKeep = (words: string): void => {
    const price = words === "" ? null : Number(words.replace(",", "."));
    const isWrong = price !== null && !(price >= 0 && Number.isFinite(price));
    setProblem(isWrong ? text("voice.priceWrong") : null);
    if (!isWrong) void keep({ pricePerMinute: price });
  };
  return (
    <FormField label={text("voice.price")} hint={text(known === null ? "voice.priceHint" : "voice.priceKnown")}>
      <KeptInput
        label={text("voice.price")}
        value={own === null ? "" : String(own)}
        placeholder={known === null ? text("prices.noPrice") : String(known)}
        problem={problem}
        onKeep={onKeep}
        onBack={() => setProblem(null)}
      />
    </FormField>
  );
}
