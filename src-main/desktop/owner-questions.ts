import { dialog } from "electron";
import type { Host } from "../host.ts";
import { clockWords } from "../local-day.ts";
import { text } from "../words.ts";
import type { OwnerQuestions } from "./find-home.ts";

/** Asked before there is a window. */
export function createOwnerQuestions(host: Pick<Host, "localTime">): OwnerQuestions {
  return {
    async beside({ place, since, runs }) {
      const time = clockWords(host.localTime(since));
      const answers = ["use", "take", "cancel"] as const;
      const answer = await ask({
        message: text(`desktop.owner.beside.${place}`, { time }),
        detail: runs === 0 ? text("desktop.owner.detail") : text("desktop.owner.detailBusy", { count: runs }),
        buttons: [text("desktop.owner.use"), text("desktop.owner.take"), text("desktop.owner.cancel")],
      });
      return answers[answer] ?? "cancel";
    },
    async silent() {
      const answers = ["wait", "end", "cancel"] as const;
      const answer = await ask({
        message: text("desktop.owner.silent"),
        detail: text("desktop.owner.silentDetail"),
        buttons: [text("desktop.owner.wait"), text("desktop.owner.end"), text("desktop.owner.cancel")],
      });
      return answers[answer] ?? "cancel";
    },
  };
}

/** The owner that the window was beside has ended. False: the app ends too. */
export async function askAboutEnded(): Promise<boolean> {
  const answer = await ask({
    message: text("desktop.owner.ended"),
    detail: text("desktop.owner.endedDetail"),
    buttons: [text("desktop.owner.goOn"), text("desktop.tray.quit")],
  });
  return answer === 0;
}

/** The last button is what Escape means. */
async function ask(question: {
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}): Promise<number> {
  const { buttons } = question;
  const cancelId = buttons.length - 1;
  const options = { type: "question" as const, ...question, buttons: [...buttons], defaultId: 0, cancelId };
  return (await dialog.showMessageBox(options)).response;
}
