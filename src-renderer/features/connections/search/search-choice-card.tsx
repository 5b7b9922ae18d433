import { useState } from "react";
import type { SearchChoice, SearchProviderName, SearchSetup } from "../../../../src-preload/contract/web-search.ts";
import { useWindow } from "../../../state/context.ts";
import cardStyles from "../../../ui/card.module.css";
import { KeptInput } from "../../../ui/kept-input.tsx";
import { Select } from "../../../ui/select.tsx";
import { text } from "../../../ui/text.ts";
import styles from "../card-fields.module.css";
import { FormField } from "../form-field.tsx";
import { SecretField } from "../secret-field.tsx";
import { useKeyHint } from "../use-key-hint.ts";

/** Who is asked, and what they want for it. Kept as it is chosen. */
export function SearchChoiceCard({ chosen }: { readonly chosen: SearchSetup }) {
  const { webSearch } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const choice = chosen.providers.find(({ name }) => name === chosen.provider);
  const choose = async (name: string): Promise<void> => {
    const wanted = chosen.providers.find((one) => one.name === name);
    if (wanted !== undefined) setProblem(await webSearch.save({ provider: wanted.name }));
  };
  return (
    <section className={cardStyles.card} aria-label={text("search.choice")}>
      <div className={cardStyles.head}>
        <h2 className="grow">{text("search.choice")}</h2>
      </div>
      <div className={`${cardStyles.body} ${styles.fields}`}>
        <FormField label={text("search.provider")} hint={hintOf(choice)} problem={problem}>
          <Select label={text("search.provider")} value={chosen.provider} onChoose={(name) => void choose(name)}>
            {chosen.providers.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </Select>
        </FormField>
        {choice?.needs === "key" ? <KeyField chosen={chosen} title={choice.title} /> : null}
        {choice?.needs === "address" ? <AddressField provider={choice.name} baseUrl={chosen.baseUrl} /> : null}
      </div>
    </section>
  );
}

function hintOf(choice: SearchChoice | undefined): string {
  switch (choice?.needs) {
    case "key":
      return text("search.keyHint");
    case "address":
      return text("search.addressHint");
    case "nothing":
      return text("search.duckduckgoHint");
    default:
      return "";
  }
}

function KeyField({ chosen, title }: { readonly chosen: SearchSetup; readonly title: string }) {
  const { webSearch } = useWindow();
  const hint = useKeyHint();
  const { key, provider } = chosen;
  if (key === "not-needed") return null;
  return (
    <SecretField
      label={text("search.key")}
      inputLabel={text("search.keyOf", { title })}
      place={text(`search.keyPlace.${key}`)}
      hint={hint}
      hasOwn={key !== "none"}
      onSave={(apiKey) => webSearch.save({ provider, apiKey })}
    />
  );
}

interface AddressFieldProps {
  readonly provider: SearchProviderName;
  readonly baseUrl: string | null;
}

function AddressField({ provider, baseUrl }: AddressFieldProps) {
  const { webSearch } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async (typed: string): Promise<void> => setProblem(await webSearch.save({ provider, baseUrl: typed }));
  return (
    <FormField label={text("search.address")}>
      <KeptInput
        label={text("search.address")}
        value={baseUrl ?? ""}
        placeholder="http://127.0.0.1:8888"
        problem={problem}
        onKeep={(typed) => void keep(typed)}
        onBack={() => setProblem(null)}
      />
    </FormField>
  );
}
