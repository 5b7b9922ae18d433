import panelStyles from "./panel.module.css";
import { type TextKey, text } from "./text.ts";

interface TabListProps<Tab extends string> {
  readonly tabs: readonly (readonly [Tab, TextKey])[];
  readonly shown: Tab;
  /** The id of what they show; it names the tab `tab-NAME` as its label. */
  readonly panel: string;
  readonly onShow: (tab: Tab) => void;
  /** A number beside a tab's name, where it is not 0. */
  readonly counts?: Readonly<Partial<Record<Tab, number>>>;
}

/** The tabs at the head of a column. */
export function TabList<Tab extends string>({ tabs, shown, panel, onShow, counts }: TabListProps<Tab>) {
  return (
    <div className={panelStyles.tabList} role="tablist">
      {tabs.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={shown === name}
          aria-controls={panel}
          className={shown === name ? panelStyles.isShown : ""}
          onClick={() => onShow(name)}
        >
          {text(label)}
          {(counts?.[name] ?? 0) > 0 ? <span className={`${panelStyles.count} number`}>{counts?.[name]}</span> : null}
        </button>
      ))}
    </div>
  );
}
