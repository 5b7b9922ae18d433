const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The shell lends its pages a bridge; without it the page is in a browser. */
const isInBrowser = !Reflect.has(globalThis, "perch");

/** Keys that a browser keeps for itself, and what does the same there. */
const keptByBrowsers: Readonly<Record<string, string>> = { "Mod+N": "Alt+N" };

/** The keys of a shortcut that work where this page is, the ones to be shown first. */
export function keysHere(shortcut: string): readonly string[] {
  const other = isInBrowser ? keptByBrowsers[shortcut] : undefined;
  return other === undefined ? [shortcut] : [other, shortcut];
}

/** The words of a shortcut as this system writes it: `Mod+Shift+F` is ⇧⌘F on a Mac and Ctrl+Shift+F elsewhere. */
export function keyWords(shortcut: string): string {
  const [shown = shortcut] = keysHere(shortcut);
  if (!isMac) return shown.replace("Mod", "Ctrl");
  const parts = shown.split("+");
  const signs: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥", Enter: "↵", Backspace: "⌫" };
  const order = ["Alt", "Shift", "Mod"];
  const held = order.filter((key) => parts.includes(key)).map((key) => signs[key]);
  const last = parts.at(-1) ?? "";
  return [...held, signs[last] ?? last].join("");
}

/** True for the key that means "command" here. */
export function hasMod(event: { readonly metaKey: boolean; readonly ctrlKey: boolean }): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}

/** An Enter that belongs to an input method, not to us. */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === 229;
}
