import type { MenuItemConstructorOptions } from "electron";
import { describe, expect, it } from "vitest";
import { appMenu, type MenuAct } from "../../../src-main/desktop/app-menu.ts";
import { autostartFile } from "../../../src-main/desktop/autostart-file.ts";
import { type FieldFacts, fieldMenu } from "../../../src-main/desktop/field-menu.ts";
import { createGlobalKey } from "../../../src-main/desktop/shortcut.ts";

type Item = MenuItemConstructorOptions;
const all = (items: readonly Item[]): readonly Item[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);

const platforms = ["darwin", "win32", "linux"] as const;

describe("the menus of the app", () => {
  it.each(platforms)("have all roles of editing on %s, without which nothing can be copied on macOS", (platform) => {
    const roles = all(appMenu(platform, () => undefined)).map(({ role }) => role);
    const needed = ["undo", "redo", "cut", "copy", "paste", "pasteAndMatchStyle", "delete", "selectAll", "close"];
    expect(roles).toEqual(expect.arrayContaining([...needed, "togglefullscreen", "windowMenu"]));
    // A page that is loaded anew loses what is typed.
    expect(roles).not.toContain("reload");
  });

  it.each(platforms)("give no key twice on %s", (platform) => {
    const keys = all(appMenu(platform, () => undefined)).flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("have Settings and Quit where the system has them", () => {
    const [mac] = appMenu("darwin", () => undefined);
    expect(all([mac ?? {}]).map(({ accelerator }) => accelerator)).toEqual(
      expect.arrayContaining(["CommandOrControl+,", "Command+Q"]),
    );
    const file = appMenu("linux", () => undefined)[0];
    expect(all([file ?? {}]).map(({ accelerator }) => accelerator)).toContain("Control+Q");
  });

  it("do what they say", () => {
    const done: MenuAct[] = [];
    for (const { click } of all(appMenu("linux", (act) => void done.push(act)))) {
      if (click !== undefined) Reflect.apply(click, null, []);
    }
    expect(new Set(done)).toEqual(
      new Set(["new-chat", "quick-ask", "settings", "quit", "zoom-in", "zoom-out", "zoom-reset"]),
    );
  });
});

describe("the menu of a field", () => {
  const flags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
  const field = {
    isEditable: true,
    selectionText: "",
    misspelledWord: "",
    dictionarySuggestions: [],
    editFlags: { ...flags, canDelete: true, canEditRichly: false },
  } satisfies FieldFacts;
  const acts = { replace: () => undefined, learn: () => undefined };

  it("suggests words for one that is misspelled, and learns it", () => {
    const done: string[] = [];
    const wrong = { ...field, misspelledWord: "teh", dictionarySuggestions: ["the", "R&D", "a", "b", "c", "d", "e"] };
    const menu = fieldMenu(wrong, {
      replace: (word) => void done.push(`replace ${word}`),
      learn: (word) => void done.push(`learn ${word}`),
    });
    expect(menu.slice(0, 6).map(({ label }) => label)).toEqual(["the", "R&&D", "a", "b", "c", "Add to the dictionary"]);
    for (const item of [menu[1], menu[5]]) if (item?.click !== undefined) Reflect.apply(item.click, null, []);
    expect(done).toEqual(["replace R&D", "learn teh"]);
    expect(fieldMenu({ ...wrong, dictionarySuggestions: [] }, acts)[0]).toMatchObject({ enabled: false });
  });

  it("offers what can be done now", () => {
    const byRole = Object.fromEntries(fieldMenu(field, acts).map(({ role = "", enabled }) => [role, enabled]));
    expect(byRole).toMatchObject({ undo: true, redo: false, cut: true, copy: true, paste: true, selectAll: true });
  });

  it("copies what is marked elsewhere, and is not there where nothing is", () => {
    expect(fieldMenu({ ...field, isEditable: false, selectionText: "words" }, acts).map(({ role }) => role)).toEqual([
      "copy",
    ]);
    expect(fieldMenu({ ...field, isEditable: false, selectionText: " " }, acts)).toEqual([]);
  });
});

describe("the key that works everywhere", () => {
  function keys() {
    const held = new Set<string>();
    return {
      held,
      register(accelerator: string): boolean {
        if (accelerator.includes(" ")) throw new TypeError("conversion failure");
        if (accelerator === "Alt+Space") return false;
        return held.add(accelerator).has(accelerator);
      },
      unregister: (accelerator: string): void => void held.delete(accelerator),
    };
  }

  it("is one, and says what the system made of it", () => {
    const registered = keys();
    const key = createGlobalKey(registered, () => undefined);
    expect(key.state).toEqual({ keys: null, state: "none" });
    key.set("Alt+Space");
    expect(key.state).toEqual({ keys: "Alt+Space", state: "taken" });
    key.set("Alt+P");
    key.set("Alt+K");
    expect(key.state).toEqual({ keys: "Alt+K", state: "set" });
    expect([...registered.held]).toEqual(["Alt+K"]);
    key.set("no key");
    expect(key.state).toEqual({ keys: "no key", state: "wrong" });
    key.set(null);
    expect([key.state, registered.held.size]).toEqual([{ keys: null, state: "none" }, 0]);
  });
});

describe("the start at login on Linux", () => {
  it("quotes a path so that no part of it is a word of its own", () => {
    expect(autostartFile("/opt/perch/perch", ["--hidden"])).toContain("\nExec=/opt/perch/perch --hidden\n");
    const hostile = autostartFile('/home/a b/"$(rm)`%f\\perch', []);
    expect(hostile).toContain('Exec="/home/a b/\\\\"\\\\$(rm)\\\\`%%f\\\\\\\\perch"');
    expect(hostile.split("\n")).toHaveLength(6);
  });
});
