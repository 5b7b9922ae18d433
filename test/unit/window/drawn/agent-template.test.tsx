import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import template from "../../../../resources/agent-template.md?raw";
import { Markdown } from "../../../../src-renderer/ui/markdown/markdown.tsx";
import { previewText } from "../../../../src-renderer/ui/preview-text.ts";

it("shows no line of the head of a new agent as a heading in its preview", () => {
  const markup = renderToStaticMarkup(<Markdown text={previewText(template)} onOpen={() => undefined} />);
  expect(markup).toContain("# tools: ");
  expect(markup).not.toMatch(/<h\d/);
});
