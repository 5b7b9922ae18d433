import * as monaco from "monaco-editor/editor/editor.api.js";
import "monaco-editor/languages/definitions/cpp/register.js";
import "monaco-editor/languages/definitions/csharp/register.js";
import "monaco-editor/languages/definitions/css/register.js";
import "monaco-editor/languages/definitions/dockerfile/register.js";
import "monaco-editor/languages/definitions/go/register.js";
import "monaco-editor/languages/definitions/html/register.js";
import "monaco-editor/languages/definitions/ini/register.js";
import "monaco-editor/languages/definitions/java/register.js";
import "monaco-editor/languages/definitions/javascript/register.js";
import "monaco-editor/languages/definitions/kotlin/register.js";
import "monaco-editor/languages/definitions/less/register.js";
import "monaco-editor/languages/definitions/lua/register.js";
import "monaco-editor/languages/definitions/markdown/register.js";
import "monaco-editor/languages/definitions/perl/register.js";
import "monaco-editor/languages/definitions/php/register.js";
import "monaco-editor/languages/definitions/powershell/register.js";
import "monaco-editor/languages/definitions/python/register.js";
import "monaco-editor/languages/definitions/r/register.js";
import "monaco-editor/languages/definitions/ruby/register.js";
import "monaco-editor/languages/definitions/rust/register.js";
import "monaco-editor/languages/definitions/scss/register.js";
import "monaco-editor/languages/definitions/shell/register.js";
import "monaco-editor/languages/definitions/sql/register.js";
import "monaco-editor/languages/definitions/swift/register.js";
import "monaco-editor/languages/definitions/typescript/register.js";
import "monaco-editor/languages/definitions/xml/register.js";
import "monaco-editor/languages/definitions/yaml/register.js";

/* The editor, loaded with the first file that is opened, by `lazy-editor.ts`. */

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
  const [added, addedWord, removed, removedWord] = [
    "--added-tint",
    "--added-word",
    "--removed-tint",
    "--removed-word",
  ].map(tokenColour);
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
      "diffEditor.insertedLineBackground": `#${added}`,
      "diffEditor.removedLineBackground": `#${removed}`,
      // What is selected shows through, and quiet words stay readable.
      "diffEditor.insertedTextBackground": `#${addedWord}99`,
      "diffEditor.removedTextBackground": `#${removedWord}99`,
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

/** By the name of a file, as the registered languages tell; plain text where none does. */
export function languageOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1).toLowerCase();
  if (/\.jsonc?$/.test(name)) return "javascript";
  const known = monaco.languages
    .getLanguages()
    .find(
      ({ extensions, filenames }) =>
        filenames?.some((one) => one.toLowerCase() === name) === true ||
        extensions?.some((end) => name.endsWith(end.toLowerCase())) === true,
    );
  return known?.id ?? "plaintext";
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
  // A file keeps the line ends that only some programs know; nobody is asked.
  unusualLineTerminators: "off",
} as const;

export { monaco };
