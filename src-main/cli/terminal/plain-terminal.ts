import { createInterface } from "node:readline";
import { text } from "../../words.ts";
import { isAnswer } from "../typed-answer.ts";
import { endsBlank, textOf } from "./styled-line.ts";
import type { Terminal, TerminalOptions } from "./terminal-options.ts";

/** A terminal that knows no sequences (`TERM=dumb`, an editor's shell): whole lines in, whole lines out. */
export function createPlainTerminal({ input, output, listeners, history }: TerminalOptions): Terminal {
  const lines = createInterface({ input, terminal: false });
  let label = "";
  let note = "";
  let isBelowBlank = false;
  let question: string | null = null;
  let isGone = false;
  let isClosed = false;
  const gone = (): void => listeners.onLeave(true);
  for (const stream of [input, output]) stream.on("error", gone);
  lines.on("close", () => {
    if (!isClosed) listeners.onLeave(true);
  });
  lines.on("line", (message) => {
    if (message.trim() === "") return;
    const isLate = isGone && isAnswer(message);
    isGone = false;
    if (isLate) {
      output.write(`${text("terminal.questionOver")}\n`);
      return;
    }
    history.add(message);
    listeners.onMessage(message);
  });
  return {
    width: 80,
    get endsBlank() {
      return isBelowBlank;
    },
    print(shown) {
      isBelowBlank = endsBlank(shown, isBelowBlank);
      for (const each of shown) output.write(`${textOf(each)}\n`);
    },
    ask(next) {
      if (next.label !== label) output.write(next.label);
      label = next.label;
      // A line may be half typed, and is seen when it is whole only.
      if (next.question !== question) isGone = question !== null && next.isAnswered !== true;
      question = next.question;
    },
    note(words) {
      if (words !== note && words !== "") output.write(`${words}\n`);
      note = words;
    },
    hint(words) {
      output.write(`${words}\n`);
    },
    redraw: () => undefined,
    close() {
      isClosed = true;
      lines.close();
      input.pause();
    },
  };
}
