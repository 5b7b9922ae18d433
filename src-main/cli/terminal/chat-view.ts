import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import type { MessageId } from "../../../src-preload/contract/ids.ts";
import type { ToolDetails, ToolMessage, UserMessage } from "../../../src-preload/contract/records.ts";
import { reduceRun } from "../../../src-preload/contract/reducers/run.ts";
import type { RunView } from "../../../src-preload/contract/run-view.ts";
import { asSentence } from "../../../src-preload/contract/sentence.ts";
import { type WebSource, webSourcesOf } from "../../../src-preload/contract/web-sources.ts";
import { text } from "../../words.ts";
import { endOf } from "../run-words.ts";
import { wholeSeconds } from "./durations.ts";
import { inlineMarkdown } from "./inline-markdown.ts";
import { type AnswerLine, createMarkdownStream, rowsOf } from "./markdown-stream.ts";
import { nothingUsed, statusLine, takenText, type Used, waitLine } from "./status-line.ts";
import { endedStep, progressLines } from "./step-lines.ts";
import { apart, dim, indented, type Line, lines, textOf, wrapLine } from "./styled-line.ts";

/*
 * A chat as a terminal shows it: each event gives the lines that are printed for good, and at any moment there are the lines
 * that live. No terminal and no clock.
 */

export interface ChatView {
  event(event: PerchEvent): readonly Line[];
  /** A run that was on before this view was there, as far as it came. */
  join(run: RunView): readonly Line[];
  /** What lives now, at most so many rows; empty when no run is on. `now`: milliseconds since 1970. */
  live(now: number, maxRows: number): readonly Line[];
  /** The thoughts of the last reply, whole. */
  thoughts(): readonly Line[];
  readonly isRunning: boolean;
}

export interface ChatViewOptions {
  /** Columns of the terminal now. */
  width(): number;
  /** A message that was typed here stands on the screen already. */
  isOwn(message: UserMessage): boolean;
  /** The last row that was printed is blank. */
  isBelowBlank?(): boolean;
  /** False where the answer goes elsewhere: only what is done for it is shown then. */
  readonly drawsAnswers?: boolean;
  /** False where nothing is typed, so that no key may be named. */
  readonly hasKeys?: boolean;
}

/** As many pages as end a turn: the terminal has no fold. */
const mostSources = 5;
const thoughtRows = 3;
const thoughtIndent = "  ";

export function createChatView(options: ChatViewOptions): ChatView {
  const { width, isOwn, drawsAnswers = true, hasKeys = true } = options;
  const answer = createMarkdownStream(width);
  let run: RunView | null = null;
  let used: Used = nothingUsed;
  let streamed: MessageId | null = null;
  let isAnswering = false;
  let thinking: { readonly since: number; readonly words: string } | null = null;
  let lastThoughts = "";
  /** Why the model is asked again, as it was told last. */
  let cause = "";
  const results = new Map<string, ToolMessage>();
  /** Of each result of the run that told some. */
  let sources: readonly ToolDetails[] = [];
  const asked = new Set<string>();
  /** Servers whose tools the run waits for. */
  const connecting = new Set<string>();

  const rows = (of: readonly AnswerLine[]): readonly Line[] => of.flatMap((each) => rowsOf(each, width()));

  function delta(words: string): readonly Line[] {
    // Blank lines at its beginning would only move it down.
    const shown = isAnswering ? words : words.replace(/^\s*\n/, "");
    if (shown === "" || !drawsAnswers) return [];
    const lead: readonly Line[] = isAnswering ? [] : [[]];
    isAnswering = true;
    return [...lead, ...rows(answer.push(shown))];
  }

  function endAnswer(): readonly Line[] {
    if (!isAnswering) return [];
    isAnswering = false;
    return [...rows(answer.finish(width())), []];
  }

  function endThoughts(time: number): readonly Line[] {
    if (thinking === null) return [];
    lastThoughts = thinking.words;
    const ms = time - thinking.since;
    thinking = null;
    const words = ms < 1000 ? text("terminal.thoughtBriefly") : text("terminal.thought", { took: wholeSeconds(ms) });
    return [dim(`  ${hasKeys ? text("terminal.showsThought", { words }) : words}`)];
  }

  function added(event: Extract<PerchEvent, { type: "message-added" }>): readonly Line[] {
    const { message } = event;
    switch (message.role) {
      case "tool":
        results.set(message.tool_call_id, message);
        return [];
      case "user":
        return [...(message.hidden === true || isOwn(message) ? [] : otherMessage(message)), ...unread(message)];
      case "assistant":
        if (message.id === streamed || message.content === "") return [];
        return [...endThoughts(event.time), ...delta(message.content), ...endAnswer()];
      default:
        return [];
    }
  }

  /** What the message names and could not be had goes along with no answer: it is said at once. */
  function unread({ mentioned = [] }: UserMessage): readonly Line[] {
    return mentioned.flatMap(({ written, problem }) =>
      problem === undefined ? [] : warning(text("terminal.unreadMention", { written, problem })),
    );
  }

  function otherMessage({ content }: UserMessage): readonly Line[] {
    const rows = lines(content).map((each, at) => indented(each, at === 0 ? "» " : "  ", { colour: "cyan" }));
    return apart(rows, options.isBelowBlank?.() === true);
  }

  function toolEnd(event: Extract<PerchEvent, { type: "tool-end" }>): readonly Line[] {
    const step = run?.steps.find(({ callId }) => callId === event.callId);
    const result = results.get(event.callId) ?? null;
    results.delete(event.callId);
    if (result?.details?.sources !== undefined) sources = [...sources, result.details];
    const isAsked = asked.delete(event.callId);
    return step === undefined ? [] : endedStep(step, { result, isAsked, width: width() });
  }

  function runEnd(event: Extract<PerchEvent, { type: "run-end" }>): readonly Line[] {
    const took = run === null ? 0 : event.time - run.startedAt;
    const before = [...endThoughts(event.time), ...endAnswer()];
    const end = event.reason === "answer" ? [] : warning(endOf(event));
    const pages = webSourcesOf(sources)
      .slice(0, mostSources)
      .flatMap((one, at) => wrapLine(sourceLine(one, at), width()));
    run = null;
    sources = [];
    results.clear();
    asked.clear();
    connecting.clear();
    const isNothing = event.reason !== "answer" && took < 1000 && used.input + used.output === 0;
    return [...before, ...pages, ...end, ...(isNothing ? [] : [dim(`  ${takenText(took, used)}`)])];
  }

  function told(event: PerchEvent): readonly Line[] {
    switch (event.type) {
      case "run-start":
        used = nothingUsed;
        return [];
      case "server-changed":
        if (event.state === "connecting") connecting.add(event.name);
        else connecting.delete(event.name);
        return [];
      case "message-start":
        // The model is asked now: whatever has not come by then is not waited for.
        connecting.clear();
        return [];
      case "reasoning-delta":
        thinking = { since: thinking?.since ?? event.time, words: (thinking?.words ?? "") + event.text };
        return [];
      case "message-delta":
        streamed = event.messageId;
        return [...endThoughts(event.time), ...delta(event.text)];
      case "message-end":
        return [...endThoughts(event.time), ...endAnswer()];
      case "message-added":
        return added(event);
      case "tool-start":
        return [...endThoughts(event.time), ...endAnswer()];
      case "tool-end":
        return toolEnd(event);
      case "approval-request":
        asked.add(event.approval.callId);
        return [];
      case "usage-changed":
        used = more(used, event.call);
        return [];
      case "retry-start":
        return [...endAnswer(), ...warning(retryText(event))];
      case "model-switched": {
        const { from, to, reason } = event;
        return [...endAnswer(), ...warning(text("model.switched", { from, to, reason: reason.message }))];
      }
      case "budget-warning":
        return warning(event.message);
      case "run-end":
        return runEnd(event);
      default:
        return [];
    }
  }

  /** The cause where it is a new one. */
  function retryText({ message, attempt, delayMs }: Extract<PerchEvent, { type: "retry-start" }>): string {
    const when = { attempt, seconds: Math.ceil(delayMs / 1000) };
    if (attempt > 1 && message === cause) return text("terminal.retry", when);
    cause = message;
    return text("terminal.retryBecause", { ...when, cause: asSentence(message) });
  }

  const warning = (words: string): readonly Line[] =>
    lines(words).flatMap((each) => wrapLine(each, width()).map((row) => recolour(row)));

  function openRows(maxRows: number): readonly Line[] {
    if (!isAnswering) return [];
    return rows(answer.open(width())).slice(-maxRows);
  }

  function thinkingRows(): readonly Line[] {
    if (thinking === null) return [];
    const said = lines(tailOf(thinking.words, width() * (thoughtRows + 1)));
    return thoughtLines(said.filter((each) => each.length > 0)).slice(-thoughtRows);
  }

  const thoughtLines = (said: readonly Line[]): readonly Line[] =>
    said.flatMap((each, at) => {
      const isOpen = thinking !== null && at === said.length - 1;
      const words = inlineMarkdown(textOf(each), { dim: true }, isOpen);
      return wrapLine(indented(words, thoughtIndent), width(), thoughtIndent.length);
    });

  function status(shown: RunView, now: number): Line {
    const isBegun = shown.streaming !== null || shown.steps.length > 0;
    if (connecting.size === 0 || isBegun) return statusLine(shown, used, now, width());
    const doing = text("chat.connecting", { servers: [...connecting].join(", ") });
    return waitLine(doing, { since: shown.startedAt, now, width: width() });
  }

  return {
    event(event) {
      // The step of an end is looked at as it is after it.
      run = reduceRun(run, event) ?? run;
      return told(event);
    },
    join(joined) {
      run = joined;
      used = nothingUsed;
      const { streaming } = joined;
      if (streaming === null) return [];
      streamed = streaming.messageId;
      if (streaming.text === "") {
        if (streaming.reasoning !== "") thinking = { since: joined.startedAt, words: streaming.reasoning };
        return [];
      }
      return delta(streaming.text);
    },
    live(now, maxRows) {
      if (run === null || run.end !== null || maxRows < 1) return [];
      const running = run.steps.filter((step) => step.state === "running");
      const rest = Math.max(0, maxRows - 1);
      const progress = running.flatMap((step) => progressLines(step, width())).slice(-Math.min(8, rest));
      const body = [...openRows(rest), ...thinkingRows(), ...progress];
      return [...body.slice(Math.max(0, body.length - rest)), status(run, now)];
    },
    thoughts() {
      const words = thinking?.words ?? lastThoughts;
      if (words === "") return [dim(text("terminal.noThoughts"))];
      return thoughtLines(lines(words));
    },
    get isRunning() {
      return run !== null && run.end === null;
    },
  };
}

/** At least `count` characters of the end; its beginning moves seldom, so that the rows do not break anew at each word. */
function tailOf(words: string, count: number): string {
  return words.slice(Math.max(0, Math.floor(words.length / count) - 1) * count);
}

function recolour(of: Line): Line {
  return of.map((piece) => ({ ...piece, style: { colour: "yellow" } }));
}

function more(used: Used, call: { inputTokens: number; outputTokens: number; cost: number | null }): Used {
  return {
    input: used.input + call.inputTokens,
    output: used.output + call.outputTokens,
    cost: call.cost === null ? used.cost : (used.cost ?? 0) + call.cost,
  };
}

function sourceLine({ url }: WebSource, at: number): Line {
  return dim(`  ${at === 0 ? text("cli.sources") : "        "} ${url}`);
}
