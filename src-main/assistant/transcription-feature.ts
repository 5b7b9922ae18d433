import { createTranscriptionHandlers } from "../api/transcription-handlers.ts";
import { createRecordingReader } from "../files/read-attachment.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import type { JoinSpoken } from "../transcription/join-spoken.ts";
import { recordingType } from "../transcription/recording-type.ts";
import type { Meter } from "../usage/meter.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { Workspace } from "./workspace.ts";

interface TranscriptionNeeds {
  readonly meter: Meter;
  readonly workspace: Workspace;
}

/** Speech into words: for the window, and for recordings that come with a message. Loaded when it is first asked for. */
export function createTranscriptionFeature(core: Core, { meter, workspace }: TranscriptionNeeds) {
  const { host, ids, events, settings, files, folders } = core;
  const { platform } = host;
  const { userHome } = host.paths;
  const closing = new AbortController();
  const counting = { host, ids, events, meter };
  const open = once(async () => {
    const { createTranscription } = await import("../transcription/transcription.ts");
    return createTranscription({ ...counting, settings, closing: closing.signal });
  });
  const read = createRecordingReader({
    guard: pathGuard,
    recordingType,
    async workspacePlace() {
      const ready = await workspace.ready();
      const root = { kind: "workspace", path: folders.workspace, access: "read" } as const;
      return ready.ok ? placeOfOneRoot(files, { platform, userHome }, root) : ready;
    },
  });
  const joinSpoken: JoinSpoken = async (message) => {
    const { createJoinSpoken } = await import("../transcription/join-spoken.ts");
    return createJoinSpoken(await open(), read, host.createId)(message);
  };
  return {
    joinSpoken,
    handlers: createTranscriptionHandlers({
      open,
      read,
      async test() {
        const { testTranscription } = await import("../transcription/test-transcription.ts");
        return testTranscription(await open(), counting, closing.signal);
      },
    }),
    [Symbol.dispose]: () => closing.abort(),
  };
}
