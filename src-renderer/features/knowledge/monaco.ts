import "./monaco-environment.ts";
import * as monaco from "monaco-editor/editor/editor.api.js";
import "monaco-editor/languages/definitions/markdown/register.js";

/* The editor, loaded with the first file that is opened. */

/** A colour of the window as Monaco takes it: `6b6760`. */
function tokenColour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const parts = getComputedStyle(probe).color.match(/\d+/g) ?? [];
  probe.remove();
  return parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("");
}

/** The window's own inks on its own paper: Markdown is prose, and only links and code stand out. */
function defineTheme(isDark: boolean): void {
  const [ink, quiet, link, code] = ["--ink", "--ink-3", "--accent-ink", "--ink-2"].map(tokenColour);
  if (ink === undefined || quiet === undefined || link === undefined || code === undefined) return;
  const clear = "#00000000";
  monaco.editor.defineTheme("perch", {
    base: isDark ? "vs-dark" : "vs",
    inherit: true,
    rules: [
      { token: "", foreground: ink },
      { token: "keyword", foreground: ink, fontStyle: "bold" },
      { token: "string", foreground: ink },
      { token: "string.link", foreground: link },
      { token: "variable", foreground: code },
      { token: "comment", foreground: quiet },
    ],
    colors: {
      "editor.background": clear,
      "editorGutter.background": clear,
      focusBorder: clear,
      "editor.foreground": `#${ink}`,
      "editorLineNumber.foreground": `#${quiet}`,
      "editorLineNumber.activeForeground": `#${ink}`,
      "editorCursor.foreground": `#${link}`,
    },
  });
}

/** Follows the look of the window, by day and by night. */
export function followWindowTheme(): () => void {
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const forced = document.documentElement.dataset["theme"];
    const isDark = forced === undefined ? media.matches : forced === "dark";
    defineTheme(isDark);
    monaco.editor.setTheme("perch");
  };
  apply();
  media.addEventListener("change", apply);
  const observer = new MutationObserver(apply);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => {
    media.removeEventListener("change", apply);
    observer.disconnect();
  };
}

export const editorOptions = {
  automaticLayout: true,
  fontFamily: "var(--font-mono)",
  fontSize: 13,
  lineHeight: 20,
  minimap: { enabled: false },
  wordWrap: "on",
  scrollBeyondLastLine: false,
  renderLineHighlight: "none",
  overviewRulerLanes: 0,
  padding: { top: 12, bottom: 12 },
  unicodeHighlight: { ambiguousCharacters: false },
} as const;

export { monaco };
