import { join } from "node:path";
import { onTestFinished } from "vitest";
import { pathGuard } from "../../src-main/policy/open-in-roots.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";
import { createPageReader } from "../../src-main/tools/page-text.ts";
import { createPdfReader } from "../../src-main/tools/pdf-text.ts";
import { readFileTool } from "../../src-main/tools/read-file.ts";
import { createSaveResult } from "../../src-main/tools/result-files.ts";
import { runPreparedCall } from "../../src-main/tools/run-tool.ts";
import type { ToolContext, ToolResult } from "../../src-main/tools/tool.ts";
import { createToolRegistry } from "../../src-main/tools/tool-registry.ts";
import { createWebTools } from "../../src-main/tools/web-tools.ts";
import { createPages } from "../../src-main/web/pages.ts";
import { createSearch, type SearchParts } from "../../src-main/web/search.ts";
import { ok } from "../../src-preload/contract/result.ts";
import { settingsSchema } from "../../src-preload/contract/settings.ts";
import { startScriptedWeb, type WebScript } from "./scripted-web.ts";
import { createTestHome } from "./test-home.ts";
import { threadScripts } from "./thread-scripts.ts";
import { createToolBench, realClock } from "./tool-context.ts";

interface WebBenchOptions extends WebScript {
  /** `tools.web` of the settings. */
  readonly web?: object;
  readonly bases?: SearchParts["bases"];
  readonly context?: Partial<ToolContext>;
}

const threads = { clock: realClock, memoryInUse: () => 0 };

/** The tools of the web over a scripted one, with a real folder for what is kept. Let go of when the test ends. */
export async function createWebBench({ web = {}, bases = {}, context = {}, ...script }: WebBenchOptions) {
  const served = await startScriptedWeb(script);
  const home = await createTestHome();
  onTestFinished(async () => {
    await served[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });
  const bench = await createToolBench(context);
  const settings = { current: async () => ok(settingsSchema.parse({ tools: { web } })) };
  const { host } = home;
  const resultsFolder = join(bench.workspace, ".results");
  const pdfText = createPdfReader({ ...threads, script: threadScripts.pdfWorker });
  const registry = createToolRegistry([
    ...createWebTools({
      web: { ...createPages({ host, settings, sockets: served.sockets }), ...createSearch({ host, settings, bases }) },
      save: createSaveResult({ host, files: nodeFileSystem, resultsFolder: () => resultsFolder }),
      pageText: createPageReader({ ...threads, script: threadScripts.pageWorker }),
      pdfText,
    }),
    readFileTool(pathGuard, pdfText),
  ]);
  const prepared = (name: string, args: Record<string, unknown>) => {
    const found = registry.get(name);
    if (found === null) throw new Error(`there is no tool ${name}`);
    const parsed = found.parse(args);
    if (!parsed.ok) throw new Error(parsed.message);
    return { tool: found, call: parsed.call };
  };
  return {
    served,
    home,
    context: bench.context,
    call(name: string, args: Record<string, unknown>, own = bench.context): Promise<ToolResult> {
      const { tool: found, call } = prepared(name, args);
      return runPreparedCall(found, call, own);
    },
    subject: (name: string, args: Record<string, unknown>) => prepared(name, args).call.subject(bench.context),
  };
}
