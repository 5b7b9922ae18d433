import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../words.ts";
import { approvalCard } from "./terminal/approval-card.ts";
import { type Style, wrapLine } from "./terminal/styled-line.ts";
import type { Terminal } from "./terminal/terminal-options.ts";
import { readAnswer } from "./typed-answer.ts";

export const promptSign = "› ";
export const promptStyle: Style = { colour: "cyan", bold: true };
const askStyle: Style = { colour: "yellow" };
const cardIndent = 4;

export interface QuestionPlace {
  readonly terminal: Terminal;
  sessionKey(): SessionKey | null;
  say(words: string): void;
}

/** The approvals that wait for this person, one card after the other; while one does, the prompt is for its answer. */
export class OpenQuestions {
  readonly #place: QuestionPlace;
  #open: readonly PendingApproval[] = [];

  constructor(place: QuestionPlace) {
    this.#place = place;
  }

  get first(): PendingApproval | null {
    return this.#open[0] ?? null;
  }

  ask(approval: PendingApproval): void {
    if (this.#open.some((known) => known.approvalId === approval.approvalId)) return;
    this.#open = [...this.#open, approval];
    this.#show(approval, false);
    this.prompt();
  }

  /** Another chat, or another owner: what is asked is read anew. */
  reset(): void {
    this.#open = [];
  }

  decided(event: Extract<PerchEvent, { type: "approval-decision" }>): void {
    const isKnown = this.#open.some((approval) => approval.approvalId === event.approvalId);
    this.#open = this.#open.filter((approval) => approval.approvalId !== event.approvalId);
    if (isKnown) this.#place.say(text("cli.answeredElsewhere", { decision: event.decision }));
    this.prompt();
  }

  /** What a run that was stopped had asked is asked no more. */
  runEnded(runId: RunId): void {
    this.#open = this.#open.filter((approval) => approval.runId !== runId);
    this.prompt();
  }

  async answer(approval: PendingApproval, typed: string, connection: Connection): Promise<void> {
    const answer = readAnswer(typed);
    if (answer.kind === "show-all") return this.#show(approval, true);
    if (answer.kind === "unclear") return this.#place.say(text("cli.askAgain"));
    this.#open = this.#open.filter((known) => known.approvalId !== approval.approvalId);
    this.prompt(true);
    const { kind: _, ...decided } = answer;
    const answered = await connection.request("approval.answer", { approvalId: approval.approvalId, ...decided });
    if (!answered.ok) this.#place.say(answered.error.message);
    else this.#place.say(text(decided.decision === "deny" ? "cli.denied" : "cli.allowed"));
  }

  /** `isAnswered`: the question that stood there was answered here. */
  prompt(isAnswered = false): void {
    const { terminal } = this.#place;
    const question = this.first?.approvalId ?? null;
    const shown =
      question === null ? { label: promptSign, style: promptStyle } : { label: text("cli.askAllow"), style: askStyle };
    terminal.ask({ ...shown, question, isAnswered });
  }

  #show(approval: PendingApproval, isWhole: boolean): void {
    const { terminal, sessionKey } = this.#place;
    const card = approvalCard(approval, { ownSession: sessionKey(), isWhole });
    terminal.print(card.flatMap((each) => wrapLine(each, terminal.width, cardIndent)));
  }
}
