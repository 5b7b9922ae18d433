import { isDeepStrictEqual } from "node:util";
import type { CallToolResult } from "@modelcontextprotocol/client";
import { parseBoundedJson } from "../../src-preload/contract/bounded-json.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import type { ToolResult } from "../tools/tool.ts";
import { withoutOrders } from "./plain-text.ts";

type Block = CallToolResult["content"][number];
type Image = Extract<Block, { type: "image" }>;
export type SaveImage = (bytes: Buffer, mediaType: string) => Promise<string>;

/** Of one result: a request carries all of it. */
const mostImages = 20;
const mostImageChars = 10 * 1024 * 1024;
/** What is longer is cut, and said to be. */
const mostTextChars = 1_000_000;
const mostDataChars = 50_000;

/** What a server answered, as the result of a tool: texts one under the other, pictures beside them, and its data. */
export async function toToolResult(answer: CallToolResult, saveImage: SaveImage): Promise<ToolResult> {
  const blocks = answer.content ?? [];
  const images = shownImages(blocks);
  const texts = blocks.map((block) => textOf(block, images)).filter((text) => text !== "");
  const left = blocks.filter((block) => block.type === "image" && isShown(block)).length - images.size;
  if (left > 0) texts.push(`[${left} more images were left out: a result brings ${mostImages} at most]`);
  const content = cut([...texts, ...dataOf(answer.structuredContent, texts)].join("\n\n"), mostTextChars);
  if (answer.isError === true) {
    return { kind: "failed", message: content === "" ? "The server says that it failed, and not why." : content };
  }
  const media: Media[] = [];
  // One after the other: a result may have many.
  for (const image of images) media.push(await imageOf(image, saveImage));
  return { kind: "done", content, ...(media.length === 0 ? {} : { media }) };
}

/** The first ones, as long as there is room for them. */
function shownImages(blocks: readonly Block[]): ReadonlySet<Image> {
  const shown = new Set<Image>();
  let room = mostImageChars;
  for (const block of blocks) {
    if (block.type !== "image" || !isShown(block) || shown.size >= mostImages || block.data.length > room) continue;
    room -= block.data.length;
    shown.add(block);
  }
  return shown;
}

/** Its data where no text says the same already. */
function dataOf(data: unknown, texts: readonly string[]): readonly string[] {
  if (data === undefined || isSaid(data, texts)) return [];
  return [cut(JSON.stringify(data, null, 2), mostDataChars)];
}

/** Servers give their data as text as well: all of it, its one field, or a text for each of a list. */
function isSaid(data: unknown, texts: readonly string[]): boolean {
  const said = texts.map(readText);
  const isSame = (one: unknown, value: unknown): boolean => isDeepStrictEqual(one, value) || one === String(value);
  const isOne = (value: unknown): boolean => said.some((one) => isSame(one, value));
  const fields = typeof data === "object" && data !== null ? Object.values(data) : [];
  const [only] = fields;
  if (fields.length === 0 || isOne(data)) return true;
  if (fields.length > 1) return false;
  return isOne(only) || (Array.isArray(only) && only.every((value, index) => isSame(said[index], value)));
}

function readText(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    // Words are compared as words.
    return text;
  }
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most)}\n[cut: ${text.length - most} more characters]`;
}

function textOf(block: Block, images: ReadonlySet<Image>): string {
  switch (block.type) {
    case "text":
      return withoutOrders(block.text);
    case "image":
      if (!isShown(block)) return `[image of a kind that is not shown: ${block.mimeType}]`;
      return images.has(block) ? `[image: ${block.mimeType}]` : "";
    case "audio":
      return `[audio that is not played: ${block.mimeType}]`;
    case "resource_link":
      return `[${block.name}: ${block.uri}]${block.description === undefined ? "" : ` ${block.description}`}`;
    case "resource":
      return "text" in block.resource
        ? `${block.resource.uri}\n${withoutOrders(block.resource.text)}`
        : `[${block.resource.uri}: data that is not shown]`;
    default:
      return "";
  }
}

const imageTypes: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function isShown(image: Image): boolean {
  return imageTypes.has(image.mimeType);
}

async function imageOf({ data, mimeType }: Image, saveImage: SaveImage): Promise<Media> {
  const path = await saveImage(Buffer.from(data, "base64"), mimeType);
  return { kind: "image", path, mediaType: mimeType };
}
