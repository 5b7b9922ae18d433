import * as monaco from "monaco-editor/editor/editor.api.js";
import EditorWorker from "monaco-editor/editor/editor.worker.js?worker";
import "monaco-editor/languages/definitions/markdown/register.js";

/* The editor, loaded with the first file that is opened; its worker comes from this very address. */

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

const clear = { "editor.background": "#00000000", "editorGutter.background": "#00000000", focusBorder: "#00000000" };
monaco.editor.defineTheme("perch-day", { base: "vs", inherit: true, rules: [], colors: clear });
monaco.editor.defineTheme("perch-night", { base: "vs-dark", inherit: true, rules: [], colors: clear });

/** Follows the look of the window: one theme by day, one by night, both on the sheet's own paper. */
export function followWindowTheme(): () => void {
  const media = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => {
    const forced = document.documentElement.dataset["theme"];
    const isDark = forced === undefined ? media.matches : forced === "dark";
    monaco.editor.setTheme(isDark ? "perch-night" : "perch-day");
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
