import { useRef, useState } from "react";
import { useWindow } from "../../state/context.ts";
import { wholeModelId } from "../../state/first-run-view.ts";
import { providerOf, shortName } from "../../state/models.ts";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Select } from "../../ui/select.tsx";
import { text } from "../../ui/text.ts";
import { useFocus } from "../../ui/use-focus.ts";
import styles from "./first-run.module.css";
import type { ShownRun } from "./use-first-run.ts";

/** No model has such a name. */
const another = "";

/** The model that is begun with: one of those that are told for chats, or any by its name. */
export function ModelField({ run }: { readonly run: ShownRun }) {
  const { firstRun } = useWindow();
  const { chosen, modelId, choices, draft } = run;
  const [isTyping, setTyping] = useState(false);
  const field = useRef<HTMLSpanElement>(null);
  useFocusInside(field, run.focusAsked.model);
  const provider = chosen?.kind === "model" ? providerOf(choices[0] ?? "") : (draft.row?.name ?? "");
  const choose = firstRun.chooseModel;
  const mayBeTyped = isTyping || choices.length === 0;
  return (
    <span className={styles.model} ref={field}>
      {choices.length === 0 ? null : (
        <Select
          label={text("first.changeModel")}
          isMono
          value={isTyping ? another : (modelId ?? another)}
          onChoose={(id) => {
            setTyping(id === another);
            if (id !== another) choose(id);
          }}
        >
          {choices.map((id) => (
            <option key={id} value={id}>
              {shortName(id)}
            </option>
          ))}
          <option value={another}>{text("first.otherModel")}</option>
        </Select>
      )}
      {mayBeTyped ? (
        <KeptInput
          label={text("first.typeModel")}
          placeholder={text("first.typeModel")}
          value=""
          onKeep={(typed) => {
            setTyping(false);
            choose(wholeModelId(typed, provider));
          }}
        />
      ) : null}
    </span>
  );
}

/** Asked for, the menu takes the focus, else the field. */
function useFocusInside(field: React.RefObject<HTMLElement | null>, asked: number): void {
  const inside = {
    get current() {
      return field.current?.querySelector<HTMLElement>("select, input") ?? null;
    },
  };
  useFocus(inside, { asked, atFirst: false });
}
