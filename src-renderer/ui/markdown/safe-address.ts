const linkProtocols: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

/** The address of a link or an image as it may stand in the page, or "" for what must not. */
export function safeAddress(address: string, key: string): string {
  if (key === "src") return isInlineImage(address) ? address : address.slice(0, 2000);
  try {
    const url = new URL(address);
    return linkProtocols.has(url.protocol) ? url.href : "";
  } catch {
    return "";
  }
}

/** A small picture that lies in the text itself: no request, no script. SVG is not among them. */
export function isInlineImage(address: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/.test(address) && address.length < 2_000_000;
}
