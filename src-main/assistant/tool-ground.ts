import type { SessionStore } from "../sessions/session-store.ts";
import { createPageReader } from "../tools/page-text.ts";
import { createPdfReader } from "../tools/pdf-text.ts";
import { createCommandsFeature } from "./commands-feature.ts";
import type { Core } from "./core.ts";
import type { AssistantOptions } from "./options.ts";
import { createSandboxFeature } from "./sandbox-feature.ts";
import { createUndoFeature } from "./undo-feature.ts";
import { createWebFeature } from "./web-feature.ts";

interface GroundNeeds {
  readonly options: AssistantOptions;
  readonly sessions: SessionStore;
  /** Of skills that commands may read. */
  readonly skillFolders: () => Promise<readonly string[]>;
}

/** What tools reach beside the files of a run: the web, the sandbox, commands that stay, and the way back. */
export function createToolGround(core: Core, { options, sessions, skillFolders }: GroundNeeds) {
  const held = new AsyncDisposableStack();
  const web = held.use(createWebFeature(core, options));
  const undo = held.use(createUndoFeature(core, sessions));
  const sandbox = held.use(createSandboxFeature(core, { skillFolders, standIn: options.sandbox }));
  const commands = held.use(createCommandsFeature(core));
  const { host } = core;
  const reading = { clock: host, memoryInUse: process.memoryUsage.rss };
  return {
    web: web.web,
    undo,
    sandbox: sandbox.sandbox,
    running: commands.running,
    // PDFs and pages are read in threads of their own.
    pdfText: createPdfReader({ ...reading, script: host.paths.pdfWorker }),
    pageText: createPageReader({ ...reading, script: host.paths.pageWorker }),
    handlers: { ...undo.handlers, ...sandbox.handlers, ...web.handlers, ...commands.handlers },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
