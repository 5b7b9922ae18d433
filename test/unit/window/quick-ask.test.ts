import { expect, it } from "vitest";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { AssistantMessage, UserMessage } from "../../../src-preload/contract/records.ts";
import { reduceSession, sessionViewOf } from "../../../src-preload/contract/reducers/session.ts";
import { streamedWords } from "../../../src-preload/contract/reducers/streamed-words.ts";
import { answerOf, linesOf, withClipboard } from "../../../src-renderer/quick/asked-words.ts";
import { approvalOf, asks, detailOf, eventOf, key, runEnds, runId, runStarts } from "../../support/window-facts.ts";

it("counts the lines of what was copied, and fences it whatever it holds", () => {
  expect(["", " \n ", "one", "one\ntwo\n", "a\r\nb\rc"].map(linesOf)).toEqual([0, 0, 1, 2, 3]);
  expect(withClipboard("what is this?", "a\n```\nb")).toBe("what is this?\n\n````\na\n```\nb\n````");
});

const asked: UserMessage = {
  id: messageIdSchema.parse("u"),
  parentId: null,
  role: "user",
  content: "How many?",
  timestamp: "2026-01-01T00:00:00.000Z",
};

it("tells of a question that is on, that waits for the person, and of its end", () => {
  const empty = sessionViewOf(detailOf());
  expect(answerOf(empty)).toBeNull();
  const on = reduceSession(empty, eventOf(runStarts));
  expect(answerOf(on)).toEqual({ words: "", isOn: true, needsYou: false, error: null });
  const waiting = reduceSession(on, { ...eventOf(asks(approvalOf("one"))), seq: 2 });
  expect(answerOf(waiting)).toMatchObject({ isOn: true, needsYou: true });
  const failed = reduceSession(on, { ...eventOf(runEnds("error")), seq: 2 });
  expect(answerOf({ ...failed, messages: [{ message: asked }] })).toMatchObject({ words: "", isOn: false });
});

it("says what is written once, also while its stream is on and the message is there", () => {
  const messageId = messageIdSchema.parse("a");
  const begun = [
    eventOf(runStarts),
    { ...eventOf({ topic: "stream", type: "message-start", sessionKey: key, runId, messageId }), seq: 2 },
    { ...eventOf({ topic: "stream", type: "message-delta", sessionKey: key, runId, messageId, text: "Two." }), seq: 3 },
  ];
  const streamed = begun.reduce(reduceSession, sessionViewOf(detailOf()));
  expect(streamedWords(streamed)).toBe("Two.");
  const written: AssistantMessage = {
    id: messageId,
    parentId: null,
    role: "assistant",
    content: "Two.",
    timestamp: asked.timestamp,
  };
  const both = { ...streamed, messages: [{ message: asked }, { message: written }] };
  expect(streamedWords(both)).toBe("");
  expect(answerOf(both)?.words).toBe("Two.");
});
