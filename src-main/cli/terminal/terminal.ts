import { assertNever } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { terminalKind } from "./colours.ts";
import { createKeyReader, type Key } from "./keys.ts";
import { createPlainTerminal } from "./plain-terminal.ts";
import { type Asked, createPrompt, type PromptAct } from "./prompt.ts";
import { createScreen, isReflowing, type Live } from "./screen.ts";
import { dim, endsBlank, type Line, wrapLine } from "./styled-line.ts";
import type { Terminal, TerminalOptions } from "./terminal-options.ts";

const pasteOn = "\u001b[?2004h";
const pasteOff = "\u001b[?2004l";
/** As long as the rest of a sequence may take; an Escape alone counts after it. */
const sequenceMs = 40;
/** How often what lives is drawn anew while nothing happens. */
const tickMs = 200;

export function openTerminal(options: TerminalOptions): Terminal {
  const kind = terminalKind(options.env, options.output.isTTY !== false);
  return kind.moves ? new FullTerminal(options) : createPlainTerminal(options);
}

class FullTerminal implements Terminal {
  readonly #options: TerminalOptions;
  readonly #screen;
  readonly #prompt;
  readonly #keys = createKeyReader();
  #hint = "";
  #note = "";
  #endsBlank = false;
  #isClosed = false;
  #sequenceTimer: Disposable | null = null;
  #tick: Disposable | null = null;
  readonly #undo: readonly (() => void)[];

  constructor(options: TerminalOptions) {
    const { input, output, env, history, clock } = options;
    this.#options = options;
    this.#screen = createScreen(output, { kind: terminalKind(env, true), reflows: isReflowing(env) });
    this.#prompt = createPrompt(history, {
      search: text("terminal.search"),
      more: (count, where) => text("terminal.moreChoices", { count, where }),
    });
    const resized = (): void => {
      this.#screen.resized();
      this.redraw();
    };
    const gone = (): void => this.#leave(true);
    const data = (chunk: Buffer | string): void => this.#read(String(chunk));
    input.setEncoding("utf8");
    input.on("data", data);
    for (const event of ["end", "close", "error"]) input.on(event, gone);
    output.on("error", gone);
    output.on("resize", resized);
    this.#undo = [() => input.off("data", data), () => output.off("resize", resized)];
    this.#raw(true);
    const tick = (): void => {
      this.redraw();
      this.#tick = clock.setTimer(tickMs, tick);
    };
    this.#tick = clock.setTimer(tickMs, tick);
  }

  get width(): number {
    return this.#screen.columns;
  }

  get endsBlank(): boolean {
    return this.#endsBlank;
  }

  print(lines: readonly Line[]): void {
    if (this.#isClosed) return;
    this.#endsBlank = endsBlank(lines, this.#endsBlank);
    this.#screen.show(lines, this.#compose());
  }

  redraw(): void {
    this.print([]);
  }

  ask(asked: Asked): void {
    this.#prompt.ask(asked);
    this.redraw();
  }

  hint(words: string): void {
    this.#hint = words;
    this.redraw();
  }

  note(words: string): void {
    if (words === this.#note) return;
    this.#note = words;
    this.redraw();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#screen.show([], { rows: [], cursor: { row: 0, column: 0 } });
    this.#isClosed = true;
    this.#sequenceTimer?.[Symbol.dispose]();
    this.#tick?.[Symbol.dispose]();
    for (const undo of this.#undo) undo();
    this.#raw(false);
    this.#options.input.pause();
  }

  #compose(): Live {
    const { columns, rows } = this.#screen;
    const hint = this.#hint === "" ? [] : [dim(`  ${this.#hint}`)];
    const room = rows - 1 - hint.length;
    const typed = this.#prompt.rows(columns, Math.max(1, Math.floor(room / 2)));
    const note = this.#note === "" ? [] : wrapLine(dim(this.#note), columns);
    const live = this.#options.listeners.live(Math.max(0, room - typed.rows.length - note.length));
    const above = [...live, ...note];
    const cursor = { row: above.length + typed.cursor.row, column: typed.cursor.column };
    return { rows: [...above, ...typed.rows, ...hint], cursor };
  }

  /** The terminal may be gone already; then it says so by an event, or not at all. */
  #raw(isRaw: boolean): void {
    const { input, output } = this.#options;
    output.write(isRaw ? pasteOn : pasteOff);
    input.setRawMode?.(isRaw);
    if (isRaw) input.resume();
  }

  #read(data: string): void {
    this.#sequenceTimer?.[Symbol.dispose]();
    this.#take(this.#keys.read(data));
    if (!this.#keys.isWaiting || this.#isClosed) return;
    this.#sequenceTimer = this.#options.clock.setTimer(sequenceMs, () => this.#take(this.#keys.flush()));
  }

  #take(keys: readonly Key[]): void {
    for (const key of keys) {
      if (this.#isClosed) return;
      this.#hint = "";
      this.#act(this.#prompt.press(key));
    }
    this.#complete();
    this.redraw();
  }

  #act(act: PromptAct): void {
    const { listeners } = this.#options;
    switch (act.kind) {
      case "none":
        break;
      case "send":
        listeners.onMessage(act.text);
        break;
      case "held":
        this.hint(text("terminal.questionOver"));
        break;
      case "interrupt":
        listeners.onInterrupt(this.#prompt.discard());
        break;
      case "escape":
        listeners.onEscape();
        break;
      case "leave":
        this.#leave(false);
        break;
      case "suspend":
        this.#suspend();
        break;
      case "redraw":
        this.#screen.clear();
        break;
      case "control":
        listeners.onControl(act.letter);
        break;
      default:
        assertNever(act);
    }
  }

  #complete(): void {
    const query = this.#prompt.query;
    if (query === null) return;
    void this.#options.listeners.choices(query).then((choices) => {
      this.#prompt.offer(query, choices);
      this.redraw();
    });
  }

  #leave(isGone: boolean): void {
    this.#options.listeners.onLeave(isGone);
  }

  /** Ctrl-Z: the shell gets its terminal as it was; after `fg` it is ours again. */
  #suspend(): void {
    if (this.#options.input !== process.stdin) return;
    this.#screen.show([], { rows: [], cursor: { row: 0, column: 0 } });
    this.#raw(false);
    process.once("SIGCONT", () => {
      if (this.#isClosed) return;
      this.#raw(true);
      this.redraw();
    });
    process.kill(process.pid, "SIGTSTP");
  }
}
