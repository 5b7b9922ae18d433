import { expect, it } from "vitest";
import { recordingLength } from "../../../src-main/transcription/recording-length.ts";
import { recordingType } from "../../../src-main/transcription/recording-type.ts";
import { uploadParts } from "../../../src-main/transcription/upload-parts.ts";
import { isRecording, isUnheard, recordingEnding, withSpoken } from "../../../src-preload/contract/recordings.ts";
import { spokenWav } from "../../support/spoken-wav.ts";

const of = (start: string, length = 64): Uint8Array =>
  Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(length)]);

it.each([
  ["OggS", "note.ogg", "audio/ogg"],
  ["OggS", "note.opus", "audio/ogg"],
  ["OggS", "recording", "audio/ogg"],
  ["OggS", "film.ogv", null],
  ["RIFF....WAVE", "anything.bin", "audio/wav"],
  ["\x1aE\xdf\xa3", "voice.webm", "audio/webm"],
  ["\x1aE\xdf\xa3", "film.mkv", null],
  ["....ftypM4A ", "a", "audio/mp4"],
  ["....ftypisom", "memo.m4a", "audio/mp4"],
  ["....ftypisom", "film.mp4", null],
  ["ID3", "song.mp3", "audio/mpeg"],
  ["\xff\xfb", "song.mp3", "audio/mpeg"],
  ["\xff\xfb", "table.dat", null],
  ["hello", "hello.mp3", null],
  ["", "empty.ogg", null],
])("bytes that begin with %j under the name %s are %s", (start, name, type) => {
  expect(recordingType(of(start), name)).toBe(type);
});

it("the length is read where the file tells it, else taken from the sender, else guessed by the size", () => {
  expect(recordingLength(spokenWav(3), "audio/wav", 99)).toEqual({ seconds: 3, isGuess: false });
  const last = Buffer.concat([Buffer.from("OggS\0\x04"), Buffer.alloc(8), Buffer.alloc(20)]);
  last.writeBigInt64LE(96_000n, 6);
  const opus = Buffer.concat([Buffer.from("OggS............OpusHead"), Buffer.alloc(90_000), last]);
  expect(recordingLength(opus, "audio/ogg")).toEqual({ seconds: 2, isGuess: false });
  expect(recordingLength(of("OggS"), "audio/ogg", 5)).toEqual({ seconds: 5, isGuess: false });
  expect(recordingLength(of("ID3", 159_997), "audio/mpeg")).toEqual({ seconds: 10, isGuess: true });
});

it("what is compressed and larger than a request takes is refused, with a way on", () => {
  const refused = uploadParts(of("OggS", 3_000_000), 60, { bytes: 2_000_000, seconds: 600 });
  expect(refused).toMatchObject({ ok: false, error: { code: "too-large", message: expect.stringContaining("WAV") } });
  expect(uploadParts(of("OggS", 100), 60, { bytes: 2_000_000, seconds: 1 })).toMatchObject({ ok: true });
});

it("the words of recordings follow what was written, and only a file that can be heard is one", () => {
  expect(withSpoken("", ["One.", " "])).toBe("One.");
  expect(withSpoken("Look", ["One.", "Two."])).toBe("Look\n\nOne.\n\nTwo.");
  const voice = { kind: "file", path: "/a.ogg", mediaType: "audio/ogg" } as const;
  expect([isRecording(voice), isUnheard(voice), isUnheard({ ...voice, heard: true })]).toEqual([true, true, false]);
  expect(isRecording({ kind: "file", mediaType: "video/webm" })).toBe(false);
  expect([recordingEnding("audio/webm;codecs=opus"), recordingEnding("text/plain")]).toEqual(["webm", ""]);
});
