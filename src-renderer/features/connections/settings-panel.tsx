import { PanelRightClose } from "lucide-react";
import { useState } from "react";
import type { ProviderRow } from "../../../src-preload/contract/providers.ts";
import { RightColumn } from "../../columns/right-column.tsx";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf, shortName } from "../../state/models.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { KeptInput } from "../../ui/kept-input.tsx";
import panelStyles from "../../ui/panel.module.css";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";
import { FallbackField } from "./fallback-field.tsx";
import styles from "./form.module.css";
import { FormField } from "./form-field.tsx";
import { HeadersField } from "./headers-field.tsx";
import { KeyField } from "./key-field.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";

/** The settings of one connection. */
export function SettingsPanel({ row }: { readonly row: ProviderRow }) {
  const { preferences } = useWindow();
  const isPractice = row.kind === "practice";
  return (
    <RightColumn label={text("connection.settings")} column="details">
      <aside className={panelStyles.panel} aria-label={text("connection.settings")}>
        <div className={panelStyles.tabs}>
          <h2 className={panelStyles.title}>{text("connection.settings")}</h2>
          <IconButton label={text("details.close")} onClick={() => preferences.setState({ details: false })}>
            <PanelRightClose className="icon" aria-hidden="true" />
          </IconButton>
        </div>
        <div className={`${panelStyles.body} pad ${styles.form}`}>
          {isPractice ? <p className="dim">{text("connection.practiceWords")}</p> : <OwnFields row={row} />}
          <DefaultField row={row} />
          {isPractice ? null : <FallbackField />}
          {isPractice ? null : <HeadersField row={row} />}
        </div>
        {isPractice ? null : <RemoveFoot row={row} />}
      </aside>
    </RightColumn>
  );
}

function OwnFields({ row }: { readonly row: ProviderRow }) {
  const { connections } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (apiBase: string): Promise<void> => {
    const saved = await connections.save({ name: row.name, apiBase });
    setProblem(saved.ok ? null : saved.error.message);
  };
  return (
    <>
      <FormField label={text("connection.address")} hint={row.kind === "custom" ? "" : text("connection.addressHint")}>
        <KeptInput
          label={text("connection.address")}
          value={row.apiBase ?? ""}
          placeholder="https://host/v1"
          problem={problem}
          onKeep={(apiBase) => void save(apiBase)}
          onBack={() => setProblem(null)}
        />
      </FormField>
      <KeyField row={row} />
    </>
  );
}

function DefaultField({ row }: { readonly row: ProviderRow }) {
  const { agent, models } = useWindow();
  const [problem, setProblem] = useState<string | null>(null);
  const byDefault = usePick(agent.store, (state) => state.settings?.agents.defaults.model ?? null);
  const list = usePick(models.store, (state) => state.lists[row.name]);
  const ids = list?.models.map(({ id }) => id) ?? [];
  const isOwn = byDefault !== null && providerOf(byDefault) === row.name;
  const known = isOwn && !ids.includes(byDefault) ? [byDefault, ...ids] : ids;
  const choose = async (model: string): Promise<void> => setProblem(await agent.keepDefaults({ model }));
  if (known.length === 0) return null;
  return (
    <FormField
      label={text("connection.defaultModel")}
      problem={problem}
      hint={isOwn || byDefault === null ? "" : text("connection.defaultElsewhere", { model: byDefault })}
    >
      <Select
        label={text("connection.defaultModel")}
        value={isOwn ? byDefault : ""}
        isMono={isOwn}
        onChoose={(model) => void choose(model)}
      >
        {isOwn ? null : <option value="">{text("connection.noneOfThese")}</option>}
        {known.map((id) => (
          <option key={id} value={id}>
            {shortName(id)}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

/** The settings may write a name their own way: `OpenAI`, `lm-studio`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function RemoveFoot({ row }: { readonly row: ProviderRow }) {
  const { agent, providerRemoval } = useWindow();
  const isInSettings = usePick(agent.store, ({ settings }) =>
    Object.keys(settings?.providers ?? {}).some((name) => plain(name) === plain(row.name)),
  );
  if (!isInSettings) return null;
  return (
    <div className={styles.panelFoot}>
      <Button kind="danger" onClick={() => void providerRemoval.begin(row.name)}>
        {text("connection.remove")}
      </Button>
      <RemoveDialog row={row} />
    </div>
  );
}
