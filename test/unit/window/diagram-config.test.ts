import mermaid from "mermaid";
import { expect, it } from "vitest";
import { diagramConfig } from "../../../src-renderer/ui/markdown/diagram-config.ts";
import { diagramTheme } from "../../../src-renderer/ui/markdown/diagram-theme.ts";

const { mermaidAPI } = mermaid;

it.each([
  `%%{init: {"themeCSS": "* { background: url(https://evil.example) }", "theme": "dark"}}%%\npie\n"a": 1`,
  `%%{initialize: {"securityLevel": "loose", "htmlLabels": true, "fontFamily": "x"}}%%\npie\n"a": 1`,
  `---\nconfig:\n  theme: dark\n  themeCSS: "body { display: none }"\n  securityLevel: loose\n---\npie\n"a": 1`,
  `---\nconfig:\n  secure: []\n  themeVariables:\n    primaryColor: "red"\n---\npie\n"a": 1`,
])("a diagram sets nothing of how it is drawn: %#", async (source) => {
  const theme = diagramTheme("light", () => "#123456");
  mermaid.initialize({ ...diagramConfig(Object.keys(mermaidAPI.defaultConfig)), ...theme });
  const before = JSON.stringify(mermaidAPI.getConfig());
  await mermaid.parse(source);
  expect(JSON.stringify(mermaidAPI.getConfig())).toBe(before);
  expect(mermaidAPI.getConfig()).toMatchObject({ securityLevel: "strict", theme: "base" });
  expect(mermaidAPI.getConfig().themeVariables).toMatchObject({ primaryColor: "#123456", fontSize: "13px" });
  expect(mermaidAPI.getConfig().themeCSS).toBeUndefined();
});

it("without these keys a diagram would set them", async () => {
  mermaid.initialize({ startOnLoad: false });
  await mermaid.parse(`%%{init: {"theme": "dark"}}%%\npie\n"a": 1`);
  expect(mermaidAPI.getConfig().theme).toBe("dark");
});
