import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { stripControls } from "../../src-preload/contract/reveal-controls.ts";

export interface TerminalInputOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Newest first. */
  readonly history: readonly string[];
}

/** The line where the person types, and everything printed above it. */
export interface TerminalInput {
  /** Prints whole lines above what is being typed. */
  print(text: string): void;
  prompt(label: string): void;
  onMessage(listener: (message: string) => void): void;
  onInterrupt(listener: () => void): void;
  onEnd(listener: () => void): void;
  /** Keeps what is being typed for later and empties the line, for a question that must not be answered by it. */
  setAside(): void;
  /** Gives back what was set aside. */
  bringBack(): void;
  /** Empties what is being typed. False when there was nothing. */
  discard(): boolean;
  /** Newest first. */
  readonly history: readonly string[];
  close(): void;
}

const pasteOn = "\u001b[?2004h";
const pasteOff = "\u001b[?2004l";
const maxHistory = 1000;

interface Key {
  readonly name?: string;
}

/** A line editor with history; a paste of many lines is one message, sent with the next Enter. */
export function createTerminalInput({ input, output, history }: TerminalInputOptions): TerminalInput {
  const lines: Interface = createInterface({
    input,
    output,
    terminal: true,
    history: [...history],
    historySize: maxHistory,
    removeHistoryDuplicates: true,
  });
  let pasted: string[] = [];
  let pasting = false;
  // Answers may still come when the person has left: they are printed, but no line is asked for any more.
  let closed = false;
  let typed = [...history];
  let aside: { readonly pasted: string[]; readonly line: string } | null = null;
  let listener: (message: string) => void = () => undefined;

  const onKey = (_text: string | undefined, key: Key | undefined): void => {
    if (key?.name === "paste-start") pasting = true;
    if (key?.name === "paste-end") pasting = false;
  };
  input.on("keypress", onKey);
  output.write(pasteOn);

  // After Ctrl-Z and fg the terminal is ours again, and the line editor waits to be told so.
  lines.on("SIGCONT", () => lines.prompt(true));
  lines.once("close", () => {
    closed = true;
  });
  lines.on("line", (line) => {
    if (pasting) {
      pasted.push(line);
      return;
    }
    const message = [...pasted, line].join("\n");
    pasted = [];
    if (message.trim() !== "") {
      typed = [message, ...typed.filter((old) => old !== message)].slice(0, maxHistory);
      listener(message);
    }
    lines.prompt();
  });

  /** Ctrl-E, Ctrl-U: the line editor's own way to empty the line. */
  function empty(): void {
    pasted = [];
    lines.write(null, { ctrl: true, name: "e" });
    lines.write(null, { ctrl: true, name: "u" });
  }

  return {
    get history() {
      return typed;
    },
    print(text) {
      const plain = stripControls(text);
      const line = plain.endsWith("\n") ? plain : `${plain}\n`;
      if (closed) {
        output.write(line);
        return;
      }
      const { rows } = lines.getCursorPos();
      moveCursor(output, 0, -rows);
      cursorTo(output, 0);
      clearScreenDown(output);
      output.write(line);
      lines.prompt(true);
    },
    prompt(label) {
      if (closed) return;
      lines.setPrompt(label);
      lines.prompt(true);
    },
    onMessage(next) {
      listener = next;
    },
    onInterrupt: (next) => void lines.on("SIGINT", next),
    onEnd: (next) => void lines.once("close", next),
    setAside() {
      if (closed || (lines.line === "" && pasted.length === 0)) return;
      aside = { pasted, line: lines.line };
      empty();
    },
    bringBack() {
      if (closed || aside === null) return;
      pasted = aside.pasted;
      lines.write(aside.line);
      aside = null;
    },
    discard() {
      const had = lines.line !== "" || pasted.length > 0;
      empty();
      return had;
    },
    close() {
      input.off("keypress", onKey);
      output.write(pasteOff);
      lines.close();
    },
  };
}
