import { createInterface } from "node:readline";
import { textOf } from "./styled-line.ts";
import type { Terminal, TerminalOptions } from "./terminal.ts";

/** A terminal that knows no sequences (`TERM=dumb`, an editor's shell): whole lines in, whole lines out. */
export function createPlainTerminal({ input, output, listeners, history }: TerminalOptions): Terminal {
  const lines = createInterface({ input, terminal: false });
  let label = "";
  let isClosed = false;
  const gone = (): void => listeners.onLeave(true);
  for (const stream of [input, output]) stream.on("error", gone);
  lines.on("close", () => {
    if (!isClosed) listeners.onLeave(true);
  });
  lines.on("line", (message) => {
    if (message.trim() === "") return;
    history.add(message);
    listeners.onMessage(message);
  });
  return {
    width: 80,
    print(shown) {
      for (const each of shown) output.write(`${textOf(each)}\n`);
    },
    ask(next) {
      if (next !== label) output.write(next);
      label = next;
    },
    hint(words) {
      output.write(`${words}\n`);
    },
    redraw: () => undefined,
    setAside: () => undefined,
    bringBack: () => undefined,
    close() {
      isClosed = true;
      lines.close();
      input.pause();
    },
  };
}
