import { type ReactNode, useState } from "react";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { KeptInput } from "../../ui/kept-input.tsx";
import { Segments } from "../../ui/segments.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import { Card } from "./card.tsx";
import { Field } from "./field.tsx";
import { MeaningField } from "./meaning-field.tsx";

type Apply = Settings["memory"]["apply"];

const ways: readonly (readonly [Apply, TextKey])[] = [
  ["direct", "settings.memoryDirect"],
  ["proposed", "settings.memoryProposed"],
];

interface MemoryCardProps {
  readonly settings: Settings;
  readonly modelMenu: (model: string, onChoose: (id: string) => void) => ReactNode;
}

/** What the agent does by itself: what it keeps, the titles of chats, with which model, and how much goes along with every request. */
export function MemoryCard({ settings: { memory, agents }, modelMenu }: MemoryCardProps) {
  const { agent, notify } = useWindow();
  const model = agents.background.model ?? "";
  const keep = (change: Parameters<typeof agent.update>[0]): void => {
    void agent.update(change).then((problem) => {
      if (problem !== null) notify(problem, "failed");
    });
  };
  return (
    <Card title={text("settings.memory")}>
      <Field label={text("settings.memoryLog")} hint={text("settings.memoryLogHint")}>
        <Switch
          label={text("settings.memoryLog")}
          isOn={memory.consolidation.enabled}
          onSwitch={(enabled) => keep({ memory: { consolidation: { enabled } } })}
        />
      </Field>
      <Field label={text("settings.memoryApply")} hint={text("settings.memoryApplyHint")}>
        <Segments
          label={text("settings.memoryApply")}
          value={memory.apply}
          choices={ways}
          onChoose={(apply) => keep({ memory: { apply } })}
        />
      </Field>
      <BudgetField budget={memory.budgetTokens} onKeep={(budgetTokens) => keep({ memory: { budgetTokens } })} />
      <MeaningField chosen={memory.recall.embeddings} />
      <Field label={text("settings.titles")} hint={text("settings.titlesHint")}>
        <Switch
          label={text("settings.titles")}
          isOn={agents.titles.enabled}
          onSwitch={(enabled) => keep({ agents: { titles: { enabled } } })}
        />
      </Field>
      <Field label={text("settings.backgroundModel")} hint={text("settings.backgroundModelHint")}>
        <div className="row">
          {modelMenu(model, (id) => keep({ agents: { background: { model: id } } }))}
          {model === "" ? null : (
            <Button onClick={() => keep({ agents: { background: { model: null } } })}>
              {text("settings.backgroundModelNone")}
            </Button>
          )}
        </div>
      </Field>
    </Card>
  );
}

function BudgetField({ budget, onKeep }: { readonly budget: number; readonly onKeep: (tokens: number) => void }) {
  const [isBad, setBad] = useState(false);
  const keep = (words: string): void => {
    const isGood = /^[1-9]\d{1,6}$/.test(words);
    setBad(!isGood);
    if (isGood) onKeep(Number(words));
  };
  return (
    <Field label={text("settings.memoryBudget")} hint={text("settings.memoryBudgetHint")}>
      <KeptInput
        label={text("settings.memoryBudget")}
        value={String(budget)}
        problem={isBad ? text("settings.memoryBudgetBad") : null}
        onKeep={keep}
        onBack={() => setBad(false)}
        required
      />
    </Field>
  );
}
