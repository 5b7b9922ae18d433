/** Hands a text, or what is there already as a file, to the person as a file, the way the browser saves one. */
export function saveFile(name: string, content: string | Blob, mediaType: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
