import { createPageReader } from "../tools/page-text.ts";
import { createPdfReader } from "../tools/pdf-text.ts";
import { createCommandsFeature } from "./commands-feature.ts";
import type { Core } from "./core.ts";
import type { AssistantOptions } from "./options.ts";
import { createSandboxFeature } from "./sandbox-feature.ts";
import type { Transcripts } from "./transcripts.ts";
import { createUndoFeature } from "./undo-feature.ts";
import { createWebFeature } from "./web-feature.ts";

interface GroundNeeds {
  readonly options: AssistantOptions;
  readonly transcripts: Transcripts;
  /** Of skills that commands may read. */
  readonly skillFolders: () => Promise<readonly string[]>;
}

/** What tools reach beside the files of a run: the web, the sandbox, commands that stay, and the way back. */
export function createToolGround(core: Core, { options, transcripts, skillFolders }: GroundNeeds) {
  const held = new AsyncDisposableStack();
  const web = held.use(createWebFeature(core, options));
  const undo = held.use(createUndoFeature(core, transcripts));
  const sandbox = held.use(createSandboxFeature(core, { skillFolders, standIn: options.sandbox }));
  const commands = held.use(createCommandsFeature(core));
  const { host } = core;
  const reading = { clock: host, memoryInUse: process.memoryUsage.rss };
  return {
    web: web.web,
    testSearch: web.testSearch,
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
