const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The words of a shortcut as this system writes it: `Mod+Shift+F` is ⇧⌘F on a Mac and Ctrl+Shift+F elsewhere. */
export function keyWords(shortcut: string): string {
  if (!isMac) return shortcut.replace("Mod", "Ctrl");
  const parts = shortcut.split("+");
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
