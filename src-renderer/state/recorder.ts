import { createStore, type StoreApi } from "zustand/vanilla";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { recordingEnding } from "../../src-preload/contract/recordings.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { type TextKey, text } from "../ui/text.ts";
import type { Listening, MicrophoneTrouble, OpenMicrophone } from "./listening.ts";
import { idle, isBusy, type RecorderState, type SpokenTask } from "./recorder-state.ts";
import { createSpokenWords, type SpokenNeeds } from "./spoken-words.ts";

interface RecorderNeeds extends SpokenNeeds {
  readonly microphone: OpenMicrophone;
}

/** A recording ends by itself after so long, in milliseconds. */
const longestMs = 60 * 60 * 1000;

const troubleWords: Readonly<Record<MicrophoneTrouble, TextKey>> = {
  refused: "voice.microphoneRefused",
  none: "voice.microphoneNone",
  busy: "voice.microphoneBusy",
  unsupported: "voice.microphoneUnsupported",
};

/** The voice in the composer: a recording, and the way from what was said to words. */
export function createRecorder({ microphone, ...needs }: RecorderNeeds) {
  const store = createStore<RecorderState>(() => idle);
  const words = createSpokenWords(store, needs);
  const listener = createListener(store, microphone, words.putIn);

  /** Begins to listen, once it is clear where the recording will go. */
  async function begin(sessionKey: SessionKey): Promise<void> {
    if (await words.mayGo({ sessionKey, aim: "dictate", spoken: [] })) await listener.record(sessionKey);
  }

  async function goOn(task: SpokenTask): Promise<void> {
    if (task.spoken.length === 0) await begin(task.sessionKey);
    else if ((await words.putIn(task)) && task.aim === "send") await needs.send(task.sessionKey);
  }

  return {
    store,
    level: listener.level,
    /** The button: begins, or ends what is being recorded. */
    async press(sessionKey: SessionKey): Promise<void> {
      const now = store.getState();
      if (now.kind === "recording") await listener.finish();
      else if (!isBusy(now)) await begin(sessionKey);
    },
    finish: listener.finish,
    /** Recordings may go where it was said: goes on with what waited for that. */
    async agree(): Promise<void> {
      const now = store.getState();
      if (now.kind === "agreeing" && (await words.agree(now.address))) await goOn(now);
    },
    /** The same recording once more, or another one where there is none. */
    async again(): Promise<void> {
      const now = store.getState();
      if (now.kind === "no-microphone") await begin(now.sessionKey);
      if (now.kind === "failed") await goOn(now);
    },
    /** An attached recording becomes words at the caret. */
    async read(sessionKey: SessionKey, media: Media): Promise<void> {
      if (isBusy(store.getState())) return;
      const asked = { sessionKey, aim: "dictate", spoken: [{ kind: "attachment", media }] } as const;
      if (await words.mayGo(asked)) await words.putIn(asked);
    },
    /** Puts the recordings of a draft into its words; whether it can be sent now. */
    hear: words.hear,
    /** The recordings go as they are. */
    async sendAsFiles(): Promise<void> {
      const now = store.getState();
      if (now.kind === "idle") return;
      store.setState(idle, true);
      words.leaveAsFiles(now.sessionKey);
      await needs.send(now.sessionKey);
    },
    /** Ends what goes on. What is being recorded is thrown away; what was recorded is kept. */
    cancel(): void {
      if (store.getState().kind === "transcribing") words.stop();
      else listener.drop();
    },
    apply(events: readonly PerchEvent[]): void {
      for (const event of events) if (event.type === "transcription-progress") words.progress(event);
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;

/** One recording at a time, from the microphone to the words of it. */
function createListener(
  store: StoreApi<RecorderState>,
  microphone: OpenMicrophone,
  putIn: (task: SpokenTask) => Promise<unknown>,
) {
  /** How loud it is, apart from the rest: it changes ten times a second. */
  const level = createStore<{ readonly level: number }>(() => ({ level: 0 }));
  let listening: Listening | null = null;
  /** Rises with each recording: what comes late of an earlier one is let go. */
  let turn = 0;

  function hear(now: number): void {
    level.setState({ level: now });
    const state = store.getState();
    if (state.kind === "recording" && Date.now() - state.since > longestMs) void finish();
  }

  async function finish(): Promise<void> {
    const now = store.getState();
    const heard = listening;
    if (now.kind !== "recording" || heard === null) return;
    listening = null;
    level.setState({ level: 0 });
    const at = { sessionKey: now.sessionKey, aim: "dictate" } as const;
    const seconds = (Date.now() - now.since) / 1000;
    store.setState({ kind: "transcribing", ...at, done: 0, parts: 1 }, true);
    const blob = await heard.finish();
    if (blob === null) {
      return store.setState({ kind: "failed", ...at, message: text("voice.nothingRecorded"), spoken: [] }, true);
    }
    const file = new File([blob], nameOf(blob.type, new Date()), { type: blob.type });
    await putIn({ ...at, spoken: [{ kind: "here", file, seconds }] });
  }

  return {
    level,
    finish,
    async record(sessionKey: SessionKey): Promise<void> {
      turn += 1;
      const mine = turn;
      store.setState({ kind: "asking", sessionKey }, true);
      const opened = await microphone({ onLevel: hear, onEnd: () => void finish() });
      if (mine !== turn) {
        if (opened.ok) opened.value.drop();
      } else if (opened.ok) {
        listening = opened.value;
        store.setState({ kind: "recording", sessionKey, since: Date.now() }, true);
      } else store.setState({ kind: "no-microphone", sessionKey, words: troubleWords[opened.error] }, true);
    },
    drop(): void {
      turn += 1;
      listening?.drop();
      listening = null;
      level.setState({ level: 0 });
      store.setState(idle, true);
    },
  };
}

/** `Recording 2026-11-28 21.30.webm`. */
function nameOf(type: string, now: Date): string {
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
  return `${text("voice.fileName", { time })}.${recordingEnding(type) || "webm"}`;
}
