import { Ellipsis, Star } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import type { ModelEntry } from "../../../src-preload/contract/providers.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { providerOf, shortName } from "../../state/models.ts";
import { windowSize } from "../../ui/amounts.ts";
import { IconButton } from "../../ui/button.tsx";
import menuStyles from "../../ui/menu.module.css";
import { longPriceWords, peakWords, priceWords, shortLongPriceWords } from "../../ui/price-words.ts";
import tableStyles from "../../ui/table.module.css";
import { text } from "../../ui/text.ts";
import styles from "./models.module.css";
import { sourceWords } from "./source-words.ts";

interface ModelRowProps {
  readonly model: ModelEntry;
  readonly showsSource: boolean;
}

function able(can: boolean | null): string {
  return can === null ? text("usage.nothing") : text(can ? "connection.yes" : "connection.no");
}

export function ModelRow({ model, showsSource }: ModelRowProps) {
  const { id, contextWindow, tools, images, price, source } = model;
  const long = shortLongPriceWords(price);
  return (
    <tr>
      <td className={styles.name}>
        <span
          className="mono cut"
          data-tip={[id, priceWords(price), longPriceWords(price), peakWords(price)]
            .filter((words) => words !== "")
            .join(", ")}
        >
          {shortName(id)}
        </span>
        {source === "overflow" ? <LearntWindow id={id} /> : null}
      </td>
      <td className={tableStyles.isRight} data-tip={text(sourceWords[source])}>
        {contextWindow === null ? text("usage.nothing") : windowSize(contextWindow)}
        {showsSource && contextWindow !== null && source !== "overflow" ? (
          <span className="small">{text(sourceWords[source])}</span>
        ) : null}
      </td>
      <td className={tools === false ? "tone-failed" : ""}>{able(tools)}</td>
      <td className={styles.wide}>{able(images)}</td>
      <td className={`${tableStyles.isRight} ${styles.widest}`} data-tip={longPriceWords(price)}>
        {priceWords(price)}
        {long === "" ? null : <span className="small">{long}</span>}
      </td>
      <td className={styles.actions}>
        <span className="row">
          <Badge id={id} />
          <Favourite id={id} />
          <ModelActs id={id} />
        </span>
      </td>
    </tr>
  );
}

/** A window that an overflow told may be wrong, or old. */
function LearntWindow({ id }: { readonly id: string }) {
  const { connections, notify } = useWindow();
  const forget = async (): Promise<void> => {
    const problem = await connections.forget(id);
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <span className={`small ${styles.learnt}`}>
      {text("connection.learntWindow")}{" "}
      <button
        type="button"
        className="link"
        aria-label={text("connection.forgetWindow", { model: shortName(id) })}
        onClick={() => void forget()}
      >
        {text("connection.forget")}
      </button>
    </span>
  );
}

/** What a model is used for. */
function Badge({ id }: { readonly id: string }) {
  const { agent } = useWindow();
  const settings = usePick(agent.store, (state) => state.settings);
  const { model, fallbackModels = [] } = settings?.agents.defaults ?? {};
  if (model === id) return <span className="chip">{text("connection.default")}</span>;
  return fallbackModels.includes(id) ? <span className="chip">{text("connection.fallback")}</span> : null;
}

function Favourite({ id }: { readonly id: string }) {
  const { agent, notify } = useWindow();
  const favourites = usePick(agent.store, (state) => state.settings?.ui.favouriteModels) ?? [];
  const isOn = favourites.includes(id);
  const toggle = async (): Promise<void> => {
    const favouriteModels = isOn ? favourites.filter((other) => other !== id) : [...favourites, id];
    const problem = await agent.update({ ui: { favouriteModels } });
    if (problem !== null) notify(problem, "failed");
  };
  return (
    <IconButton
      size="small"
      className={isOn ? `${styles.star} ${styles.isOn}` : styles.star}
      label={text(isOn ? "connection.unfavour" : "connection.favour", { model: shortName(id) })}
      aria-pressed={isOn}
      onClick={() => void toggle()}
    >
      <Star className="icon icon-small" aria-hidden="true" />
    </IconButton>
  );
}

function ModelActs({ id }: { readonly id: string }) {
  const { agent, connections, notify } = useWindow();
  const defaults = usePick(agent.store, (state) => state.settings?.agents.defaults);
  const fallbacks = defaults?.fallbackModels ?? [];
  const isFallback = fallbacks.includes(id);
  const keep = async (wanted: Readonly<Record<string, unknown>>): Promise<void> => {
    const problem = await agent.update({ agents: { defaults: wanted } });
    if (problem !== null) notify(problem, "failed");
  };
  const fallbackModels = isFallback ? fallbacks.filter((other) => other !== id) : [...fallbacks, id];
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger
        className="button ghost icon-only small"
        aria-label={text("connection.modelMenu", { model: shortName(id) })}
        data-tip={text("connection.use")}
      >
        <Ellipsis className="icon" aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menuStyles.menu} align="end" sideOffset={4}>
          <DropdownMenu.Item
            className={menuStyles.item}
            disabled={defaults?.model === id}
            onSelect={() => void keep({ model: id, fallbackModels: fallbacks.filter((other) => other !== id) })}
          >
            {text("connection.useDefault")}
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={menuStyles.item}
            disabled={defaults?.model === id}
            onSelect={() => void keep({ fallbackModels })}
          >
            {text(isFallback ? "connection.notFallback" : "connection.useFallback")}
          </DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item className={menuStyles.item} onSelect={() => void connections.test(providerOf(id), id)}>
            {text("connection.testThis")}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
