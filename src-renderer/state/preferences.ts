import { createStore } from "zustand/vanilla";
import { narrowMedia } from "../ui/narrow.ts";

export type Theme = "system" | "light" | "dark";
export type Density = "comfortable" | "compact";
/** How much of a turn is shown. */
export type Folding = "result" | "steps" | "everything";
export type InspectorTab = "files" | "changes" | "run" | "context";
export type ServerTab = "settings" | "log";

export interface Preferences {
  readonly theme: Theme;
  readonly density: Density;
  readonly folding: Folding;
  readonly inspector: boolean;
  readonly inspectorTab: InspectorTab;
  /** The right column of a place that is no chat: budgets, the settings of a connection. */
  readonly details: boolean;
  /** What the right column of an MCP server shows. */
  readonly serverTab: ServerTab;
  /** Of the list and of the right column, in px; null: as wide as by itself. */
  readonly listWidth: number | null;
  readonly rightWidth: number | null;
}

/** The preferences that are one of a few. */
type Chosen = Omit<Preferences, "listWidth" | "rightWidth">;

const storageKey = "perch.preferences";
const defaults: Chosen = {
  theme: "system",
  density: "comfortable",
  folding: "result",
  inspector: false,
  inspectorTab: "files",
  details: true,
  serverTab: "settings",
};

const choices: { readonly [Key in keyof Chosen]: readonly Chosen[Key][] } = {
  theme: ["system", "light", "dark"],
  density: ["comfortable", "compact"],
  folding: ["result", "steps", "everything"],
  inspector: [true, false],
  inspectorTab: ["files", "changes", "run", "context"],
  details: [true, false],
  serverTab: ["settings", "log"],
};

function pick<Key extends keyof Chosen>(key: Key, kept: Readonly<Record<string, unknown>>): Chosen[Key] {
  return choices[key].find((choice) => choice === kept[key]) ?? defaults[key];
}

/** What the sheet makes of an odd one is bounded there. */
function widthOf(kept: unknown): number | null {
  return typeof kept === "number" && Number.isFinite(kept) && kept > 0 ? kept : null;
}

function read(): Preferences {
  let kept: Record<string, unknown> = {};
  try {
    kept = { ...JSON.parse(localStorage.getItem(storageKey) ?? "{}") };
  } catch (cause) {
    console.warn("the preferences of this window could not be read", cause);
  }
  return {
    theme: pick("theme", kept),
    density: pick("density", kept),
    folding: pick("folding", kept),
    inspector: pick("inspector", kept),
    inspectorTab: pick("inspectorTab", kept),
    details: pick("details", kept),
    serverTab: pick("serverTab", kept),
    listWidth: widthOf(kept["listWidth"]),
    rightWidth: widthOf(kept["rightWidth"]),
  };
}

function keep(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences));
  } catch (cause) {
    console.warn("the browser does not keep the preferences of this window", cause);
  }
}

const closed = { inspector: false, details: false } as const;

/**
 * What belongs to this window alone; kept by the browser. In a narrow window the right columns lie over the sheet: they begin
 * closed, and what is opened and closed there says nothing of the wide one.
 */
export function createPreferences() {
  const narrow = window.matchMedia(narrowMedia);
  const begun = read();
  let beside = { inspector: begun.inspector, details: begun.details };
  const store = createStore<Preferences>(() => (narrow.matches ? { ...begun, ...closed } : begun));
  const apply = ({ theme, density }: Preferences): void => {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
    root.dataset["density"] = density;
  };
  apply(store.getState());
  store.subscribe((preferences) => {
    apply(preferences);
    const { inspector, details } = preferences;
    if (!narrow.matches) beside = { inspector, details };
    keep({ ...preferences, ...beside });
  });
  narrow.addEventListener("change", () => store.setState(narrow.matches ? closed : beside));
  return store;
}

export type PreferencesStore = ReturnType<typeof createPreferences>;
