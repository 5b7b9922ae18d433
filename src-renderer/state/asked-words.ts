import type { StoreApi } from "zustand/vanilla";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { RouteCall } from "../../src-preload/contract/routes.ts";
import type { AgentClient } from "../client/agent-client.ts";
import { text } from "../ui/text.ts";
import { type DivideFile, encodeFile } from "./attach-files.ts";
import type { RecorderState, Spoken, SpokenTask } from "./recorder-state.ts";

type Words = Result<string, ContractError>;

interface Needed {
  readonly client: AgentClient;
  readonly divide: DivideFile;
}

/** Asks the agent for the words of recordings, one task at a time. */
export function createAskedWords(store: StoreApi<RecorderState>, { client, divide }: Needed) {
  /** What is asked for now; null where nothing is, or it was stopped. */
  let current: string | null = null;
  let count = 0;

  async function ask(asked: RouteCall<"transcription.start">): Promise<Words> {
    if (asked.id !== current) return fail(contractError("cancelled", text("voice.stopped")));
    const heard = await client.request("transcription.start", asked);
    return heard.ok ? ok(heard.value.text) : heard;
  }

  async function wordsOf({ sessionKey }: SpokenTask, id: string, one: Spoken): Promise<Words> {
    const at = { sessionKey, id } as const;
    if (one.kind === "attachment") return ask({ ...at, recording: { kind: "attachment", path: one.media.path } });
    const files = (await divide(one.file)) ?? [one.file];
    const known = files.length === 1 ? { seconds: one.seconds } : {};
    const heard: string[] = [];
    for (const file of files) {
      const recording = { kind: "bytes", name: file.name, base64: await encodeFile(file) } as const;
      const words = await ask({ ...at, ...known, recording });
      if (!words.ok) return words;
      heard.push(words.value);
    }
    return ok(heard.join(" "));
  }

  return {
    /** Those of every recording, in order; the first that fails ends it. */
    async of(task: SpokenTask): AsyncResult<readonly string[]> {
      const { sessionKey, aim, spoken } = task;
      count += 1;
      const id = `voice ${Date.now()} ${count}`;
      current = id;
      store.setState({ kind: "transcribing", sessionKey, aim, done: 0, parts: 1 }, true);
      const words: string[] = [];
      for (const one of spoken) {
        const heard = await wordsOf(task, id, one);
        if (!heard.ok) return heard;
        words.push(heard.value);
      }
      return ok(words);
    },
    stop(): void {
      const id = current;
      current = null;
      if (id !== null) void client.request("transcription.stop", { id });
    },
    progress({ id, done, parts }: { readonly id: string; readonly done: number; readonly parts: number }): void {
      const now = store.getState();
      if (now.kind === "transcribing" && id === current) store.setState({ ...now, done, parts }, true);
    },
  };
}
