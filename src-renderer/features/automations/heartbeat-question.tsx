import type { HeartbeatView } from "../../../src-preload/contract/heartbeat.ts";
import { usePick, useWindow } from "../../state/context.ts";
import { fewTokens } from "../../ui/amounts.ts";
import { Button } from "../../ui/button.tsx";
import dialogStyles from "../../ui/dialog.module.css";
import { DialogHead } from "../../ui/dialog-head.tsx";
import { Modal } from "../../ui/modal.tsx";
import { text } from "../../ui/text.ts";
import { forecastWords, rhythmWords } from "./beat-words.ts";
import styles from "./heartbeat.module.css";

/** Before the heartbeat is switched on: what it does, and what that costs. */
export function HeartbeatQuestion({ view }: { readonly view: HeartbeatView }) {
  const { heartbeat } = useWindow();
  const isAsked = usePick(heartbeat.store, (state) => state.isAsked);
  const { forecast, settings, items } = view;
  const close = (): void => heartbeat.ask(false);
  return (
    <Modal isOpen={isAsked} onClose={close} className={dialogStyles.isSmall}>
      <DialogHead title={text("beats.askTitle")} onClose={close} />
      <div className={`${dialogStyles.body} ${styles.question}`}>
        <p>{text("beats.askWords", { rhythm: rhythmWords(settings) })}</p>
        <p>
          <b className="medium">{forecastWords(view)}</b>{" "}
          <span className="meta">
            {text(forecast.isMeasured ? "beats.measured" : "beats.estimated", { beats: forecast.beats })}
          </span>
        </p>
        <p className="meta">
          {items.length === 0 ? `${text("beats.freeNow")} ` : ""}
          {text("beats.askCap", { cap: fewTokens(settings.dailyTokenCap) })}
        </p>
      </div>
      <div className={dialogStyles.foot}>
        <Button kind="ghost" onClick={close}>
          {text("action.cancel")}
        </Button>
        <Button kind="primary" onClick={() => void heartbeat.switchOn()}>
          {text("beats.switchOn")}
        </Button>
      </div>
    </Modal>
  );
}
