import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isUnheard, withSpoken } from "../../src-preload/contract/recordings.ts";
import type { Media } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { ReadRecording } from "../files/read-attachment.ts";
import type { Transcription } from "./transcription.ts";

interface SpokenMessage {
  readonly sessionKey: SessionKey;
  readonly text: string;
  readonly media: readonly Media[];
}

/** Puts the recordings of a message into words before its turn; those whose words are there already stay as they are. */
export type JoinSpoken = <Message extends SpokenMessage>(message: Message) => AsyncResult<Message>;

/**
 * Where nothing is chosen for speech, or nobody was told where recordings go, and for a file that is no attachment, a
 * recording is a file like any other. One that should be put into words and cannot be keeps the message from being sent.
 */
export function createJoinSpoken(
  transcription: Pick<Transcription, "chosen" | "start">,
  read: ReadRecording,
  createId: () => string,
): JoinSpoken {
  return async (message) => {
    const place = await transcription.chosen();
    if (!place.ok || !place.value.isAgreed) return ok(message);
    const spoken: string[] = [];
    const media: Media[] = [];
    for (const one of message.media) {
      const recording = isUnheard(one) ? await read(one.path) : null;
      if (recording?.ok !== true) {
        media.push(one);
        continue;
      }
      const name = one.name ?? one.path;
      const { sessionKey } = message;
      const heard = await transcription.start({ sessionKey, id: createId(), name, bytes: recording.value.bytes });
      if (!heard.ok) return fail(heard.error);
      spoken.push(heard.value.text);
      media.push({ ...one, heard: true });
    }
    return ok({ ...message, text: withSpoken(message.text, spoken), media });
  };
}
