import type { ReadResourceResult } from "@modelcontextprotocol/client";
import type { Media } from "../../src-preload/contract/records.ts";
import type { magicType } from "../tools/media-type.ts";
import { text } from "../words.ts";
import type { SaveImage } from "./content.ts";
import { plain, withoutOrders } from "./plain-text.ts";

/** What can be told of a resource. */
export interface ReadResource {
  readonly text: string;
  readonly media: readonly Media[];
  /** What of it cannot be shown, and why, as sentences. */
  readonly unread: readonly string[];
}

export interface ContentsParts {
  readonly magicType: typeof magicType;
  readonly redact: (text: string) => string;
  readonly saveImage: SaveImage;
}

/** Of one resource. What a server says of a size or a kind counts for nothing: the bytes that came do. */
const mostParts = 50;
const mostImages = 5;
const mostImageBytes = 5 * 1024 * 1024;

/** The parts of a resource: texts one under the other, pictures beside them, and a sentence for everything else. */
export async function readContents(
  contents: ReadResourceResult["contents"],
  parts: ContentsParts,
): Promise<ReadResource> {
  const texts: string[] = [];
  const media: Media[] = [];
  const unread: string[] = [];
  for (const content of contents.slice(0, mostParts)) {
    if ("text" in content) {
      texts.push(parts.redact(withoutOrders(content.text)));
      continue;
    }
    const read = await readBytes(content, parts, media.length);
    if (read.kind === "text") texts.push(read.text);
    else if (read.kind === "image") media.push(read.media);
    else unread.push(read.why);
  }
  if (contents.length > mostParts) unread.push(text("mention.manyParts", { most: mostParts }));
  return { text: texts.join("\n\n"), media, unread };
}

type ReadBytes =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "image"; readonly media: Media }
  | { readonly kind: "unread"; readonly why: string };

async function readBytes(
  { blob, mimeType = "" }: { readonly blob: string; readonly mimeType?: string | undefined },
  { magicType: typeOf, redact, saveImage }: ContentsParts,
  images: number,
): Promise<ReadBytes> {
  const bytes = Buffer.from(blob, "base64");
  const magic = typeOf(bytes);
  if (magic?.kind === "image") {
    if (bytes.length > mostImageBytes)
      return { kind: "unread", why: text("mention.largeImage", { size: bytes.length }) };
    if (images >= mostImages) return { kind: "unread", why: text("mention.manyImages", { most: mostImages }) };
    const { mediaType } = magic;
    const path = await saveImage(bytes, mediaType);
    return { kind: "image", media: { kind: "image", path, mediaType, size: bytes.length } };
  }
  const words = magic === null ? textIn(bytes) : null;
  if (words !== null) return { kind: "text", text: redact(withoutOrders(words)) };
  const kind = magic?.kind === "pdf" ? "application/pdf" : plain(mimeType).slice(0, 100);
  return { kind: "unread", why: text("mention.binary", { kind: kind === "" ? "?" : kind, size: bytes.length }) };
}

/** Null for what is no text. */
function textIn(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Bytes that are no letters.
    return null;
  }
}
