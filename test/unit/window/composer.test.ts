import { afterEach, expect, it, vi } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { RouteCall } from "../../../src-preload/contract/routes.ts";
import { settingsSchema } from "../../../src-preload/contract/settings.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createChatQueue } from "../../../src-renderer/state/chat-queue.ts";
import { createComposer } from "../../../src-renderer/state/composer.ts";
import { createDraftKeeper } from "../../../src-renderer/state/draft-keeper.ts";
import { createDrafts } from "../../../src-renderer/state/drafts.ts";
import type { Notify } from "../../../src-renderer/state/notices.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createOverlay } from "../../../src-renderer/state/overlay.ts";
import { createPalette } from "../../../src-renderer/state/palette.ts";
import { createFakeAgent, settled, startClient } from "../../support/fake-agent.ts";
import { detailOf, key } from "../../support/window-facts.ts";

/* What is being written: the draft, the files that it names, its way to the agent, and the messages that wait. */

afterEach(() => vi.unstubAllGlobals());

async function setUp() {
  const played = createFakeAgent();
  const told: string[] = [];
  const acts: (() => void)[] = [];
  const notify: Notify = (words, _tone, act) => {
    told.push(words);
    if (act !== undefined) acts.push(act.run);
  };
  const [agent, drafts] = [createAgent(played.client), createDrafts()];
  const chat = createOpenChat(played.client);
  const keeper = createDraftKeeper({ client: played.client, drafts, chat });
  const composer = createComposer({ client: played.client, agent, drafts, keeper, notify });
  const queue = createChatQueue({ client: played.client, drafts, notify });
  await startClient(played, { link: agent.setLink });
  return { played, agent, chat, drafts, keeper, composer, queue, told, acts, now: composer.store.getState };
}

const message = (id: string) => messageIdSchema.parse(id);
const queued = (id: string, content: string) =>
  ({ id: message(id), timestamp: "2026-01-01T00:00:00.000Z", content, whenBusy: "queue", mode: "ask" }) as const;

it("sends a draft once, and keeps what is typed behind it", async () => {
  const { played, drafts, keeper, composer, now } = await setUp();
  await composer.send(key, "steer");
  expect(played.count("chat.send")).toBe(0);
  void composer.write(key, "one", 3);
  void composer.send(key, "queue");
  void composer.send(key, "steer");
  expect(now().sending).toEqual([key]);
  const sent = await played.asked("chat.send");
  const own = { messageId: expect.stringMatching(/^m_/), draftBy: keeper.by };
  expect(sent.input).toEqual({ sessionKey: key, text: "one", media: [], whenBusy: "queue", ...own });
  expect(played.count("chat.send")).toBe(0);
  expect(drafts.of(key).text).toBe("");
  void composer.write(key, "two", 3);
  await sent.answer({ kind: "queued", messageId: message("m") });
  expect([drafts.of(key).text, now().sending]).toEqual(["two", []]);
});

it("sends what was sent while another message was on its way, each by itself and in order", async () => {
  const { played, drafts, composer, now } = await setUp();
  void composer.write(key, "number 2", 8);
  void composer.send(key, "steer");
  const first = await played.asked("chat.send");
  void composer.write(key, "number 3", 8);
  void composer.send(key, "queue");
  void composer.send(key, "queue");
  void composer.write(key, "and more", 8);
  void composer.send(key, "steer");
  void composer.write(key, "typed on", 8);
  const sent = [first.input as RouteCall<"chat.send">];
  await first.answer({ kind: "queued", messageId: message("m") });
  for (const _ of [1, 2]) {
    const next = await played.asked("chat.send");
    sent.push(next.input as RouteCall<"chat.send">);
    await next.answer({ kind: "queued", messageId: message("n") });
  }
  expect(sent.map(({ text, whenBusy }) => [text, whenBusy])).toEqual([
    ["number 2", "steer"],
    ["number 3", "queue"],
    ["and more", "steer"],
  ]);
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3);
  expect([drafts.of(key).text, now().sending, played.count("chat.send")]).toEqual(["typed on", [], 0]);
});

it("writes nothing of a draft while it is sent: what had been laid aside is not taken for what is sent", async () => {
  const { played, chat, drafts, composer } = await setUp();
  const aside = [{ text: "half a thought", media: [] }];
  vi.stubGlobal("localStorage", { getItem: () => null, removeItem: () => undefined });
  chat.startNew(key);
  await settled();
  await (await played.asked("drafts.read")).answer({ draft: { text: "hello", media: [], aside }, savedAt: 5 });
  void composer.send(key, "steer");
  const sent = await played.asked("chat.send");
  expect(drafts.of(key).text).toBe("half a thought");
  await settled();
  expect(played.count("drafts.save")).toBe(0);
  await sent.answer({ kind: "queued", messageId: message("m") });
  await settled();
  expect((await played.asked("drafts.save")).input).toMatchObject({ draft: { text: "half a thought" } });
});

it("sends nothing behind a message that was refused, and has all of it in the field again", async () => {
  const { played, drafts, composer, told } = await setUp();
  for (const words of ["one", "two"]) {
    void composer.write(key, words, 3);
    void composer.send(key, "steer");
  }
  void composer.write(key, "three", 5);
  await (await played.asked("chat.send")).refuse(contractError("invalid-input", "Not this."));
  await settled();
  expect([drafts.of(key).text, told, played.count("chat.send")]).toEqual(["one\n\ntwo\n\nthree", ["Not this."], 0]);
});

it("has what did not begin its way in the field again when the page is closed", async () => {
  const { drafts, composer } = await setUp();
  for (const words of ["one", "two"]) {
    void composer.write(key, words, 3);
    void composer.send(key, "steer");
  }
  composer.leave();
  expect(drafts.of(key).text).toBe("two");
});

it("leaves an earlier message as it is, and has what was written for it back on demand", async () => {
  const { drafts, composer, acts } = await setUp();
  drafts.set(key, { text: "half a thought", media: [] });
  composer.edit(key, { text: "old", media: [], replaces: "m" });
  void composer.write(key, "older", 5);
  composer.leaveEdit(key);
  expect(drafts.of(key)).toEqual({ text: "half a thought", media: [] });
  acts[0]?.();
  expect(drafts.of(key)).toMatchObject({ text: "older", replaces: "m", aside: [{ text: "half a thought" }] });
});

it("keeps a draft that could not be sent, and says what to do while no model is chosen", async () => {
  const { played, agent, drafts, composer, told } = await setUp();
  void composer.write(key, "one", 3);
  void composer.send(key, "steer");
  await (await played.asked("chat.send")).refuse(contractError("no-model", "No model."));
  void agent.load();
  const settings = settingsSchema.parse({ agents: { defaults: { model: "a/b" } } });
  await (await played.asked("settings.get")).answer({ settings });
  void composer.send(key, "steer");
  await (await played.asked("chat.send")).refuse(contractError("no-model", "No model."));
  expect(drafts.of(key).text).toBe("one");
  expect(told[0]).toContain("Choose a model");
  expect(told[1]).toBe("No model.");
});

it("finds the files that are named at the caret, and puts the chosen one there", async () => {
  const { played, drafts, composer, now } = await setUp();
  const paths = () => composer.files.getState().paths;
  void composer.write(key, "see @re and go", 7);
  const earlier = await played.asked("file.find");
  void composer.write(key, "see @rea and go", 8);
  const found = await played.asked("file.find");
  expect(found.input).toMatchObject({ sessionKey: key, query: "rea" });
  await found.answer({ paths: ["read me.md"] });
  await earlier.answer({ paths: ["old.md"] });
  expect(paths()).toEqual(["read me.md"]);
  await composer.pickFile(key, "read me.md");
  expect(drafts.of(key).text).toBe("see @read me.md  and go");
  expect([now().caret, paths()]).toEqual(["see @read me.md ".length, []]);
  // The field tells where its caret stood before what was chosen is in it.
  void composer.moveCaret(key, 8);
  expect(now().caretAsked).toBe("see @read me.md ".length);
});

it("asks for the focus where something is to be written", async () => {
  const { composer, drafts, now } = await setUp();
  composer.begin(key, "Write a list");
  composer.edit(key, { text: "old", media: [], replaces: "m" });
  expect([now().focusAsked, drafts.of(key).text]).toEqual([2, "old"]);
  composer.append(key, " @a.md ");
  expect([now().focusAsked, drafts.of(key).text]).toEqual([2, "old @a.md "]);
});

it("attaches what the agent takes, tells of the rest, and takes one out again", async () => {
  const { played, drafts, composer, told } = await setUp();
  const large = new File([], "large.bin");
  Object.defineProperty(large, "size", { value: 21 * 1024 * 1024 });
  void composer.attach(key, [large, new File(["a"], "a.txt"), new File(["b"], "b.txt")]);
  const kept = await played.asked("file.attach");
  expect(kept.input).toEqual({ sessionKey: key, name: "a.txt", base64: btoa("a") });
  await kept.answer({ media: { kind: "file", path: "a.txt", mediaType: "text/plain" } });
  await (await played.asked("file.attach")).refuse(contractError("internal", "The disk is full."));
  expect(drafts.of(key).media.map(({ path }) => path)).toEqual(["a.txt"]);
  expect(told).toEqual([expect.stringContaining("large.bin"), "The disk is full."]);
  composer.detach(key, "a.txt");
  expect(drafts.of(key).media).toEqual([]);
});

it("takes a message that waits back into the draft, and moves, holds and removes the others", async () => {
  const { played, drafts, queue, told } = await setUp();
  const entries = [queued("a", "first"), queued("b", "second"), queued("c", "third")];
  void queue.moveUp(key, entries, 2);
  expect((await played.asked("queue.order")).input).toEqual({ sessionKey: key, messageIds: ["a", "c", "b"] });
  void queue.pause(key, true);
  expect((await played.asked("queue.pause")).input).toEqual({ sessionKey: key, paused: true });
  void queue.edit(key, queued("b", "second"));
  expect(drafts.of(key).text).toBe("second");
  const removed = await played.asked("queue.remove");
  expect(removed.input).toEqual({ sessionKey: key, messageId: "b" });
  await removed.refuse(contractError("not-found", "It has begun."));
  expect(told).toEqual(["It has begun."]);
});

it("opens the palette empty, and finds files of the open chat as their name is typed", async () => {
  const { played, agent } = await setUp();
  const [chat, overlay] = [createOpenChat(played.client), createOverlay()];
  const palette = createPalette({ client: played.client, agent, chat, overlay });
  const paths = () => palette.files.getState().paths;
  void palette.ask("re");
  expect(played.count("file.find")).toBe(0);
  void chat.open(key);
  await (await played.asked("session.open")).answer(detailOf());
  void palette.ask("@re");
  const found = await played.asked("file.find");
  expect(found.input).toMatchObject({ sessionKey: key, query: "re" });
  await found.answer({ paths: ["read me.md"] });
  expect(paths()).toEqual(["read me.md"]);
  void palette.ask(">re");
  expect(paths()).toEqual([]);
  void palette.open();
  expect([overlay.store.getState(), palette.store.getState()]).toEqual([{ kind: "palette" }, { query: "" }]);
  overlay.open({ kind: "limits", side: "prices" });
  overlay.close();
  expect(overlay.store.getState()).toEqual({ kind: "none" });
});

it("waits for the line with a message that could not leave, sends it as it is then, or not at all", async () => {
  const { played, agent, drafts, composer, told, now } = await setUp();
  played.cut();
  void composer.write(key, "one", 3);
  void composer.send(key, "steer");
  await settled();
  expect([now().sending, now().waiting, told]).toEqual([[key], { [key]: "not-sent" }, []]);
  composer.keep(key);
  await settled();
  expect([now().sending, now().waiting, drafts.of(key).text]).toEqual([[], {}, "one"]);
  void composer.send(key, "steer");
  await settled();
  void composer.write(key, "one, mended", 3);
  await played.comeBack("same");
  expect(agent.store.getState().link.kind).toBe("up");
  const sent = await played.asked("chat.send");
  expect(sent.input).toMatchObject({ text: "one, mended" });
  await sent.answer({ kind: "queued", messageId: message("m") });
  expect([drafts.of(key).text, now().waiting]).toEqual(["", {}]);
});

it("sends a message again whose answer was lost, by the same id and with the same words", async () => {
  const { played, drafts, composer, now } = await setUp();
  void composer.write(key, "one", 3);
  void composer.send(key, "steer");
  const { messageId } = (await played.asked("chat.send")).input as { messageId: string };
  played.cut();
  await settled();
  expect(now().waiting).toEqual({ [key]: "asked" });
  void composer.write(key, "one two", 7);
  await played.comeBack("restarted");
  const again = await played.asked("chat.send");
  expect(again.input).toMatchObject({ text: "one", messageId, again: true });
  expect(played.count("chat.send")).toBe(0);
  await again.answer({ kind: "queued", messageId: message(messageId) });
  expect(drafts.of(key).text).toBe(" two");
});
