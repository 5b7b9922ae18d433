import { ok } from "../../src-preload/contract/result.ts";
import type { ReadRecording } from "../files/read-attachment.ts";
import type { Transcription } from "../transcription/transcription.ts";
import type { DomainHandlers, Handlers } from "./router.ts";

interface TranscriptionNeeds {
  /** Loads what puts speech into words. */
  readonly open: () => Promise<Transcription>;
  readonly read: ReadRecording;
  readonly test: Handlers["transcription.test"];
}

export function createTranscriptionHandlers({ open, read, test }: TranscriptionNeeds): DomainHandlers<"transcription"> {
  return {
    "transcription.describe": async () => (await open()).describe(),
    "transcription.models": async () => ok({ models: await (await open()).models() }),
    async "transcription.agree"({ address }) {
      const agreed = await (await open()).agree(address);
      return agreed.ok ? ok({}) : agreed;
    },
    async "transcription.start"({ recording, ...asked }) {
      if (recording.kind === "bytes") {
        const bytes = Buffer.from(recording.base64, "base64");
        return (await open()).start({ ...asked, name: recording.name, bytes });
      }
      const found = await read(recording.path);
      if (!found.ok) return found;
      return (await open()).start({ ...asked, name: recording.path, bytes: found.value.bytes });
    },
    "transcription.stop": async ({ id }) => ok({ stopped: (await open()).stop(id) }),
    "transcription.test": test,
    async "transcription.recording"({ path }) {
      const found = await read(path);
      if (!found.ok) return found;
      const { bytes, mediaType } = found.value;
      return ok({ mediaType, base64: bytes.toString("base64") });
    },
  };
}
