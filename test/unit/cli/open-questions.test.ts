import { describe, expect, it } from "vitest";
import { OpenQuestions } from "../../../src-main/cli/open-questions.ts";
import type { Asked } from "../../../src-main/cli/terminal/prompt.ts";
import { textOf } from "../../../src-main/cli/terminal/styled-line.ts";
import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { approvalIdSchema, messageIdSchema, runIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { PendingApproval } from "../../../src-preload/contract/session.ts";

const subject = {
  tool: "exec",
  effect: "execute" as const,
  title: "Run a command",
  body: "ls",
  bodyKind: "command" as const,
  where: "/w",
  reversible: false,
  reason: "",
};

function approvalOf(id: string, session: string): PendingApproval {
  return {
    approvalId: approvalIdSchema.parse(id),
    sessionKey: sessionKeySchema.parse(session),
    runId: runIdSchema.parse(`run of ${id}`),
    messageId: messageIdSchema.parse("m"),
    callId: "c",
    requestedAt: 0,
    subject,
  };
}

function decisionOn({ approvalId, sessionKey, runId }: PendingApproval) {
  const event = { topic: "approval", type: "approval-decision", sessionKey, runId, approvalId, by: "x" } as const;
  return { ...event, decision: "deny", seq: 0, time: 0 } satisfies PerchEvent;
}

function setUp() {
  let session = "cli:here";
  let asked: Asked | null = null;
  let note = "";
  const shown: string[] = [];
  const questions = new OpenQuestions({
    terminal: {
      print: (lines) => void shown.push(...lines.map(textOf)),
      ask(next) {
        asked = next;
      },
      note(words) {
        note = words;
      },
      hint: () => undefined,
      redraw: () => undefined,
      width: 80,
      endsBlank: false,
      close: () => undefined,
    },
    sessionKey: () => sessionKeySchema.parse(session),
    say: (words) => void shown.push(words),
    isCommand: (typed) => typed.startsWith("/"),
  });
  return {
    questions,
    shown,
    question: () => asked?.question ?? null,
    use: (typed: string) => asked?.use?.(typed),
    note: () => note,
    open(next: string) {
      session = next;
      questions.readAnew();
    },
  };
}

describe("what waits for a decision", () => {
  const here = approvalOf("here", "cli:here");
  const there = approvalOf("there", "cli:there");

  it("takes the prompt in its own chat, and is a row in every other", () => {
    const { questions, shown, question, note } = setUp();
    questions.read([there]);
    expect([question(), shown, note()]).toEqual([null, [], "1 question waits in another chat: /resume cli:there"]);
    questions.ask(here);
    expect(question()).toBe("here");
    expect(shown).toContain("? Run a command");
    questions.decided(decisionOn(here));
    expect(question()).toBe(null);
    expect(shown.at(-1)).toBe("Answered elsewhere: deny.");
  });

  it("is counted in other chats until it is decided, its run ends or its chat goes", () => {
    const { questions, shown, note } = setUp();
    const [second, third] = [approvalOf("second", "cli:there"), approvalOf("third", "cli:third")];
    questions.read([there, second]);
    expect(note()).toBe("2 questions wait in another chat: /resume cli:there");
    questions.ask(third);
    expect(note()).toBe("3 questions wait in other chats: /chats shows where");
    questions.runEnded(second.runId);
    questions.chatRemoved(third.sessionKey);
    expect(note()).toBe("1 question waits in another chat: /resume cli:there");
    questions.decided(decisionOn(there));
    expect([note(), shown]).toEqual(["", []]);
  });

  it("comes to the prompt once its chat is opened, and what waited in the former one becomes the row", () => {
    const { questions, open, shown, question, note } = setUp();
    questions.read([here, there]);
    shown.length = 0;
    open("cli:there");
    // The list is on its way: an answer that is typed now is for nobody.
    questions.read([here, there]);
    expect([question(), note()]).toEqual(["there", "1 question waits in another chat: /resume cli:here"]);
    expect(shown.filter((row) => row === "? Run a command")).toHaveLength(1);
  });

  it("is what was told while the list of it was on its way", () => {
    const { questions, question, note } = setUp();
    questions.readAnew();
    questions.ask(here);
    questions.decided(decisionOn(there));
    questions.read([there]);
    expect([question(), note()]).toEqual(["here", ""]);
  });

  it("gives back a line that is neither yes nor no, and takes a command for one", () => {
    const { questions, use } = setUp();
    questions.ask(here);
    expect(["hello there", "y", "n", "a", "no, use b.txt", "/status"].map(use)).toEqual([
      ...(["given-back", "used", "used", "used", "kept", "used"] as const),
    ]);
  });

  it("comes behind a question of the terminal itself, which takes yes or no alone", async () => {
    const { questions, shown, question, use } = setUp();
    const asked = questions.askYesNo("Trust this folder? ");
    questions.ask(here);
    const { own } = questions;
    expect([question(), own?.label]).toEqual(["own 1", "Trust this folder? "]);
    expect(["y", "NO", "no, because", "always 1", "/status"].map(use)).toEqual([
      ...(["used", "used", "given-back", "given-back", "used"] as const),
    ]);
    if (own === null) return expect.unreachable();
    questions.answerOwn(own, "perhaps");
    expect([shown.at(-1), question()]).toEqual(["Type y or n.", "own 1"]);
    questions.answerOwn(own, " Yes ");
    expect([await asked, question()]).toEqual([true, "here"]);
    // A second Enter for a question that is over answers nothing.
    questions.answerOwn(own, "n");
    expect(question()).toBe("here");
  });

  it("leaves a question of the terminal without an answer for the next one", async () => {
    const { questions, question } = setUp();
    const first = questions.askYesNo("one ");
    const second = questions.askYesNo("two ");
    expect([await first, question()]).toEqual([null, "own 2"]);
    questions.leaveOwn();
    expect(await second).toBe(null);
  });
});
