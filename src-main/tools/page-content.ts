import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { WebAnswer } from "../network/web-client.ts";
import { formatSize } from "./format-size.ts";
import { magicType } from "./media-type.ts";
import type { PageText } from "./page-text.ts";
import type { PdfText } from "./pdf-text.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";
import { withoutUnseen } from "./untrusted-text.ts";

/** What an answer of the web holds, as a model can take it. */
export type PageContent =
  | { readonly kind: "text"; readonly title: string; readonly text: string }
  | { readonly kind: "image"; readonly mediaType: string };

export interface PageReaders {
  readonly pdfText: PdfText;
  readonly pageText: PageText;
}

const maxImageBytes = 5_000_000;
const maxHtmlChars = 5_000_000;
const headBytes = 64 * 1024;

/** A failure is a sentence about the answer. */
export async function readPage(
  answer: WebAnswer,
  { pdfText, pageText }: PageReaders,
  signal: AbortSignal,
): Promise<Result<PageContent, string>> {
  const { bytes, contentType, url, isCut } = answer;
  const size = isCut ? `more than ${formatSize(bytes.length)}` : formatSize(bytes.length);
  const magic = magicType(bytes);
  if (magic?.kind === "image") {
    if (isCut || bytes.length > maxImageBytes)
      return fail(`it is a picture of ${size}; at most ${formatSize(maxImageBytes)} are shown`);
    return ok({ kind: "image", mediaType: magic.mediaType });
  }
  if (magic?.kind === "pdf") {
    if (isCut) return fail(`it is a PDF of ${size}, which is too much to read`);
    const text = await pdfText(bytes, signal);
    if (!text.ok) return fail(`it is a PDF that cannot be read: ${text.error}`);
    if (text.value.replace(/^--- page .* ---$/gm, "").trim() === "")
      return fail("it is a PDF without text (perhaps scanned pages)");
    return ok({ kind: "text", title: "", text: withoutUnseen(text.value) });
  }
  const text = await textOf(answer);
  if (text === null) return fail(`it is not text (${kindOf(contentType) || "no kind told"}, ${size})`);
  if (!isMarkup(contentType, text)) return ok({ kind: "text", title: "", text: withoutUnseen(text) });
  const page = await pageText({ html: text.slice(0, maxHtmlChars), address: url.href }, signal);
  if (!page.ok) return fail(`its markup cannot be read: ${page.error}`);
  return ok({ kind: "text", title: withoutUnseen(page.value.title), text: withoutUnseen(page.value.markdown) });
}

function kindOf(contentType: string): string {
  return contentType.split(";")[0]?.trim().toLowerCase().slice(0, 100) ?? "";
}

function isMarkup(contentType: string, text: string): boolean {
  const kind = kindOf(contentType);
  if (kind === "text/html" || kind === "application/xhtml+xml") return true;
  return kind === "" && /^\s*<(?:!doctype html|html)[\s>]/i.test(text);
}

/** By what the server says, the mark at its beginning, what the markup says, and its bytes. Null for what is no text. */
async function textOf({ bytes, contentType }: WebAnswer): Promise<string | null> {
  const head = bytes.subarray(0, headBytes);
  const detected = await detectEncoding(head, head.length === bytes.length);
  if (detected === null) return null;
  if (detected.endsWith("-bom")) return decodeText(bytes, detected);
  const told = charsetIn(contentType) ?? charsetOfMarkup(head);
  return (told === null ? null : decodedAs(bytes, told)) ?? decodeText(bytes, detected);
}

function charsetIn(contentType: string): string | null {
  return /charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType)?.[1] ?? null;
}

function charsetOfMarkup(head: Uint8Array): string | null {
  const text = Buffer.from(head.subarray(0, 4096)).toString("latin1");
  const told =
    /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(text) ??
    /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(text);
  return told?.[1] ?? null;
}

/** Null for a name that nobody knows. */
function decodedAs(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch (cause) {
    if (cause instanceof RangeError) return null;
    throw cause;
  }
}
