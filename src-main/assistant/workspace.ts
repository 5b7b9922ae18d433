import type { AsyncResult } from "../../src-preload/contract/result.ts";
import { beginWorkspace } from "../workspace/workspace-template.ts";
import type { Core } from "./core.ts";

/** The agent's home folder, which is laid out on the first start. */
export interface Workspace extends AsyncDisposable {
  ready(): AsyncResult<void>;
}

export function openWorkspace({ host, files, folders }: Core): Workspace {
  const ready = beginWorkspace(files, host.paths.resources, folders.workspace);
  return {
    ready,
    async [Symbol.asyncDispose]() {
      await ready();
    },
  };
}
