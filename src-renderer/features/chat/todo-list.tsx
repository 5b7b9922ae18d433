import { Circle, CircleCheck, CircleDot } from "lucide-react";
import { text } from "../../ui/text.ts";
import styles from "./todo-list.module.css";
import type { Step } from "./turns.ts";

const icons = { open: Circle, doing: CircleDot, done: CircleCheck } as const;

/** The plan of a turn as it stands: the newest that it noted. */
export function TodoList({ steps }: { readonly steps: readonly Step[] }) {
  const todo = steps.findLast(({ result }) => result?.details?.todo !== undefined)?.result?.details?.todo;
  if (todo === undefined) return null;
  return (
    <ol className={styles.list} aria-label={text("todo.label")}>
      {placed(todo).map(([key, { text: words, state }]) => {
        const Icon = icons[state];
        return (
          <li key={key} className={state === "done" ? styles.isDone : undefined}>
            <Icon size={14} className="icon" aria-hidden="true" />
            <span className={styles.words}>{words}</span>
            <span className="screen-reader">{text(`todo.${state}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** The plan is given whole each time: an item is its place in it. */
function placed<Item>(items: readonly Item[]): readonly (readonly [number, Item])[] {
  return items.map((item, index) => [index, item] as const);
}
