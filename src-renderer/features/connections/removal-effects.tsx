import type { ProviderRow, ProviderStay, ProviderUses } from "../../../src-preload/contract/providers.ts";
import { shortName } from "../../state/models.ts";
import noteStyles from "../../ui/note.module.css";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";
import styles from "./form.module.css";

interface RemovalEffectsProps {
  readonly row: ProviderRow;
  readonly uses: ProviderUses;
  /** What new chats use then; "" for none yet. */
  readonly next: string;
  readonly onNext: (model: string) => void;
}

/** What goes along with a provider, and what takes its place. */
export function RemovalEffects({ row, uses, next, onNext }: RemovalEffectsProps) {
  const { defaultModel, fallbackModels, chats, others, stays } = uses;
  const fallbacks = fallbackModels.map(shortName).join(", ");
  return (
    <>
      {defaultModel === null ? null : (
        <div className={styles.field}>
          <p>{text("connection.defaultGoes", { model: shortName(defaultModel) })}</p>
          <Select label={text("connection.nextDefault")} value={next} onChoose={onNext}>
            <option value="">{text("connection.noNextDefault")}</option>
            {others.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </Select>
          {next === "" ? <small role="status">{text("connection.asksForModel")}</small> : null}
        </div>
      )}
      {fallbacks === "" ? null : <p>{text("connection.fallbacksGo", { models: fallbacks })}</p>}
      {chats === 0 ? null : (
        <p>{chats === 1 ? text("connection.oneChatLoses") : text("connection.chatsLose", { count: chats })}</p>
      )}
      {stays === null ? null : <p className={noteStyles.note}>{stayWords(row, stays)}</p>}
    </>
  );
}

function stayWords({ title }: ProviderRow, stays: ProviderStay): string {
  return stays.kind === "running"
    ? text("connection.staysRunning", { name: title })
    : text("connection.staysByVariable", { name: title, variable: stays.variable });
}
