import type { MermaidConfig } from "mermaid";

/** Keys that a diagram could set and that the library's own defaults do not name. */
const unnamed = [
  "theme",
  "themeCSS",
  "themeVariables",
  "fontFamily",
  "altFontFamily",
  "darkMode",
  "htmlLabels",
  "look",
];

/**
 * How diagrams are drawn. What a diagram sets of itself (`%%{init}%%`, front matter) is ignored, whatever it names: a
 * model's text must set no style of the page and no right of the renderer. `known` are the keys of the library.
 */
export function diagramConfig(known: readonly string[]): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    secure: [...new Set([...known, ...unnamed, "secure"])],
  };
}
