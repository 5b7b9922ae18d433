import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { expandHome, inForce } from "../agent/in-force.ts";
import { createFileHandlers } from "../api/file-handlers.ts";
import { createFolderHandlers } from "../api/folder-handlers.ts";
import { createTrustHandlers } from "../api/trust-handlers.ts";
import { createChatFiles } from "../files/chat-files.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import { pathGuard } from "../policy/open-in-roots.ts";
import type { Root } from "../policy/roots.ts";
import { openRoots } from "../policy/session-roots.ts";
import { childEnvironment } from "../processes/child-env.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import { listFiles } from "../tools/list-files.ts";
import { magicType } from "../tools/media-type.ts";
import type { PdfText } from "../tools/pdf-text.ts";
import { createChunkDecoder, detectEncoding } from "../tools/text-encoding.ts";
import { recordingType } from "../transcription/recording-type.ts";
import { createTrustLook } from "../workspace/trust-look.ts";
import type { AgentFeature } from "./agent-feature.ts";
import type { Core } from "./core.ts";
import { once } from "./once.ts";
import type { PolicyFeature } from "./policy-feature.ts";
import { attachedFolderOf, resultsFolderOf } from "./results-folder.ts";
import type { Workspace } from "./workspace.ts";

interface PlacesNeeds {
  readonly agent: Pick<AgentFeature, "roots">;
  readonly sessions: SessionStore;
  readonly workspace: Workspace;
  readonly pdfText: PdfText;
  readonly trust: PolicyFeature["trust"];
}

/** What the window shows of the disk. Each folder is a root of its own, whatever the tools of a run may reach. */
export function createPlacesFeature(core: Core, { agent, sessions, workspace, pdfText, trust }: PlacesNeeds) {
  const { host, files, events, settings, watchFolder, folders, privateChats } = core;
  const { platform } = host;
  const { userHome } = host.paths;
  const guard = pathGuard;
  const place = (kind: Root["kind"], path: string, access: Root["access"]) =>
    placeOfOneRoot(files, { platform, userHome }, { kind, path, access });

  /** Laid out, and the default work folder made, by what a run does. */
  async function workPlace(key: SessionKey, access: Root["access"] = "read") {
    const chat = await sessions.view(key);
    // A chat that has no message yet is not on the disk; it will work where new chats do.
    if (!chat.ok && chat.error.code !== "not-found") return chat;
    const current = await settings.current();
    if (!current.ok) return current;
    const own = chat.ok ? chat.value.settings : {};
    const { workFolder: folder } = inForce(own, current.value, userHome);
    const roots = await agent.roots(folder, current.value, own.workFolder == null, key);
    return roots.ok ? place("work", folder, access) : roots;
  }

  async function inWorkspace(path: string, access: Root["access"]) {
    const ready = await workspace.ready();
    return ready.ok ? place("workspace", path, access) : ready;
  }
  /** The folder that the attachments of a chat lie in, or its `attachments`. */
  async function keepingPlace(key: SessionKey) {
    return isPrivateKey(key)
      ? place("workspace", await privateChats.open(key), "write")
      : inWorkspace(folders.workspace, "write");
  }

  const chatFiles = createChatFiles({
    host,
    guard,
    events,
    watchFolder,
    workPlace: (key) => workPlace(key),
    keepingPlace,
    attachedPlace: (key) =>
      isPrivateKey(key)
        ? place("workspace", attachedFolderOf(core)(key), "read")
        : inWorkspace(attachedFolderOf(core)(key), "read"),
    contents: { magicType, pdfText, detectEncoding, createChunkDecoder, recordingType },
    listFiles: (folder, onPath) =>
      listFiles(folder, onPath, { childEnv: childEnvironment(host.env, []), platform, clock: host }),
    resultsPlace: (key) => place("results", resultsFolderOf(core)(key), "read"),
  });
  const workFolders = once(async () => {
    const { createWorkFolders } = await import("../workspace/work-folders.ts");
    return createWorkFolders({
      host,
      files,
      guard,
      expand: (path) => expandHome(path, userHome),
      roots: (workFolder, create) => openRoots(files, folders, { workFolder, restricted: true, create }),
      workPlace: (key) => workPlace(key, "write"),
    });
  });
  return {
    handlers: {
      ...createFileHandlers(chatFiles),
      ...createFolderHandlers(workFolders),
      ...createTrustHandlers({
        trust,
        look: createTrustLook({ files, trust, workPlace, placeOf: (folder) => place("work", folder, "read") }),
      }),
    },
    async [Symbol.asyncDispose]() {
      await chatFiles[Symbol.asyncDispose]();
    },
  };
}
