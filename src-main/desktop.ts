import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, dialog, utilityProcess } from "electron";
import packageFile from "../package.json" with { type: "json" };
import { createAssistant } from "./assistant.ts";
import { type AgentLink, openAgentLink } from "./desktop/agent-link.ts";
import { appId } from "./desktop/app-id.ts";
import { isAppPage, registerAppScheme, serveAppPages } from "./desktop/app-pages.ts";
import { type FindParts, findHome } from "./desktop/find-home.ts";
import { claimInstance } from "./desktop/instance.ts";
import { serveWindows } from "./desktop/ipc-transport.ts";
import { createLateDesktop } from "./desktop/late-desktop.ts";
import { askAboutEnded, createOwnerQuestions } from "./desktop/owner-questions.ts";
import { limitPermissions, openOutside } from "./desktop/permissions.ts";
import { batteryOf } from "./desktop/power.ts";
import { openShell } from "./desktop/shell.ts";
import { startedBy } from "./desktop/utility-script.ts";
import { createFileLog } from "./file-log.ts";
import { createNodeHost, perchHome } from "./host-node.ts";
import { createNodeSecrets } from "./keys/node-secrets.ts";
import { realFile } from "./real-files.ts";
import { startOfOn } from "./serve/process-start.ts";
import { writeFileAtomic } from "./storage/atomic-file.ts";
import { nodeFileSystem } from "./storage/file-system.ts";
import { text } from "./words.ts";

/*
 * The entry of the desktop app: one instance, one window, the agent in the main process.
 */

const files = nodeFileSystem;
const resources = realFile(fileURLToPath(new URL("../../resources", import.meta.url)));
const log = createFileLog(join(perchHome(process.env), "logs"), process.env["PERCH_DEBUG"] !== undefined);
const nodeHost = createNodeHost({
  env: process.env,
  resources,
  databaseWorker: new URL("./database-worker.js", import.meta.url),
  pdfWorker: new URL("./pdf-worker.js", import.meta.url),
  sandboxHost: new URL("./sandbox-host.js", import.meta.url),
  pageWorker: new URL("./page-worker.js", import.meta.url),
  parts: fileURLToPath(new URL("../third-party.json", import.meta.url)),
  log,
  secrets: (home) =>
    createNodeSecrets(home, {
      env: process.env,
      files,
      log,
      write: (path, content) => writeFileAtomic(path, content, { files, mode: 0o600 }),
    }),
});
const host = {
  ...nodeHost,
  openExternal: openOutside,
  onBattery: batteryOf(nodeHost.platform, nodeHost.onBattery),
  startScript: startedBy(utilityProcess.fork),
};

registerAppScheme();
// Elsewhere a package says it; Windows asks the process.
if (process.platform === "win32") app.setAppUserModelId(appId);
const instance = claimInstance({ home: host.paths.home, isNamed: process.env["PERCH_HOME"] !== undefined });
if (instance.isFirst) void run();
else app.quit();

async function run(): Promise<void> {
  await app.whenReady();
  const ask = createOwnerQuestions(host);
  const finding = { host, files, ask, startOf: startOfOn(host.platform) };
  const found = await findHome({ ...finding, mayJoin: instance.asked.isHidden });
  if (found.kind === "none") {
    if (found.message !== null) dialog.showErrorBox(text("app.name"), found.message);
    app.exit(found.message === null ? 0 : 1);
    return;
  }
  const desktop = createLateDesktop();
  let leave = (): void => app.quit();
  const link = openAgentLink(found, {
    host,
    desktop,
    makeAgent: ({ marks }) =>
      createAssistant(host, {
        version: packageFile.version,
        files,
        marks,
        desktop,
        place: "desktop",
        end: () => leave(),
        reopen: startAnew,
      }),
    findAgain: () => findAgain(finding),
  });
  limitPermissions();
  serveAppPages(fileURLToPath(new URL("../renderer", import.meta.url)));
  serveWindows(link.connectPage, isAppPage);
  const preload = fileURLToPath(new URL("../preload/preload.cjs", import.meta.url));
  const shell = openShell({ host, preload, instance, link });
  leave = shell.leave;
  desktop.open(shell.desk);
  closeBeforeEnd(link);
}

/** What was restored is put in place by the next claim of the home. */
function startAnew(): void {
  app.relaunch();
  app.quit();
}

/** The owner that this app was beside has ended. Null: the person wants to end as well. */
async function findAgain(finding: Omit<FindParts, "mayJoin">) {
  const found = (await askAboutEnded()) ? await findHome({ ...finding, mayJoin: true }) : null;
  if (found !== null && found.kind !== "none") return found;
  if (found?.message != null) dialog.showErrorBox(text("app.name"), found.message);
  app.quit();
  return null;
}

function closeBeforeEnd(link: AgentLink): void {
  let isClosed = false;
  app.on("will-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    void link
      .close()
      .catch((cause: unknown) => host.log("error", "the end was not orderly", { reason: String(cause) }))
      .finally(() => {
        isClosed = true;
        app.quit();
      });
  });
}
