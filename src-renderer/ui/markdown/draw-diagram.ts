import DOMPurify from "dompurify";
import mermaid from "mermaid";
import { textPolicy } from "../text-policy.ts";
import { diagramConfig } from "./diagram-config.ts";

/** Mermaid hands plain text to the page while it draws: all of it goes through the purifier, which leaves no script in it. */
textPolicy("default", { createHTML: (text) => (text.startsWith("<g>") ? purifyPart(text) : DOMPurify.sanitize(text)) });

const frame = { start: "<svg>", end: "</svg>" };

/** A part of a picture (an icon): the purifier knows it only inside one. */
function purifyPart(text: string): string {
  const pure = DOMPurify.sanitize(`${frame.start}${text}${frame.end}`, { FORBID_TAGS: ["style", "title"] });
  return pure.startsWith(frame.start) ? pure.slice(frame.start.length, -frame.end.length) : "";
}

/** A diagram as the text of an SVG picture. Throws what the library says of a source that it cannot read. */
export async function drawDiagram(id: string, source: string): Promise<string> {
  mermaid.initialize(diagramConfig(Object.keys(mermaid.mermaidAPI.defaultConfig)));
  const { svg } = await mermaid.render(id, source);
  return svg;
}
