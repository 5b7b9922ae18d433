/** What a drag tells, as far as it matters here. */
export interface Drag {
  readonly defaultPrevented: boolean;
  readonly target: unknown;
  readonly dataTransfer: { readonly types: readonly string[]; dropEffect: string } | null;
  preventDefault(): void;
}

/** A file or a link that is dropped where nothing takes it would be opened in place of the window. */
export function refuseDrop(drag: Drag, isEditable: (target: unknown) => boolean): void {
  if (drag.defaultPrevented) return;
  const hasFiles = drag.dataTransfer?.types.includes("Files") === true;
  if (!hasFiles && isEditable(drag.target)) return;
  drag.preventDefault();
  if (drag.dataTransfer !== null) drag.dataTransfer.dropEffect = "none";
}

function takesText(target: unknown): boolean {
  return target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
}

/** Everywhere in the page, for what no part of it has taken. */
export function keepPage(): void {
  for (const type of ["dragover", "drop"] as const) {
    window.addEventListener(type, (event) => refuseDrop(event, takesText));
  }
}
