import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { app, dialog, utilityProcess } from "electron";
import packageFile from "../package.json" with { type: "json" };
import { ok } from "../src-preload/contract/result.ts";
import { createAssistant } from "./assistant.ts";
import { appId } from "./desktop/app-id.ts";
import { isAppPage, registerAppScheme, serveAppPages } from "./desktop/app-pages.ts";
import { claimInstance } from "./desktop/instance.ts";
import { serveWindows } from "./desktop/ipc-transport.ts";
import { createLateDesktop } from "./desktop/late-desktop.ts";
import { limitPermissions, openOutside } from "./desktop/permissions.ts";
import { batteryOf } from "./desktop/power.ts";
import { openShell } from "./desktop/shell.ts";
import { startedBy } from "./desktop/utility-script.ts";
import { createFileLog } from "./file-log.ts";
import { createNodeHost, perchHome } from "./host-node.ts";
import { createNodeSecrets } from "./keys/node-secrets.ts";
import { realFile } from "./real-files.ts";
import { claimHome } from "./serve/claim-home.ts";
import { serveLocally } from "./serve/local-server.ts";
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
  const claim = await claimHome(host, files);
  const refusal = claim.ok ? (claim.value.kind === "attached" ? text("desktop.owned") : null) : claim.error.message;
  if (!claim.ok || claim.value.kind === "attached") {
    dialog.showErrorBox(text("app.name"), refusal ?? "");
    app.exit(1);
    return;
  }
  const { listener } = claim.value;
  const desktop = createLateDesktop();
  const reopen = (): void => {
    app.relaunch();
    app.quit();
  };
  const { marks } = listener;
  const assistant = createAssistant(host, { version: packageFile.version, files, marks, desktop, reopen });
  const letGo = serveLocally(listener, assistant.router, { channel: "cli", senderId: "user", place: "terminal" });
  limitPermissions();
  serveAppPages(fileURLToPath(new URL("../renderer", import.meta.url)));
  serveWindows(assistant.router, isAppPage);
  const preload = fileURLToPath(new URL("../preload/preload.cjs", import.meta.url));
  const shell = openShell({
    host,
    preload,
    instance,
    connection: assistant.connect({ channel: "desktop", senderId: "user", place: "tray" }),
    wake: assistant.wake,
    tellWindow: assistant.tell,
    // Backups are no part of Perch yet.
    beforeUpdate: async () => ok(null),
  });
  desktop.open(shell);
  assistant.warmUp();
  const closeAll = async (): Promise<void> => {
    listener.refuse();
    await assistant.close("quit");
    letGo();
    await listener.release();
  };
  let isClosed = false;
  app.on("will-quit", (event) => {
    if (isClosed) return;
    event.preventDefault();
    void closeAll()
      .catch((cause: unknown) => host.log("error", "the end was not orderly", { reason: String(cause) }))
      .finally(() => {
        isClosed = true;
        app.quit();
      });
  });
}
