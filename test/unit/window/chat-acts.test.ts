import { expect, it } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { messageIdSchema, sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import { createChatActs } from "../../../src-renderer/state/chat-acts.ts";
import { createInbox } from "../../../src-renderer/state/inbox.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createStepResults } from "../../../src-renderer/state/step-results.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { approvalOf, asks, decides, detailOf, key, rowOf, runId } from "../../support/window-facts.ts";

/* What a person does with a chat, decides in it, and reads of its long results. */

const messageId = messageIdSchema.parse("m");
const refusal = contractError("internal", "It is broken.");

/** A chat is open. */
async function setUp() {
  const played = createFakeAgent();
  const told: string[] = [];
  const notify = (words: string): void => void told.push(words);
  const chat = createOpenChat(played.client);
  const inbox = createInbox(played.client, notify);
  const acts = createChatActs({ client: played.client, chat, notify });
  const results = createStepResults(played.client, chat, notify);
  await startClient(played, { events: inbox.apply });
  void chat.open(key);
  await (await played.asked("session.open")).answer(detailOf());
  return { played, chat, inbox, acts, results, told };
}

it("reads a chat again after its branch or what is in force in it was changed, and not where that was refused", async () => {
  const { played, acts, told } = await setUp();
  void acts.showVersion(messageId);
  await (await played.asked("session.branch")).answer(detailOf());
  expect(played.count("session.open")).toBe(1);
  await (await played.asked("session.open")).answer(detailOf());
  void acts.update(key, { model: "a/b" });
  await (await played.asked("session.update")).answer(rowOf("idle"));
  await (await played.asked("session.open")).answer(detailOf({ model: "a/b" }));
  void acts.update(key, { model: "c/d" });
  await (await played.asked("session.update")).refuse(refusal);
  expect([played.count("session.open"), told]).toEqual([0, ["It is broken."]]);
});

it("goes on past a limit that the agent lets it, and says why where it does not", async () => {
  const { played, acts, told } = await setUp();
  void acts.goOn(key, "day");
  expect(acts.store.getState().goingOn).toEqual([key]);
  await (await played.asked("usage.allow")).answer({ budgets: [] });
  await (await played.asked("chat.resume")).answer({ runId });
  expect([acts.store.getState().goingOn, told]).toEqual([[], []]);
  void acts.goOn(key, "day");
  await (await played.asked("usage.allow")).refuse(refusal);
  expect(played.count("chat.resume")).toBe(0);
  expect([acts.store.getState().goingOn, told]).toEqual([[], ["It is broken."]]);
});

it("asks once for what is pressed twice", async () => {
  const { played, acts, told } = await setUp();
  for (const press of [acts.continue, acts.continue, acts.resume]) void press(key);
  expect([played.count("chat.send"), played.count("chat.resume")]).toEqual([1, 0]);
  await (await played.asked("chat.send")).refuse(refusal);
  void acts.regenerate(messageId);
  void acts.regenerate(messageId);
  expect([played.count("chat.regenerate"), told]).toEqual([1, ["It is broken."]]);
});

it("tells which chats are gone", async () => {
  const { played, acts, told } = await setUp();
  const kept = acts.removeAll([rowOf("idle")]);
  await (await played.asked("session.remove")).refuse(refusal);
  const gone = acts.removeAll([rowOf("idle")]);
  await (await played.asked("session.remove")).answer({ trashId: "t" });
  expect([await kept, await gone]).toEqual([[], [key]]);
  expect(told).toEqual(["It is broken.", expect.stringContaining("“A”")]);
});

it("asks for another answer and another version in the open chat alone", async () => {
  const { played, chat, acts } = await setUp();
  void acts.regenerate(messageId);
  expect((await played.asked("chat.regenerate")).input).toEqual({ sessionKey: key, messageId });
  chat.startNew(sessionKeySchema.parse("desktop:new"));
  void acts.regenerate(messageId);
  void acts.showVersion(messageId);
  expect([played.count("chat.regenerate"), played.count("session.branch")]).toEqual([0, 0]);
});

it("sends a decision once, and lets it be made again where it was refused", async () => {
  const { played, inbox, told } = await setUp();
  const approval = approvalOf("a");
  played.tell(asks(approval));
  void inbox.answer(approval.approvalId, "deny", "  not now ");
  void inbox.answer(approval.approvalId, "allow-once", "");
  const first = await played.asked("approval.answer");
  expect(first.input).toEqual({ approvalId: approval.approvalId, decision: "deny", note: "not now" });
  expect(played.count("approval.answer")).toBe(0);
  await first.refuse(refusal);
  expect([inbox.store.getState().answered, told]).toEqual([[], ["It is broken."]]);
  void inbox.answer(approval.approvalId, "allow-once", "");
  await (await played.asked("approval.answer")).answer({ decision: "allow-once", runId });
  played.tell(decides(approval));
  expect(inbox.store.getState()).toMatchObject({ approvals: [], answered: [] });
});

it("reads a long result page by page, and forgets it with its chat", async () => {
  const { played, chat, results } = await setUp();
  const read = () => results.store.getState().results["r.txt"];
  void results.readMore("r.txt");
  void results.readMore("r.txt");
  const [first, second] = [await played.asked("file.result"), await played.asked("file.result")];
  await first.answer({ lines: ["a", "b"], from: 0, total: 3 });
  await second.answer({ lines: ["a", "b"], from: 0, total: 3 });
  expect(read()).toEqual({ lines: ["a", "b"], total: 3 });
  void results.readMore("r.txt");
  const rest = await played.asked("file.result");
  expect(rest.input).toMatchObject({ sessionKey: key, path: "r.txt", from: 2 });
  await rest.answer({ lines: ["c"], from: 2, total: 3 });
  expect(read()?.lines).toEqual(["a", "b", "c"]);
  chat.startNew(sessionKeySchema.parse("desktop:new"));
  expect(read()).toBe(undefined);
});
