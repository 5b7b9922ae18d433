import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalId, RunId, SessionKey } from "../../src-preload/contract/ids.ts";
import type { McpAsk } from "../../src-preload/contract/mcp-asks.ts";
import type { PendingApproval } from "../../src-preload/contract/session.ts";
import { text } from "../words.ts";
import type { AskFlow } from "./ask-flow.ts";
import { OpenAsks } from "./open-asks.ts";
import { approvalCard, approvalPrompt } from "./terminal/approval-card.ts";
import type { AnswerUse } from "./terminal/prompt.ts";
import { apart, type Line, type Style, wrapLine } from "./terminal/styled-line.ts";
import type { Terminal } from "./terminal/terminal-options.ts";
import { readAnswer, readYesOrNo, type TypedAnswer } from "./typed-answer.ts";

export const promptSign = "› ";
export const promptStyle: Style = { colour: "cyan", bold: true };
const askStyle: Style = { colour: "yellow" };
const cardIndent = 4;

export interface QuestionContext {
  readonly terminal: Terminal;
  sessionKey(): SessionKey | null;
  say(words: string): void;
  /** A line that is no answer, whatever is asked. */
  isCommand(typed: string): boolean;
}

/** A question of the terminal itself. */
export interface OwnQuestion {
  readonly id: string;
  readonly label: string;
  /** Null: it was left without an answer. */
  settle(answer: boolean | null): void;
}

type Decided = Extract<TypedAnswer, { kind: "decided" }>;

interface Crossing {
  readonly asked: Set<ApprovalId>;
  /** Approvals that were decided, and those whose run or chat is over. */
  readonly over: Set<ApprovalId | RunId | SessionKey>;
}

const noCrossing: Crossing = { asked: new Set(), over: new Set() };

/**
 * The approvals that wait for this person. Those of the chat that is open are cards, one after the other, and while there is
 * one the prompt is for its answer; those of other chats are a row that says how many and where. A question of the terminal
 * itself goes before them: it follows on what the person has just done.
 */
export class OpenQuestions {
  readonly #place: QuestionContext;
  #open: readonly PendingApproval[] = [];
  /** What is told while the list of all of them is on its way. */
  #crossing: Crossing | null = null;
  /** Its card was shown unfolded. */
  #whole: ApprovalId | null = null;
  /** What servers ask comes after what waits for a decision. */
  readonly #asks: OpenAsks;
  #own: OwnQuestion | null = null;
  #ownAsked = 0;

  constructor(place: QuestionContext) {
    this.#place = place;
    this.#asks = new OpenAsks({
      sessionKey: place.sessionKey,
      say: place.say,
      print: (lines) => this.#print(lines),
    });
  }

  /** What a server asks, whose answer is typed now. */
  get asked(): AskFlow | null {
    return this.#own === null && this.first === null ? this.#asks.flow : null;
  }

  serverAsks(ask: McpAsk): void {
    this.#asks.opened(ask);
    this.prompt();
  }

  serverAsksNoMore(id: string): void {
    this.#asks.closed(id);
    this.prompt();
  }

  readAsks(listed: readonly McpAsk[]): void {
    this.#asks.read(listed);
    this.prompt();
  }

  /** What is typed for a question of a server. */
  async answerServer(flow: AskFlow, typed: string, connection: Connection): Promise<void> {
    const answering = this.#asks.take(flow, typed, connection);
    this.prompt(true);
    await answering;
  }

  /** Of the chat that is open. */
  get first(): PendingApproval | null {
    return this.#open.find((approval) => this.#isOwn(approval)) ?? null;
  }

  get own(): OwnQuestion | null {
    return this.#own;
  }

  /** Asks for yes or no; null where that was left: for another question, or for another chat. */
  askYesNo(label: string): Promise<boolean | null> {
    this.leaveOwn();
    const { promise, resolve } = Promise.withResolvers<boolean | null>();
    this.#ownAsked += 1;
    this.#own = { id: `own ${this.#ownAsked}`, label, settle: resolve };
    this.prompt();
    return promise;
  }

  /** What is typed for a question of the terminal. */
  answerOwn(own: OwnQuestion, typed: string): void {
    const answer = readYesOrNo(typed);
    if (answer === null) this.#place.say(text("terminal.yesOrNo"));
    if (answer === null || this.#own !== own) return;
    this.#own = null;
    this.prompt(true);
    own.settle(answer);
  }

  leaveOwn(): void {
    const own = this.#own;
    this.#own = null;
    own?.settle(null);
  }

  ask(approval: PendingApproval): void {
    if (this.#open.some((known) => known.approvalId === approval.approvalId)) return;
    this.#crossing?.asked.add(approval.approvalId);
    this.#open = [...this.#open, approval];
    if (this.#isOwn(approval)) this.#show(approval, false);
    this.prompt();
  }

  /** Another chat, or another owner: all that wait are asked for, and come with `read`. */
  readAnew(): void {
    this.#crossing = { asked: new Set(), over: new Set() };
    this.prompt();
  }

  /** The list of all that wait, with what was told while it was on its way. */
  read(listed: readonly PendingApproval[]): void {
    const { asked, over } = this.#crossing ?? noCrossing;
    this.#crossing = null;
    this.#open = this.#open.filter(({ approvalId }) => asked.has(approvalId));
    for (const approval of listed) {
      const { approvalId, runId, sessionKey } = approval;
      if (![approvalId, runId, sessionKey].some((id) => over.has(id))) this.ask(approval);
    }
    this.prompt();
  }

  decided(event: Extract<PerchEvent, { type: "approval-decision" }>): void {
    const known = this.#open.find((approval) => approval.approvalId === event.approvalId);
    this.#end(event.approvalId);
    if (known === undefined) return;
    if (this.#isOwn(known)) this.#place.say(text("cli.answeredElsewhere", { decision: event.decision }));
    this.prompt();
  }

  /** What a run that was stopped had asked is asked no more. */
  runEnded(runId: RunId): void {
    this.#end(runId);
    this.prompt();
  }

  chatRemoved(sessionKey: SessionKey): void {
    this.#end(sessionKey);
    this.prompt();
  }

  async answer(approval: PendingApproval, typed: string, connection: Connection): Promise<void> {
    const answer = readAnswer(typed, approval);
    if (answer.kind === "show-all") {
      this.#show(approval, true);
      return this.prompt();
    }
    if (answer.kind === "unclear") return this.#place.say(text("cli.askAgain"));
    this.#end(approval.approvalId);
    this.prompt(true);
    const { kind: _, ...decided } = answer;
    const answered = await connection.request("approval.answer", { approvalId: approval.approvalId, ...decided });
    if (!answered.ok) this.#place.say(answered.error.message);
    else this.#place.say(text(saidTo(decided)));
  }

  /** `isAnswered`: the question that stood there was answered here. */
  prompt(isAnswered = false): void {
    const { terminal } = this.#place;
    const { first } = this;
    terminal.note(this.#elsewhere());
    if (this.#own !== null) {
      const { id, label: asked } = this.#own;
      const useOwn = (typed: string): AnswerUse =>
        this.#place.isCommand(typed) || readYesOrNo(typed) !== null ? "used" : "given-back";
      terminal.ask({ label: asked, style: askStyle, question: id, isAnswered, use: useOwn });
      return;
    }
    const { asked } = this;
    if (asked !== null) {
      const useAsked = (): AnswerUse => "used";
      return void terminal.ask({ label: asked.prompt, style: askStyle, question: asked.id, isAnswered, use: useAsked });
    }
    if (first === null) return void terminal.ask({ label: promptSign, style: promptStyle, question: null, isAnswered });
    const label = approvalPrompt(first, this.#whole === first.approvalId);
    const use = (typed: string): AnswerUse => this.#useOf(typed, first);
    terminal.ask({ label, style: askStyle, question: first.approvalId, isAnswered, use });
  }

  #isOwn({ sessionKey }: PendingApproval): boolean {
    return sessionKey === this.#place.sessionKey();
  }

  #end(over: ApprovalId | RunId | SessionKey): void {
    this.#crossing?.over.add(over);
    this.#open = this.#open.filter(
      ({ approvalId, runId, sessionKey }) => approvalId !== over && runId !== over && sessionKey !== over,
    );
  }

  #useOf(typed: string, approval: PendingApproval): AnswerUse {
    if (this.#place.isCommand(typed)) return "used";
    const answer = readAnswer(typed, approval);
    if (answer.kind === "unclear") return "given-back";
    return answer.kind === "decided" && answer.note !== undefined ? "kept" : "used";
  }

  /** How many wait in other chats, and how to come to them; empty where none does. */
  #elsewhere(): string {
    const others = this.#open.filter((approval) => !this.#isOwn(approval));
    const [first] = others;
    const count = others.length;
    if (first === undefined) return "";
    if (others.some(({ sessionKey }) => sessionKey !== first.sessionKey)) return text("cli.askedElsewhere", { count });
    const { sessionKey: session } = first;
    return count === 1 ? text("cli.askedOther", { session }) : text("cli.askedOtherMore", { session, count });
  }

  #show(approval: PendingApproval, isWhole: boolean): void {
    this.#whole = isWhole ? approval.approvalId : this.#whole;
    this.#print(approvalCard(approval, isWhole));
  }

  #print(card: readonly Line[]): void {
    const { terminal } = this.#place;
    if (card.length === 0) return;
    const wrapped = card.flatMap((each) => wrapLine(each, terminal.width, cardIndent));
    terminal.print(apart(wrapped, terminal.endsBlank));
  }
}

function saidTo({ decision, remember }: Omit<Decided, "kind">) {
  if (remember !== undefined) return "cli.remembered";
  return decision === "deny" ? "cli.denied" : "cli.allowed";
}
