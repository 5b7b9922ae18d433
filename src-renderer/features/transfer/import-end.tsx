import type { ImportResult } from "../../../src-preload/contract/transfer.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { text } from "../../ui/text.ts";
import { LeftOutList } from "./left-out-list.tsx";

interface ImportEndProps {
  readonly result: ImportResult;
  readonly onClose: () => void;
}

/** What came of it. */
export function ImportEnd({ result, onClose }: ImportEndProps) {
  const { added, grown, unchanged, messages, isStopped, broken, moreBroken } = result;
  return (
    <>
      <div className={`${dialogStyles.body} stack`}>
        <p role="status">{text("transfer.done", { added, grown, unchanged, messages })}</p>
        {isStopped ? <p className="dim">{text("transfer.doneStopped")}</p> : null}
        <LeftOutList broken={broken} moreBroken={moreBroken} />
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="primary" onClick={onClose}>
          {text("transfer.close")}
        </Button>
      </div>
    </>
  );
}
