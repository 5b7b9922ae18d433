import type { Media } from "./records.ts";

/** What is taken for a recording of speech, by the ending of its name. */
const typesByEnding: Readonly<Record<string, string>> = {
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/ogg",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  wav: "audio/wav",
  webm: "audio/webm",
};

/** The type of a recording by its name; null where the name is not one of a recording. */
export function recordingTypeOfName(name: string): string | null {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(typesByEnding, ending) ? (typesByEnding[ending] ?? null) : null;
}

/** The usual ending for a type, for endpoints that go by the name; "" for a type that is no recording's. */
export function recordingEnding(mediaType: string): string {
  const [plain = ""] = mediaType.split(";");
  return Object.entries(typesByEnding).find(([, type]) => type === plain.trim())?.[0] ?? "";
}

/** A file that goes with a message and can be listened to. */
export function isRecording({ kind, mediaType }: Pick<Media, "kind" | "mediaType">): boolean {
  return kind === "file" && recordingEnding(mediaType) !== "";
}

/** One that is to be put into words before its message goes. */
export function isUnheard(media: Media): boolean {
  return isRecording(media) && media.heard === undefined;
}

/** What a person said, below what they wrote; each recording is a paragraph of its own. */
export function withSpoken(written: string, spoken: readonly string[]): string {
  return [written, ...spoken].filter((words) => words.trim() !== "").join("\n\n");
}
