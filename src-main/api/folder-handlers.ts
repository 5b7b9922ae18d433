import { ok } from "../../src-preload/contract/result.ts";
import type { WorkFolders } from "../workspace/work-folders.ts";
import type { DomainHandlers } from "./router.ts";

/** `open` loads what only a window asks for. */
export function createFolderHandlers(open: () => Promise<WorkFolders>): DomainHandlers<"folder"> {
  return {
    "folder.look": async ({ path }) => (await open()).look(path),
    "folder.make": async ({ path }) => (await open()).make(path),
    async "folder.open"({ sessionKey }) {
      const opened = await (await open()).open(sessionKey);
      return opened.ok ? ok({}) : opened;
    },
    "folder.starters": async ({ sessionKey }) => (await open()).starters(sessionKey),
    "folder.addSamples": async ({ sessionKey }) => (await open()).addSamples(sessionKey),
    "folder.removeSamples": async ({ sessionKey }) => (await open()).removeSamples(sessionKey),
  };
}
