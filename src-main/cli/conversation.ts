import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { SessionDetail } from "../../src-preload/contract/session.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { text } from "../words.ts";
import type { AgentCall } from "./agent-call.ts";
import { choicesFor } from "./choices.ts";
import { chooseChat } from "./choose-chat.ts";
import type { CliContext, ExitCode } from "./context.ts";
import { askFolderTrust } from "./folder-question.ts";
import { openHistory } from "./history-file.ts";
import { howToClose } from "./how-to-close.ts";
import { type Home, openHome } from "./open-home.ts";
import { OpenQuestions, promptSign, promptStyle } from "./open-questions.ts";
import { closePrivateChats, newPrivateKey } from "./private-chats.ts";
import { type SessionWatch, watchSession } from "./run-watch.ts";
import { sentWords } from "./sent-words.ts";
import { slash } from "./slash.ts";
import { readSlash } from "./slash-commands.ts";
import type { SlashTarget } from "./slash-target.ts";
import { type ChatView, createChatView } from "./terminal/chat-view.ts";
import { wholeSeconds } from "./terminal/durations.ts";
import { apart, indented, type Line, lines, type Style, wrapLine } from "./terminal/styled-line.ts";
import { openTerminal } from "./terminal/terminal.ts";
import type { Terminal, TerminalStreams } from "./terminal/terminal-options.ts";
import { createTypedHistory } from "./terminal/typed-history.ts";
import { usableSkills } from "./usable-skills.ts";
import { welcome } from "./welcome.ts";

const ownTerminal = (): TerminalStreams => ({ input: process.stdin, output: process.stdout });

/** A second Ctrl-C within this time leaves. */
const againMs = 2000;

/** `perch agent`: a conversation in the terminal. */
export async function converse(call: AgentCall, context: CliContext, streams = ownTerminal()): Promise<ExitCode> {
  const history = await openHistory(context);
  const conversation = new Conversation(call, context, { ...streams, kept: history.entries, keep: history.add });
  const code = await conversation.run();
  await history.settled();
  return code;
}

interface Place extends TerminalStreams {
  readonly kept: readonly string[];
  keep(message: string): void;
}

class Conversation implements SlashTarget {
  readonly #call: AgentCall;
  readonly #context: CliContext;
  readonly #terminal: Terminal;
  readonly #keep: (message: string) => void;
  /** What was typed here and has not been told as an event yet. */
  readonly #typedHere = new Set<string>();
  #view: ChatView;
  #sessionKey: SessionKey | null = null;
  /** Private chats that were open here: they are closed with this terminal. */
  readonly #private = new Set<SessionKey>();
  readonly #questions: OpenQuestions;
  #home: Home | null = null;
  #watch: SessionWatch | null = null;
  /** What happened while the chat was being read; null when it is there. */
  #early: PerchEvent[] | null = [];
  #leaving = false;
  /** A number that is typed picks a chat. */
  #isPicking = false;
  /** The chat is on the disk, with its work folder. */
  #isBegun = false;
  /** The chat that is open goes on in its own folder. */
  #keepsFolder: boolean;
  #interruptedAt = Number.NEGATIVE_INFINITY;
  /** Settles once there is an owner to talk to: what is typed meanwhile waits for it. */
  #ready: Promise<void> = Promise.resolve();
  #finish: (code: ExitCode) => void = () => undefined;

  constructor(call: AgentCall, context: CliContext, place: Place) {
    this.#call = call;
    this.#context = context;
    this.#keep = place.keep;
    this.#keepsFolder = call.keepsFolder;
    this.#terminal = openTerminal({
      ...place,
      clock: context.host,
      env: context.host.env,
      history: createTypedHistory(place.kept),
      listeners: {
        onMessage: (message) => void this.#typed(message),
        onInterrupt: (hadDraft) => void this.#interrupt(hadDraft),
        onEscape: () => void this.#escape(),
        onControl: (letter) => {
          if (letter === "o") this.#terminal.print(this.#view.thoughts());
        },
        onLeave: (isGone) => this.leave(isGone ? 129 : 0),
        live: (maxRows) => this.#view.live(context.host.now(), maxRows),
        choices: (query) => choicesFor(query, this),
      },
    });
    this.#view = this.#newView();
    const sessionKey = () => this.#sessionKey;
    const isCommand = (typed: string): boolean => readSlash(typed).kind !== "message" || this.#isPick(typed);
    const say = (words: string): void => this.say(words);
    this.#questions = new OpenQuestions({ terminal: this.#terminal, sessionKey, say, isCommand });
  }

  async run(): Promise<ExitCode> {
    const finished = new Promise<ExitCode>((resolve) => {
      this.#finish = resolve;
    });
    const undo = this.#context.onInterrupt((status) => this.leave(status));
    // Before the home is open: what is typed meanwhile waits for it.
    this.#questions.prompt();
    this.#ready = this.#open(this.#call.chat.kind === "named" ? this.#call.chat.sessionKey : null);
    const code = await finished;
    this.#leaving = true;
    this.#terminal.close();
    // A start that was left in its middle is waited for: a home that it claims must be given up.
    await this.#ready;
    await closePrivateChats(this.#private, this.connection, this.#context.say);
    await this.#home?.close(await howToClose(this.#home, this.#sessionKey, this.#context.say));
    undo();
    return code;
  }

  get connection(): Connection | null {
    return this.#home?.connection ?? null;
  }

  get sessionKey(): SessionKey | null {
    return this.#sessionKey;
  }

  now(): number {
    return this.#context.host.now();
  }

  get width(): number {
    return this.#terminal.width;
  }

  leave(code: ExitCode): void {
    this.#leaving = true;
    this.#finish(code);
  }

  say(words: string, style: Style = {}): void {
    const { width } = this.#terminal;
    this.#terminal.print(lines(words, style).flatMap((each) => wrapLine(each, width)));
  }

  print(rows: readonly Line[]): void {
    this.#terminal.print(rows);
  }

  askYesNo(label: string): Promise<boolean | null> {
    return this.#questions.askYesNo(label);
  }

  async begin(): Promise<void> {
    const sessionKey = this.#sessionKey;
    if (sessionKey === null || this.#isBegun) return;
    const { workFolder } = this.#call;
    this.#isBegun = true;
    if (!this.#keepsFolder) await this.connection?.request("session.update", { sessionKey, patch: { workFolder } });
  }

  /** Opens another chat in this terminal. */
  async switchTo(sessionKey: SessionKey): Promise<void> {
    await this.#goTo(sessionKey, true);
  }

  /** A private chat, in the folder of this terminal. */
  async beginPrivate(): Promise<void> {
    await this.#goTo(newPrivateKey(this.#context), false);
  }

  /** The folder is set first: what is typed meanwhile is sent as soon as the chat is there. */
  async #goTo(sessionKey: SessionKey, keepsFolder: boolean): Promise<void> {
    this.#keepsFolder = keepsFolder;
    this.#ready = this.#show(sessionKey, "switched");
    await this.#ready;
  }

  #newView(): ChatView {
    return createChatView({
      width: () => this.#terminal.width,
      isOwn: (message) => this.#typedHere.delete(message.content),
      isBelowBlank: () => this.#terminal.endsBlank,
    });
  }

  /** Claims or reaches the home; again whenever its owner is gone. */
  async #open(known: SessionKey | null): Promise<void> {
    const home = await openHome(this.#context);
    if (!home.ok) {
      this.say(home.error.message);
      this.leave(1);
      return;
    }
    this.#home = home.value;
    const { connection } = home.value;
    connection.onClose(() => {
      if (this.#leaving) return;
      this.say(text("cli.resumed"));
      this.#ready = this.#open(this.#sessionKey);
    });
    const chosen = known === null ? await this.#choose(connection) : known;
    if (chosen !== null) await this.#show(chosen, this.#sessionKey === null ? "first" : "again");
  }

  async #choose(connection: Connection): Promise<SessionKey | null> {
    const chosen = await chooseChat(this.#call, connection, this.#context.files);
    if (chosen.ok) return chosen.value;
    this.say(chosen.error.message);
    this.leave(1);
    return null;
  }

  /** Reads a chat and follows it. */
  async #show(sessionKey: SessionKey, how: "first" | "again" | "switched"): Promise<void> {
    const { connection } = this;
    if (connection === null) return;
    this.#early = [];
    this.#sessionKey = sessionKey;
    if (isPrivateKey(sessionKey)) this.#private.add(sessionKey);
    if (how === "switched") this.#questions.leaveOwn();
    this.#questions.readAnew();
    const onEvent = (event: PerchEvent): void => this.#arrived(event);
    const watch = await watchSession(connection, sessionKey, { onEvent, onOther: onEvent });
    if (!watch.ok) return;
    this.#watch?.stop();
    this.#watch = watch.value;
    const opened = await connection.request("session.open", { sessionKey, limit: 20 });
    const detail = opened.ok ? opened.value : null;
    this.#view = this.#newView();
    if (how !== "again") await this.#welcome(detail, how === "first");
    if (detail !== null) this.#showState(detail);
    const early = this.#early;
    this.#early = null;
    for (const event of early) if (detail === null || event.seq > detail.seq) this.#event(event);
    const pending = await connection.request("approval.list", {});
    this.#questions.read(pending.ok ? pending.value.approvals : []);
    const asks = await connection.request("ask.list", {});
    this.#questions.readAsks(asks.ok ? asks.value.asks : []);
    // Not waited for: the answer is typed once the chat is there.
    if (how !== "again") void this.#askFolderTrust(detail);
    if (how !== "first" || this.#call.chat.kind !== "pick") return;
    this.#isPicking = true;
    await slash(this, "chats", "");
  }

  #welcome(detail: SessionDetail | null, isFirst: boolean): Promise<void> {
    const { workFolder: own } = this.#call;
    const workFolder = this.#keepsFolder ? (detail?.workFolder ?? own) : own;
    return welcome(this, { detail, workFolder, isFirst, ownerPid: this.#home?.ownerPid ?? null });
  }

  #askFolderTrust(detail: SessionDetail | null): Promise<void> {
    const mode = this.#call.mode ?? detail?.mode ?? null;
    return askFolderTrust(this, {
      workFolder: this.#keepsFolder ? null : this.#call.workFolder,
      isAuto: mode === "auto",
    });
  }

  #showState(detail: SessionDetail): void {
    const { run, lastRun, queue, queuePaused } = detail;
    if (run !== null && run.end === null) {
      this.say(text("terminal.joined", { took: wholeSeconds(this.now() - run.startedAt) }), { colour: "cyan" });
      this.#terminal.print(this.#view.join(run));
    }
    if (lastRun.kind === "interrupted") this.say(text("cli.interruptedRun"));
    if (queue.length > 0 && queuePaused) this.say(pausedQueue(queue.length));
  }

  #arrived(event: PerchEvent): void {
    if (this.#early === null) this.#event(event);
    else this.#early.push(event);
  }

  #event(event: PerchEvent): void {
    const isOwn = "sessionKey" in event && event.sessionKey === this.#sessionKey;
    if (event.type === "approval-request") this.#questions.ask(event.approval);
    if (event.type === "approval-decision") this.#questions.decided(event);
    if (event.type === "ask-opened") this.#questions.serverAsks(event.ask);
    if (event.type === "ask-closed") this.#questions.serverAsksNoMore(event.id);
    if (event.type === "queue-changed" && event.paused && event.queue.length > 0) {
      this.say(pausedQueue(event.queue.length));
    }
    if (isOwn || event.type === "server-changed") this.#terminal.print(this.#view.event(event));
    if (event.type === "session-removed") this.#questions.chatRemoved(event.sessionKey);
    if (event.type !== "run-end") return;
    if (isOwn && event.reason === "budget") this.say(text("cli.overBudget"));
    this.#questions.runEnded(event.runId);
  }

  async #typed(message: string): Promise<void> {
    // What was asked when it was typed: another card may be on top by the time it can be sent.
    const { first: approval, own, asked } = this.#questions;
    const read = readSlash(message);
    if (own !== null && read.kind === "message") return this.#questions.answerOwn(own, message);
    if ((approval === null && asked === null) || read.kind !== "message") {
      if (!isPrivateKey(this.#sessionKey ?? "")) this.#keep(message);
      this.#echo(message);
    }
    await this.#ready;
    const { connection } = this;
    if (connection === null) return;
    if (read.kind === "command") return slash(this, read.name, read.words);
    if (read.kind === "wrong") return this.say(read.message);
    if (read.kind === "unknown") return (await this.#isSkill(read.name)) ? this.send(message) : this.say(read.message);
    const isPicked = this.#isPick(message);
    this.#isPicking = false;
    if (isPicked) return slash(this, "resume", message);
    if (approval !== null) return this.#questions.answer(approval, message, connection);
    if (asked !== null) return this.#questions.answerServer(asked, message, connection);
    await this.send(message);
  }

  async #isSkill(name: string): Promise<boolean> {
    return (await usableSkills(this.connection)).some((skill) => skill.name === name);
  }

  #isPick(typed: string): boolean {
    return this.#isPicking && /^\s*\d+\s*$/.test(typed);
  }

  #echo(message: string): void {
    const { width } = this.#terminal;
    const shown = lines(message).map((each, at) => indented(each, at === 0 ? promptSign : "  ", promptStyle));
    const rows = shown.flatMap((each) => wrapLine(each, width, 2));
    this.#terminal.print(apart(rows, this.#terminal.endsBlank));
  }

  /** Sends a message, or a command that the agent answers. */
  async send(message: string): Promise<void> {
    const { mode, workFolder } = this.#call;
    const sessionKey = this.#sessionKey;
    if (sessionKey === null) return;
    this.#typedHere.add(message);
    const given = this.#keepsFolder ? {} : { workFolder };
    const chosen = mode === null ? {} : { mode };
    const sent = await this.connection?.request("chat.send", { sessionKey, text: message, ...given, ...chosen });
    if (sent === undefined) return;
    if (!sent.ok) this.#typedHere.delete(message);
    const told = sentWords(sent);
    if (told !== null) this.say(told.words, told.style);
  }

  /** Stops what runs. False when nothing does. */
  async stop(): Promise<boolean> {
    const sessionKey = this.#sessionKey;
    if (sessionKey === null) return false;
    const stopped = await this.connection?.request("chat.stop", { sessionKey });
    return stopped?.ok === true && stopped.value.stopped;
  }

  async #interrupt(hadDraft: boolean): Promise<void> {
    if (hadDraft) return;
    const now = this.#context.host.monotonic();
    const isAgain = now - this.#interruptedAt < againMs;
    if (isAgain && !this.#view.isRunning) return this.leave(0);
    // Before the answer is there: the second press may come at once.
    this.#interruptedAt = now;
    if (await this.stop()) {
      this.#interruptedAt = Number.NEGATIVE_INFINITY;
      return;
    }
    this.#terminal.hint(text("terminal.pressAgain"));
  }

  async #escape(): Promise<void> {
    if (this.#view.isRunning) await this.stop();
  }
}

function pausedQueue(count: number): string {
  return count === 1 ? text("cli.onePaused") : text("cli.queuePaused", { count });
}
