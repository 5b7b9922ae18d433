import { useEffect, useRef, useState } from "react";
import type { ImportPreview, ImportResult } from "../../../src-preload/contract/transfer.ts";
import { usePick, useWindow } from "../../state/context.ts";
import type { HandedOver } from "../../state/transfer.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import { FileChoice } from "./file-choice.tsx";
import { ImportChoice } from "./import-choice.tsx";
import { ImportEnd } from "./import-end.tsx";

type Step =
  | { readonly kind: "choose"; readonly problem: string | null }
  | { readonly kind: "busy"; readonly words: "transfer.reading" | "transfer.importing" }
  | { readonly kind: "preview"; readonly file: HandedOver; readonly preview: ImportPreview }
  | { readonly kind: "done"; readonly result: ImportResult };

/** Takes over chats of other assistants: a file, what is in it, how far it is, and what came of it. */
export function ImportDialog() {
  const { overlay } = useWindow();
  return (
    <Modal isOpen onClose={overlay.close}>
      <DialogHead title={text("transfer.import")} onClose={overlay.close} />
      <ImportSteps />
    </Modal>
  );
}

function ImportSteps() {
  const { transfers, overlay } = useWindow();
  const [step, setStep] = useState<Step>({ kind: "choose", problem: null });
  const stop = useRef(new AbortController());
  const held = useRef<HandedOver | null>(null);
  // Closing the dialog ends what is on, and forgets the file.
  useEffect(
    () => () => {
      stop.current.abort();
      if (held.current !== null) void transfers.drop(held.current);
    },
    [transfers],
  );
  const begin = (words: "transfer.reading" | "transfer.importing"): AbortSignal => {
    stop.current = new AbortController();
    transfers.store.setState({ share: 0 });
    setStep({ kind: "busy", words });
    return stop.current.signal;
  };
  const look = async (file: File): Promise<void> => {
    const looked = await transfers.handOver(file, begin("transfer.reading"));
    if (!looked.ok) return setStep({ kind: "choose", problem: looked.error.message });
    held.current = looked.value.file;
    setStep({ kind: "preview", ...looked.value });
  };
  const take = async (file: HandedOver, chats: readonly string[]): Promise<void> => {
    const taken = await transfers.take(file, chats, begin("transfer.importing"));
    setStep(taken.ok ? { kind: "done", result: taken.value } : { kind: "choose", problem: taken.error.message });
  };
  switch (step.kind) {
    case "choose":
      return <FileChoice problem={step.problem} onFile={(file) => void look(file)} />;
    case "busy":
      return <Busy words={text(step.words)} onStop={() => stop.current.abort()} />;
    case "preview":
      return <ImportChoice preview={step.preview} onTake={(chats) => void take(step.file, chats)} />;
    case "done":
      return <ImportEnd result={step.result} onClose={overlay.close} />;
  }
}

function Busy({ words, onStop }: { readonly words: string; readonly onStop: () => void }) {
  const share = usePick(useWindow().transfers.store, (state) => state.share ?? 0);
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <p role="status">{words}</p>
        <Meter label={words} share={share} warnAt={2} />
      </div>
      <div className={dialogStyles.foot}>
        <Button onClick={onStop}>{text("transfer.stop")}</Button>
      </div>
    </>
  );
}
