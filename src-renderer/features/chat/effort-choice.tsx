import { usePick, useWindow } from "../../state/context.ts";
import { entryOf } from "../../state/models.ts";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";
import styles from "./model-menu.module.css";

type Effort = "default" | "low" | "medium" | "high";

const efforts: readonly (readonly [Effort, TextKey])[] = [
  ["default", "effort.default"],
  ["low", "effort.low"],
  ["medium", "effort.medium"],
  ["high", "effort.high"],
];

/** How long a model thinks, where it is known to think. Holds for every chat. */
export function EffortChoice({ model }: { readonly model: string }) {
  const { agent, models, notify } = useWindow();
  const thinks = usePick(models.store, ({ lists }) => entryOf(lists, model)?.reasoning === true);
  const set = usePick(agent.store, (state) => state.settings?.agents.defaults.reasoningEffort ?? null);
  if (!thinks) return null;
  const choose = async (effort: Effort): Promise<void> => {
    const reasoningEffort = effort === "default" ? null : effort;
    const problem = await agent.update({ agents: { defaults: { reasoningEffort } } });
    if (problem !== null) notify(problem, "failed");
  };
  const value = efforts.find(([effort]) => effort === set)?.[0] ?? "default";
  return (
    <div className={`${styles.effort} row`}>
      <span className="grow">
        {text("effort.title")} <span className="meta small">{text("effort.everyChat")}</span>
      </span>
      <Segments label={text("effort.title")} value={value} choices={efforts} onChoose={(next) => void choose(next)} />
    </div>
  );
}
