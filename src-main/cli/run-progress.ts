import { fstatSync } from "node:fs";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { MessageId } from "../../src-preload/contract/ids.ts";
import type { Clock } from "../host.ts";
import { text } from "../words.ts";
import type { CliContext } from "./context.ts";
import { createChatView } from "./terminal/chat-view.ts";
import { paint, terminalKind } from "./terminal/colours.ts";
import { createScreen, isReflowing, type Live, type Screen, type ScreenOutput } from "./terminal/screen.ts";
import { waitLine } from "./terminal/status-line.ts";
import { endsBlank, type Line, line, lineWidth, wrapLine } from "./terminal/styled-line.ts";

/** What goes on for one message, on the terminal of its sender: what is done is printed, what is being done lives below it. */
export interface RunProgress extends Disposable {
  event(event: PerchEvent): void;
  /** What is waited for until a run begins. */
  waits(words: string): void;
  /** The next owner goes on with it. */
  followAnew(): void;
  /** Shows nothing while a question stands there; returns what brings it back. */
  giveWay(): () => void;
  /** This reply stands on the terminal already. */
  hasDrawn(reply: string): boolean;
  /** The last row that was printed is blank. */
  readonly endsBlank: boolean;
  /** The end of the run was told, with its reason. */
  readonly hasTold: boolean;
}

export interface ProgressOptions {
  readonly output: ScreenOutput & {
    on?(event: "resize", listener: () => void): unknown;
    off?(event: "resize", listener: () => void): unknown;
  };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly messageId: MessageId;
  /** The answer goes to the same terminal. */
  readonly drawsAnswers: boolean;
}

/** How often what lives is drawn anew while nothing happens. */
const tickMs = 200;
const nothing: Live = { rows: [], cursor: { row: 0, column: 0 } };

/** On the terminal that stderr is. */
export function showProgress({ host }: CliContext, messageId: MessageId): RunProgress {
  return createRunProgress({
    output: process.stderr,
    env: host.env,
    clock: host,
    messageId,
    drawsAnswers: process.stdout.isTTY === true && fstatSync(1).rdev === fstatSync(2).rdev,
  });
}

export function createRunProgress({ output, env, clock, messageId, drawsAnswers }: ProgressOptions): RunProgress {
  const kind = terminalKind(env, true);
  const screen = kind.moves ? createScreen(output, { kind, reflows: isReflowing(env) }) : createPrinter(output, env);
  const newView = () =>
    createChatView({
      width: () => screen.columns,
      isOwn: ({ id }) => id === messageId,
      drawsAnswers,
      hasKeys: false,
      isBelowBlank: () => isBelowBlank,
    });
  let view = newView();
  let waiting: { readonly words: string; readonly since: number } | null = null;
  let reply: string | null = null;
  let hasTold = false;
  let questions = 0;
  let held: readonly Line[] = [];
  let isClosed = false;
  let isBelowBlank = false;

  function liveRows(): readonly Line[] {
    if (view.isRunning) return view.live(clock.now(), screen.rows - 1);
    if (waiting === null) return [];
    return [waitLine(waiting.words, { since: waiting.since, now: clock.now(), width: screen.columns })];
  }

  function live(): Live {
    if (isClosed || questions > 0) return nothing;
    const rows = liveRows();
    const last = rows.at(-1);
    return last === undefined ? nothing : { rows, cursor: { row: rows.length - 1, column: lineWidth(last) } };
  }

  function print(lines: readonly Line[]): void {
    held = [...held, ...lines];
    if (questions > 0 && !isClosed) return;
    const above = held;
    held = [];
    isBelowBlank = endsBlank(above, isBelowBlank);
    screen.show(above, live());
  }

  const resized = (): void => {
    screen.resized();
    print([]);
  };
  output.on?.("resize", resized);
  let timer: Disposable | null = null;
  const tick = (): void => {
    timer = clock.setTimer(tickMs, tick);
    print([]);
  };
  if (kind.moves) timer = clock.setTimer(tickMs, tick);

  return {
    event(event) {
      if (isClosed) return;
      if (event.type === "run-start" || event.type === "run-end") waiting = null;
      if (event.type === "message-added" && event.message.role === "assistant") reply = event.message.content;
      hasTold ||= event.type === "run-end";
      print(view.event(event));
    },
    waits(words) {
      waiting = { words, since: waiting?.since ?? clock.now() };
      print([]);
    },
    followAnew() {
      view = newView();
      reply = null;
      waiting = null;
      print(wrapLine(line(text("cli.resumed")), screen.columns));
    },
    giveWay() {
      questions += 1;
      screen.show([], live());
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        questions -= 1;
        print([]);
      };
    },
    hasDrawn: (words) => drawsAnswers && reply !== null && reply.trim() === words.trim(),
    get endsBlank() {
      return isBelowBlank;
    },
    get hasTold() {
      return hasTold;
    },
    [Symbol.dispose]() {
      if (isClosed) return;
      isClosed = true;
      timer?.[Symbol.dispose]();
      output.off?.("resize", resized);
      print([]);
    },
  };
}

/** A terminal that knows no sequences: what is done, a line each, and nothing that lives. */
function createPrinter(output: ScreenOutput, env: ProgressOptions["env"]): Omit<Screen, "clear"> {
  const { colours } = terminalKind(env, true);
  return {
    show(above) {
      for (const each of above) output.write(`${paint(each, colours)}\n`);
    },
    resized: () => undefined,
    columns: 80,
    rows: 24,
  };
}
