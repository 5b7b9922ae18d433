// The schemas of all tools that come with the app, by name, as JSON: what the build puts into src-main/tools/built-schemas.ts.
import { pathGuard } from "../src-main/policy/open-in-roots.ts";
import { createBuiltinTools } from "../src-main/tools/builtin-tools.ts";
import { createCronTool } from "../src-main/tools/cron-tool.ts";
import { createMemoryTools } from "../src-main/tools/memory-tools.ts";
import { createMessageTool } from "../src-main/tools/message-tool.ts";
import { createNotifyTool } from "../src-main/tools/notify-tool.ts";
import { createPathLock } from "../src-main/tools/path-lock.ts";
import { recallTool } from "../src-main/tools/recall.ts";
import { createSpawnTool } from "../src-main/tools/spawn-tool.ts";
import { createWebTools } from "../src-main/tools/web-tools.ts";

/** No tool runs here. */
const never = (): never => {
  throw new Error("a tool was run while its schema was read");
};
const reads = { pdfText: never, pageText: never, save: never };
const tools = [
  ...createBuiltinTools(pathGuard, never, createPathLock()),
  ...createWebTools({ ...reads, web: { check: never, get: never, place: never, search: never } }),
  recallTool({ find: never, localTime: never }),
  createCronTool({
    store: { add: never, broken: never, change: never, list: never, remove: never },
    path: "",
    schedules: { read: never, times: never },
    isResident: never,
  }),
  createSpawnTool(never),
  createNotifyTool({ tell: never, usualTitle: "" }),
  createMessageTool({
    path: "",
    newId: never,
    find: never,
    titleOf: never,
    strangerIn: never,
    report: never,
    send: never,
  }),
  ...createMemoryTools({ memory: { remember: never, forget: never }, workspace: "" }),
];
process.stdout.write(JSON.stringify(Object.fromEntries(tools.map(({ name, parameters }) => [name, parameters]))));
