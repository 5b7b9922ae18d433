import type { StoreApi } from "zustand/vanilla";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isUnheard, withSpoken } from "../../src-preload/contract/recordings.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { createAskedWords } from "./asked-words.ts";
import { type DivideFile, encodeFile } from "./attach-files.ts";
import type { Drafts } from "./drafts.ts";
import type { Notify } from "./notices.ts";
import { idle, isBusy, type RecorderState, type Spoken, type SpokenTask } from "./recorder-state.ts";

export interface SpokenNeeds {
  readonly client: AgentClient;
  readonly drafts: Drafts;
  /** Puts words at the caret of a chat. */
  readonly insert: (sessionKey: SessionKey, words: string) => void;
  readonly send: (sessionKey: SessionKey) => Promise<void>;
  readonly divide: DivideFile;
  readonly notify: Notify;
}

type Store = StoreApi<RecorderState>;

/** The way from recordings to words: where they may go, the asking, what is kept when it fails. */
export function createSpokenWords(store: Store, needs: SpokenNeeds) {
  const { client, drafts, notify } = needs;
  const asked = createAskedWords(store, needs);
  const mayGo = createConsent(store, client);

  /** Puts words where they are wanted; false where there are none. */
  async function putIn(task: SpokenTask): Promise<boolean> {
    const words = await asked.of(task);
    if (!words.ok) {
      await keep(store, needs, { task, error: words.error });
      return false;
    }
    store.setState(idle, true);
    place(needs, task, words.value);
    return true;
  }

  return {
    mayGo,
    putIn,
    stop: asked.stop,
    progress: asked.progress,
    async agree(address: string): Promise<boolean> {
      const now = store.getState();
      const agreed = await client.request("transcription.agree", { address });
      if (agreed.ok || now.kind !== "agreeing") return agreed.ok;
      const { sessionKey, aim, spoken } = now;
      store.setState({ kind: "failed", sessionKey, aim, message: agreed.error.message, spoken }, true);
      return false;
    },
    async hear(sessionKey: SessionKey): Promise<boolean> {
      const media = drafts.of(sessionKey).media.filter(isUnheard);
      if (media.length === 0) return true;
      if (isBusy(store.getState())) {
        notify(text("voice.waitForRecording"));
        return false;
      }
      const spoken = media.map((one) => ({ kind: "attachment", media: one }) as const);
      const task = { sessionKey, aim: "send", spoken } as const;
      return (await mayGo(task)) && (await putIn(task));
    },
    leaveAsFiles(sessionKey: SessionKey): void {
      const draft = drafts.of(sessionKey);
      const media = draft.media.map((one) => (isUnheard(one) ? { ...one, heard: false } : one));
      drafts.set(sessionKey, { ...draft, media });
    },
  };
}

/** Whether recordings may go now; if not, the state says what is needed. */
function createConsent(store: Store, client: AgentClient) {
  return async ({ sessionKey, aim, spoken }: SpokenTask): Promise<boolean> => {
    const told = await client.request("transcription.describe", {});
    if (!told.ok) {
      store.setState({ kind: "failed", sessionKey, aim, message: told.error.message, spoken }, true);
      return false;
    }
    const chosen = told.value;
    if (chosen.kind === "ready" && chosen.isAgreed) return true;
    if (chosen.kind === "ready") {
      const { title, address, isLocal } = chosen;
      store.setState({ kind: "agreeing", sessionKey, aim, title, address, isLocal, spoken }, true);
    } else {
      const message = chosen.kind === "broken" ? chosen.message : "";
      store.setState({ kind: "needs", sessionKey, aim, message }, true);
    }
    return false;
  };
}

/** The words of a message join it, and its recordings stay with it; those that were dictated leave nothing else. */
function place(
  { drafts, insert }: SpokenNeeds,
  { sessionKey, aim, spoken }: SpokenTask,
  words: readonly string[],
): void {
  const read = new Set(spoken.flatMap((one) => (one.kind === "attachment" ? [one.media.path] : [])));
  const draft = drafts.of(sessionKey);
  if (aim === "send") {
    const media = draft.media.map((one) => (read.has(one.path) ? { ...one, heard: true } : one));
    drafts.set(sessionKey, { ...draft, text: withSpoken(draft.text, words), media });
  } else {
    drafts.set(sessionKey, { ...draft, media: draft.media.filter(({ path }) => !read.has(path)) });
    insert(sessionKey, words.join(" "));
  }
}

interface FailedTask {
  readonly task: SpokenTask;
  readonly error: ContractError;
}

/** What lies here alone is kept beside the chat, as an attachment of the draft, where that can be done. */
async function keep(store: Store, needs: SpokenNeeds, { task, error }: FailedTask): Promise<void> {
  const { sessionKey, aim } = task;
  const spoken: Spoken[] = [];
  for (const one of task.spoken) {
    const media = one.kind === "here" ? await attached(needs, sessionKey, one.file) : [];
    spoken.push(...(media.length === 0 ? [one] : media.map((each) => ({ kind: "attachment", media: each }) as const)));
  }
  store.setState({ kind: "failed", sessionKey, aim, message: error.message, spoken }, true);
}

async function attached(
  { client, drafts, divide }: SpokenNeeds,
  sessionKey: SessionKey,
  file: File,
): Promise<readonly Media[]> {
  const added: Media[] = [];
  for (const part of (await divide(file)) ?? []) {
    const base64 = await encodeFile(part);
    const kept = await client.request("file.attach", { sessionKey, name: part.name, base64 });
    if (!kept.ok) return [];
    added.push(kept.value.media);
  }
  const draft = drafts.of(sessionKey);
  drafts.set(sessionKey, { ...draft, media: [...draft.media, ...added] });
  return added;
}
