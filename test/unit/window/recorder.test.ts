import { beforeEach, expect, it, vi } from "vitest";
import { contractError } from "../../../src-preload/contract/errors.ts";
import { sessionKeySchema } from "../../../src-preload/contract/ids.ts";
import type { Media } from "../../../src-preload/contract/records.ts";
import { fail, ok } from "../../../src-preload/contract/result.ts";
import { createAgent } from "../../../src-renderer/state/agent.ts";
import { createComposer } from "../../../src-renderer/state/composer.ts";
import { createDraftKeeper } from "../../../src-renderer/state/draft-keeper.ts";
import { createDrafts } from "../../../src-renderer/state/drafts.ts";
import type { Listening, MicrophoneTrouble } from "../../../src-renderer/state/listening.ts";
import { createOpenChat } from "../../../src-renderer/state/open-chat.ts";
import { createRecorder, type Recorder } from "../../../src-renderer/state/recorder.ts";
import { createFakeAgent, startClient } from "../../support/fake-agent.ts";
import { key } from "../../support/window-facts.ts";

/* The voice in the composer: its states, with a microphone and an agent that a test plays. */

beforeEach(() => void vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined }));

const ready = {
  kind: "ready",
  modelId: "speech/ear",
  title: "Speech",
  address: "http://127.0.0.1:1/v1",
  isLocal: true,
  isAgreed: true,
  pricePerMinute: 0,
} as const;
const memo: Media = { kind: "file", path: "/a/memo.ogg", mediaType: "audio/ogg", name: "memo.ogg" };

async function setUp({ trouble, isSilent = false }: { trouble?: MicrophoneTrouble; isSilent?: boolean } = {}) {
  const played = createFakeAgent();
  const told: string[] = [];
  const dropped: string[] = [];
  const notify = (words: string): void => void told.push(words);
  const drafts = createDrafts();
  const { client } = played;
  const divide = async (file: File) => [file];
  const listening: Listening = {
    finish: async () => (isSilent ? null : new Blob(["sound"], { type: "audio/webm" })),
    drop: () => void dropped.push("dropped"),
  };
  const opening = Promise.withResolvers<void>();
  let waits = false;
  const microphone = async () => {
    if (waits) await opening.promise;
    return trouble === undefined ? ok(listening) : fail(trouble);
  };
  const voice = { hear: (chat: typeof key): Promise<boolean> => recorder.hear(chat), divide };
  const keeper = createDraftKeeper({ client, drafts, chat: createOpenChat(client) });
  const composer = createComposer({ client, agent: createAgent(client), drafts, keeper, notify, voice });
  const send = (chat: typeof key): Promise<void> => composer.send(chat, "steer");
  const recorder: Recorder = createRecorder({
    client,
    drafts,
    notify,
    divide,
    send,
    microphone,
    insert: composer.insert,
  });
  await startClient(played, {});
  const describe = async (place: Partial<{ isAgreed: boolean }> = {}) =>
    (await played.asked("transcription.describe")).answer({ ...ready, ...place });
  return {
    played,
    drafts,
    composer,
    recorder,
    told,
    dropped,
    describe,
    opening,
    hold(): void {
      waits = true;
    },
    now: recorder.store.getState,
  };
}

const idOf = (input: unknown): string => String(Reflect.get(Object(input), "id"));

type SetUp = Awaited<ReturnType<typeof setUp>>;

async function recordIn({ recorder, describe, now }: SetUp): Promise<void> {
  const pressed = recorder.press(key);
  await describe();
  await pressed;
  expect(now().kind).toBe("recording");
}

it("goes from the button to words at the caret, and to the end where the caret is in another chat", async () => {
  const that = await setUp();
  void that.composer.write(key, "Buy , please", 4);
  await recordIn(that);
  const finished = that.recorder.press(key);
  const start = await that.played.asked("transcription.start");
  expect(start.input).toMatchObject({ sessionKey: key, recording: { kind: "bytes", base64: btoa("sound") } });
  expect(that.now()).toMatchObject({ kind: "transcribing", aim: "dictate" });
  await start.answer({ text: "milk", seconds: 1, cost: 0 });
  await finished;
  expect([that.drafts.of(key).text, that.composer.store.getState().caret, that.now().kind]).toEqual([
    "Buy milk , please",
    8,
    "idle",
  ]);
  const other = sessionKeySchema.parse("desktop:b");
  that.drafts.set(other, { text: "There", media: [] });
  that.composer.insert(other, "too");
  expect(that.drafts.of(other).text).toBe("There too");
});

it("tells how far it is", async () => {
  const that = await setUp();
  await recordIn(that);
  const finished = that.recorder.finish();
  const start = await that.played.asked("transcription.start");
  const id = idOf(start.input);
  const part = { topic: "transcription", type: "transcription-progress", sessionKey: key, done: 1, parts: 3 } as const;
  const event = { ...part, seq: 1, time: 1 };
  that.recorder.apply([{ ...event, id: "another" }]);
  expect(that.now()).toMatchObject({ done: 0, parts: 1 });
  that.recorder.apply([{ ...event, id }]);
  expect(that.now()).toMatchObject({ done: 1, parts: 3 });
  await start.answer({ text: "x", seconds: 1, cost: 0 });
  await finished;
});

it("asks where recordings may go, and goes on after a yes", async () => {
  const that = await setUp();
  const pressed = that.recorder.press(key);
  await that.describe({ isAgreed: false });
  await pressed;
  expect(that.now()).toMatchObject({ kind: "agreeing", aim: "dictate", address: ready.address });
  const agreed = that.recorder.agree();
  const asked = await that.played.asked("transcription.agree");
  expect(asked.input).toEqual({ address: ready.address });
  await asked.answer({});
  await that.describe();
  await agreed;
  expect(that.now().kind).toBe("recording");
});

it.each(["refused", "none", "busy", "unsupported"] as const)(
  "says what is wrong with a microphone that is %s",
  async (trouble) => {
    const that = await setUp({ trouble });
    const pressed = that.recorder.press(key);
    await that.describe();
    await pressed;
    expect(that.now()).toMatchObject({ kind: "no-microphone", words: expect.stringContaining("voice.microphone") });
    that.recorder.cancel();
    expect(that.now().kind).toBe("idle");
  },
);

it("lets go of a microphone that comes after it was cancelled", async () => {
  const that = await setUp();
  that.hold();
  const pressed = that.recorder.press(key);
  await that.describe();
  await vi.waitFor(() => expect(that.now().kind).toBe("asking"));
  that.recorder.cancel();
  that.opening.resolve();
  await pressed;
  expect([that.now().kind, that.dropped]).toEqual(["idle", ["dropped"]]);
});

it("throws a cancelled recording away", async () => {
  const that = await setUp();
  await recordIn(that);
  that.recorder.cancel();
  await that.recorder.finish();
  expect([that.now().kind, that.dropped, that.played.count("transcription.start")]).toEqual(["idle", ["dropped"], 0]);
});

it("keeps a recording that failed as an attachment, or here where that fails too", async () => {
  const that = await setUp();
  await recordIn(that);
  const finished = that.recorder.finish();
  await (await that.played.asked("transcription.start")).refuse(contractError("model", "Ill."));
  await (await that.played.asked("file.attach")).answer({ media: memo });
  await finished;
  expect(that.now()).toMatchObject({ kind: "failed", message: "Ill.", spoken: [{ kind: "attachment", media: memo }] });
  expect(that.drafts.of(key).media).toEqual([memo]);
  const again = that.recorder.again();
  const second = await that.played.asked("transcription.start");
  expect(second.input).toMatchObject({ recording: { kind: "attachment", path: memo.path } });
  await second.answer({ text: "milk", seconds: 1, cost: 0 });
  await again;
  expect(that.drafts.of(key)).toMatchObject({ text: "milk", media: [] });
  await recordIn(that);
  const other = that.recorder.finish();
  await (await that.played.asked("transcription.start")).refuse(contractError("disconnected", "Gone."));
  await (await that.played.asked("file.attach")).refuse(contractError("disconnected", "Gone."));
  await other;
  expect(that.now()).toMatchObject({ kind: "failed", spoken: [{ kind: "here" }] });
});

it("says that nothing was recorded, and begins anew when it is tried again", async () => {
  const that = await setUp({ isSilent: true });
  await recordIn(that);
  await that.recorder.finish();
  expect(that.now()).toMatchObject({ kind: "failed", spoken: [] });
  const again = that.recorder.again();
  await that.describe();
  await again;
  expect(that.now().kind).toBe("recording");
});

it("puts the recordings of a message into its words before it goes", async () => {
  const that = await setUp();
  that.drafts.set(key, { text: "Please:", media: [memo] });
  const sent = that.composer.send(key, "queue");
  await that.describe();
  await (await that.played.asked("transcription.start")).answer({ text: "buy milk", seconds: 1, cost: 0 });
  const message = await that.played.asked("chat.send");
  const heard = { text: "Please:\n\nbuy milk", media: [{ ...memo, heard: true }] };
  expect(message.input).toMatchObject({ ...heard, whenBusy: "queue" });
  await message.refuse(contractError("no-model", "No model."));
  await sent;
  // What could not be sent has its words already.
  expect(that.drafts.of(key)).toMatchObject(heard);
});

it("sends a message with its recording as a file, where there is nobody to listen", async () => {
  const that = await setUp();
  that.drafts.set(key, { text: "", media: [memo] });
  const sent = that.composer.send(key, "steer");
  await (await that.played.asked("transcription.describe")).answer({ kind: "none" });
  await sent;
  expect([that.now(), that.composer.store.getState().sending]).toEqual([
    { kind: "needs", sessionKey: key, aim: "send", message: "" },
    [],
  ]);
  const again = that.recorder.sendAsFiles();
  const message = await that.played.asked("chat.send");
  expect(message.input).toMatchObject({ text: "", media: [{ ...memo, heard: false }] });
  await message.refuse(contractError("no-model", "No model."));
  await again;
});

it("sends no message with a recording while another one is made", async () => {
  const that = await setUp();
  await recordIn(that);
  that.drafts.set(key, { text: "", media: [memo] });
  await that.composer.send(key, "steer");
  expect([that.told.length, that.now().kind, that.played.count("chat.send")]).toEqual([1, "recording", 0]);
});

it("stops the agent, and what was said is kept", async () => {
  const that = await setUp();
  const read = that.recorder.read(key, memo);
  await that.describe();
  const start = await that.played.asked("transcription.start");
  that.recorder.cancel();
  const stop = await that.played.asked("transcription.stop");
  expect(stop.input).toEqual({ id: idOf(start.input) });
  await stop.answer({ stopped: true });
  await start.refuse(contractError("cancelled", "Stopped."));
  await read;
  expect(that.now()).toMatchObject({
    kind: "failed",
    message: "Stopped.",
    spoken: [{ kind: "attachment", media: memo }],
  });
});
