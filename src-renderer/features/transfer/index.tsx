import "../../ui/later-words.ts";

export { ClosePrivateDialog } from "./close-private-dialog.tsx";
export { ExportDialog } from "./export-dialog.tsx";
export { ImportDialog } from "./import-dialog.tsx";
