import { dollarsText } from "../../../src-preload/contract/dollars.ts";
import type { RunView } from "../../../src-preload/contract/run-view.ts";
import { text } from "../../words.ts";
import { stepWords } from "../step-words.ts";
import { countText, wholeSeconds } from "./durations.ts";
import { cutLine, type Line, span } from "./styled-line.ts";
import { fitWidth, widthOf } from "./text-width.ts";

/** What a run has used up to now. */
export interface Used {
  readonly input: number;
  readonly output: number;
  /** Null where the model has no price. */
  readonly cost: number | null;
}

export const nothingUsed: Used = { input: 0, output: 0, cost: null };

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const frameMs = 120;
const charsPerToken = 4;
const leastDoing = 20;

/** The one line that lives: what goes on, how long, tokens, cost, and how to stop it. */
export function statusLine(run: RunView, used: Used, now: number, width: number): Line {
  return liveLine(doingText(run, now), usedText(run, used), { since: run.startedAt, now, width });
}

interface LineTime {
  readonly since: number;
  readonly now: number;
  readonly width: number;
}

/** The same while something else than the run is waited for. */
export function waitLine(doing: string, time: LineTime): Line {
  return liveLine(doing, [], time);
}

function liveLine(words: string, used: readonly string[], { since, now, width }: LineTime): Line {
  const sign = frames[Math.floor(now / frameMs) % frames.length] ?? "";
  const facts = [wholeSeconds(now - since), ...used, text("terminal.howToStop")];
  const rest = ` · ${facts.join(" · ")}`;
  // The numbers stay in sight beside a long command.
  const doing = fitWidth(words, Math.max(leastDoing, width - widthOf(rest) - 2));
  return cutLine([span(`${sign} `, { colour: "cyan" }), span(doing), span(rest, { dim: true })], width);
}

function doingText(run: RunView, now: number): string {
  if (run.retry !== null) {
    const seconds = Math.max(0, Math.ceil((run.retry.until - now) / 1000));
    return text("terminal.doing.retry", { attempt: run.retry.attempt, seconds });
  }
  const running = run.steps.filter((step) => step.state === "running");
  const [first] = running;
  if (run.waitingFor.length > 0) return text("terminal.doing.asks");
  if (first !== undefined) {
    const words = stepWords(first, "doing");
    return running.length === 1 ? words : text("terminal.doing.more", { words, count: running.length - 1 });
  }
  const { streaming } = run;
  if (streaming === null || (streaming.text === "" && streaming.reasoning === "")) {
    return text("terminal.doing.waits", { model: run.switched?.to ?? run.model });
  }
  return text(streaming.text === "" ? "terminal.doing.thinks" : "terminal.doing.answers");
}

function usedText({ streaming }: RunView, used: Used): readonly string[] {
  const coming = Math.ceil(((streaming?.text.length ?? 0) + (streaming?.reasoning.length ?? 0)) / charsPerToken);
  const total = used.input + used.output + coming;
  const tokens = total === 0 ? [] : [text("terminal.tokens", { count: `${coming > 0 ? "~" : ""}${countText(total)}` })];
  return [...tokens, ...costText(used)];
}

/** What a run took, when it is over. */
export function takenText(ms: number, used: Used): string {
  const counts = { input: countText(used.input), output: countText(used.output) };
  const tokens = used.input + used.output === 0 ? [] : [text("terminal.inAndOut", counts)];
  return [wholeSeconds(ms), ...tokens, ...costText(used)].join(" · ");
}

/** Nothing for a model that costs nothing, or has no price. */
function costText({ cost }: Used): readonly string[] {
  return cost === null || cost === 0 ? [] : [dollarsText(cost)];
}
