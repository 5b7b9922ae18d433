import { useState } from "react";
import type { ExportFormat } from "../../../src-preload/contract/transfer.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { Button } from "../../ui/button.tsx";
import { chatTitle } from "../../ui/chat-title.ts";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { FieldProblem } from "../../ui/field-problem.tsx";
import { Modal } from "../../ui/modal.tsx";
import { saveFile } from "../../ui/save-file.ts";
import { Segments } from "../../ui/segments.tsx";
import { type TextKey, text } from "../../ui/text.ts";

const formats: readonly (readonly [ExportFormat, TextKey])[] = [
  ["markdown", "transfer.markdown"],
  ["html", "transfer.html"],
  ["json", "transfer.json"],
];
const hints: Readonly<Record<ExportFormat, TextKey>> = {
  markdown: "transfer.markdownHint",
  html: "transfer.htmlHint",
  json: "transfer.jsonHint",
};

/** Saves a chat as a file, in one of three formats. */
export function ExportDialog() {
  const { overlay, transfers } = useWindow();
  const asked = usePick(overlay.store, (now) => (now.kind === "export" ? now : null));
  const [format, setFormat] = useState<ExportFormat>("markdown");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (asked === null) return null;
  const save = async (): Promise<void> => {
    setBusy(true);
    const made = await transfers.exportChat(asked.sessionKey, format);
    setBusy(false);
    setProblem(made.ok ? null : made.error.message);
    if (!made.ok) return;
    saveFile(made.value.name, made.value.content, made.value.mediaType);
    overlay.close();
  };
  return (
    <Modal isOpen onClose={overlay.close} className={dialogStyles.isSmall}>
      <DialogHead title={text("transfer.export")} onClose={overlay.close} />
      <div className={`${dialogStyles.body} stack`}>
        <p className="cut" dir="auto">
          {chatTitle(asked.title)}
        </p>
        <Segments label={text("transfer.format")} value={format} choices={formats} onChoose={setFormat} />
        <p className="meta small">{text(hints[format])}</p>
        <FieldProblem words={problem} />
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="primary" disabled={isBusy} onClick={() => void save()}>
          {text(isBusy ? "transfer.exporting" : "transfer.save")}
        </Button>
      </div>
    </Modal>
  );
}
