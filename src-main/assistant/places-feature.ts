import { expandHome } from "../agent/in-force.ts";
import { createFileHandlers } from "../api/file-handlers.ts";
import { createFolderHandlers } from "../api/folder-handlers.ts";
import { createTrustHandlers } from "../api/trust-handlers.ts";
import { createChatFiles } from "../files/chat-files.ts";
import { watchEntries } from "../files/watch-entries.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import { openRoots } from "../policy/session-roots.ts";
import { childEnvironment } from "../processes/child-env.ts";
import { encodeChange } from "../tools/encode-text.ts";
import { readExisting } from "../tools/existing-file.ts";
import { gitStatus } from "../tools/git-status.ts";
import { listFiles } from "../tools/list-files.ts";
import { magicType } from "../tools/media-type.ts";
import type { PdfText } from "../tools/pdf-text.ts";
import { replaceFile } from "../tools/replace-file.ts";
import { createChunkDecoder, detectEncoding } from "../tools/text-encoding.ts";
import { recordingType } from "../transcription/recording-type.ts";
import { createTrustLook } from "../workspace/trust-look.ts";
import { type ChatPlacesNeeds, createChatPlaces } from "./chat-places.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { PolicyFeature } from "./policy-feature.ts";
import type { UndoFeature } from "./undo-feature.ts";

interface PlacesNeeds extends ChatPlacesNeeds {
  readonly pdfText: PdfText;
  readonly trust: PolicyFeature["trust"];
  readonly undo: Pick<UndoFeature, "locks" | "personSaves">;
}

/** What the window shows of the disk. Each folder is a root of its own, whatever the tools of a run may reach. */
export function createPlacesFeature(core: Core, { pdfText, trust, undo, ...needs }: PlacesNeeds) {
  const { host, files, events, folders } = core;
  const { platform } = host;
  const { userHome } = host.paths;
  const guard = pathGuard;
  const places = createChatPlaces(core, needs);
  const programs = { childEnv: childEnvironment(host.env, []), platform, clock: host };
  const chatFiles = createChatFiles({
    host,
    guard,
    events,
    watchEntries,
    gitStatus: (folder, signal) => gitStatus(folder, { ...programs, trusts: trust.trusts, signal }),
    workPlace: places.work,
    keepingPlace: places.keeping,
    attachedPlace: places.attached,
    resultsPlace: places.results,
    editing: {
      readExisting,
      encodeChange,
      replaceFile,
      locks: undo.locks,
      saves: undo.personSaves,
      childEnv: programs.childEnv,
    },
    contents: { magicType, pdfText, detectEncoding, createChunkDecoder, recordingType },
    listFiles: (folder, onPath) => listFiles(folder, onPath, programs),
  });
  const workFolders = once(async () => {
    const { createWorkFolders } = await import("../workspace/work-folders.ts");
    return createWorkFolders({
      host,
      files,
      guard,
      expand: (path) => expandHome(path, userHome),
      roots: (workFolder, create) => openRoots(files, folders, { workFolder, restricted: true, create }),
      workPlace: (key) => places.work(key, "write"),
    });
  });
  return {
    handlers: {
      ...createFileHandlers(chatFiles),
      ...createFolderHandlers(workFolders),
      ...createTrustHandlers({
        trust,
        look: createTrustLook({ files, trust, workPlace: places.work, placeOf: places.ofFolder }),
      }),
    },
    async [Symbol.asyncDispose]() {
      await chatFiles[Symbol.asyncDispose]();
    },
  };
}
