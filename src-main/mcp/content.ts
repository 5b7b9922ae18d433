import type { CallToolResult } from "@modelcontextprotocol/client";
import type { Media } from "../../src-preload/contract/records.ts";
import type { ToolResult } from "../tools/tool.ts";

type Block = CallToolResult["content"][number];
type SaveImage = (bytes: Buffer, mediaType: string) => Promise<string>;

/** What a server answered, as the result of a tool: texts one under the other, pictures beside them. */
export async function toToolResult(answer: CallToolResult, saveImage: SaveImage): Promise<ToolResult> {
  const blocks = answer.content ?? [];
  const texts = blocks.map(textOf).filter((text) => text !== "");
  // The same as data: servers that give it must give it as text as well, and some forget to.
  const structured = answer.structuredContent;
  if (texts.length === 0 && structured !== undefined) texts.push(JSON.stringify(structured, null, 2));
  const content = texts.join("\n\n");
  if (answer.isError === true) {
    return { kind: "failed", message: content === "" ? "The server says that it failed, and not why." : content };
  }
  const media = await Promise.all(
    blocks.flatMap((block) => (block.type === "image" && isShown(block) ? [imageOf(block, saveImage)] : [])),
  );
  return { kind: "done", content, ...(media.length === 0 ? {} : { media }) };
}

function textOf(block: Block): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
      return isShown(block) ? `[image: ${block.mimeType}]` : `[image of a kind that is not shown: ${block.mimeType}]`;
    case "audio":
      return `[audio that is not played: ${block.mimeType}]`;
    case "resource_link":
      return `[${block.name}: ${block.uri}]${block.description === undefined ? "" : ` ${block.description}`}`;
    case "resource":
      return "text" in block.resource
        ? `${block.resource.uri}\n${block.resource.text}`
        : `[${block.resource.uri}: data that is not shown]`;
    default:
      return "";
  }
}

type Image = Extract<Block, { type: "image" }>;
const shownImages: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

function isShown(image: Image): boolean {
  return shownImages.has(image.mimeType);
}

async function imageOf({ data, mimeType }: Image, saveImage: SaveImage): Promise<Media> {
  const path = await saveImage(Buffer.from(data, "base64"), mimeType);
  return { kind: "image", path, mediaType: mimeType };
}
