/** What a file is by its first bytes, where that decides how it is read. The name of a file proves nothing. */
export type MagicType = { readonly kind: "image"; readonly mediaType: string } | { readonly kind: "pdf" };

const pdfSearchBytes = 1024;

export function magicType(head: Uint8Array): MagicType | null {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, pdfSearchBytes)).toString("latin1");
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return { kind: "image", mediaType: "image/png" };
  if (text.startsWith("\xff\xd8\xff")) return { kind: "image", mediaType: "image/jpeg" };
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return { kind: "image", mediaType: "image/gif" };
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return { kind: "image", mediaType: "image/webp" };
  return text.startsWith("%PDF-") ? { kind: "pdf" } : null;
}
