import DOMPurify from "dompurify";
import mermaid from "mermaid";
import fontAddress from "../../theme/fonts/inter-var.woff2?url";
import { textPolicy } from "../text-policy.ts";
import { diagramConfig } from "./diagram-config.ts";
import { diagramFont, diagramTheme, type Scheme } from "./diagram-theme.ts";

/** Mermaid hands plain text to the page while it draws: all of it goes through the purifier, which leaves no script in it. */
textPolicy("default", { createHTML: (text) => (text.startsWith("<g>") ? purifyPart(text) : DOMPurify.sanitize(text)) });

const frame = { start: "<svg>", end: "</svg>" };

/** A part of a picture (an icon): the purifier knows it only inside one. */
function purifyPart(text: string): string {
  const pure = DOMPurify.sanitize(`${frame.start}${text}${frame.end}`, { FORBID_TAGS: ["style", "title"] });
  return pure.startsWith(frame.start) ? pure.slice(frame.start.length, -frame.end.length) : "";
}

/** The text of an SVG picture, and its own size. */
export interface DrawnDiagram {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Throws what the library says of a source that it cannot read. */
export async function drawDiagram(id: string, source: string, scheme: Scheme): Promise<DrawnDiagram> {
  const known = Object.keys(mermaid.mermaidAPI.defaultConfig);
  // Its words are measured in the page: their type has to be there.
  await document.fonts.load(`13px ${diagramFont}`);
  mermaid.initialize({ ...diagramConfig(known), ...diagramTheme(scheme, colorOf) });
  const { svg } = await mermaid.render(id, source);
  return withSize(svg, await ownFont());
}

/** A token as a colour: what is kept under its name still asks for light or dark. */
function colorOf(token: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const opening = /^<svg [^>]*>/;

/** A picture has a size of its own, and reaches no font of the page. */
function withSize(svg: string, font: string): DrawnDiagram {
  const start = opening.exec(svg)?.[0] ?? "";
  const [, wide = "", high = ""] = /viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"/.exec(start) ?? [];
  const width = Math.ceil(Number(wide)) || 480;
  const height = Math.ceil(Number(high)) || 320;
  const plain = start.replace(/ (?:width|height)="[^"]*"/g, "").replace(/max-width:[^;"]*;?/, "");
  const sized = plain.replace("<svg ", `<svg width="${width}" height="${height}" `);
  return { svg: `${sized}${font}${svg.slice(start.length)}`, width, height };
}

let font: Promise<string> | null = null;

/** Our type as a part of the picture. Without it the picture has a type of the system. */
function ownFont(): Promise<string> {
  font ??= fetch(fontAddress)
    .then(async (answer) => {
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      const source = `url(data:font/woff2;base64,${base64}) format("woff2")`;
      return `<style>@font-face{font-family:Inter;font-weight:100 900;src:${source}}</style>`;
    })
    .catch((cause: unknown) => {
      console.warn("a diagram is drawn without our type", cause);
      return "";
    });
  return font;
}
