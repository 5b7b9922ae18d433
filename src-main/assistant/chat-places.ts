import { join } from "node:path";
import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { inForce } from "../agent/in-force.ts";
import { attachmentsFolder } from "../files/attach-file.ts";
import { placeOfOneRoot } from "../policy/one-root.ts";
import type { Root } from "../policy/roots.ts";
import type { SessionStore } from "../sessions/session-store.ts";
import type { AgentFeature } from "./agent-feature.ts";
import type { Core } from "./core.ts";
import { resultsFolderOf } from "./results-folder.ts";
import type { Workspace } from "./workspace.ts";

export interface ChatPlacesNeeds {
  readonly agent: Pick<AgentFeature, "roots">;
  readonly sessions: SessionStore;
  readonly workspace: Workspace;
}

/** The folders of a chat as the window sees them, each a root of its own. */
export function createChatPlaces(core: Core, { agent, sessions, workspace }: ChatPlacesNeeds) {
  const { host, files, settings, folders, privateChats } = core;
  const { platform } = host;
  const { userHome } = host.paths;
  const place = (kind: Root["kind"], path: string, access: Root["access"]) =>
    placeOfOneRoot(files, { platform, userHome }, { kind, path, access });

  async function inWorkspace(path: string, access: Root["access"]) {
    const ready = await workspace.ready();
    return ready.ok ? place("workspace", path, access) : ready;
  }

  return {
    ofFolder: (folder: string) => place("work", folder, "read"),
    /** Laid out, and the default work folder made, by what a run does. */
    async work(key: SessionKey, access: Root["access"] = "read") {
      const chat = await sessions.view(key);
      // A chat that has no message yet is not on the disk; it will work where new chats do.
      if (!chat.ok && chat.error.code !== "not-found") return chat;
      const current = await settings.current();
      if (!current.ok) return current;
      const own = chat.ok ? chat.value.settings : {};
      const { workFolder: folder } = inForce(own, current.value, userHome);
      const roots = await agent.roots(folder, current.value, own.workFolder == null, key);
      return roots.ok ? place("work", folder, access) : roots;
    },
    /** The folder that the attachments of a chat lie in, or its `attachments`. */
    async keeping(key: SessionKey) {
      return isPrivateKey(key)
        ? place("workspace", await privateChats.open(key), "write")
        : inWorkspace(folders.workspace, "write");
    },
    attached: (key: SessionKey) =>
      isPrivateKey(key)
        ? place("workspace", join(privateChats.folderOf(key), attachmentsFolder(key)), "read")
        : inWorkspace(join(folders.workspace, attachmentsFolder(key)), "read"),
    results: (key: SessionKey) => place("results", resultsFolderOf(core)(key), "read"),
  };
}
