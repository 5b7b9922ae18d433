// npm run dev: the window and the agent from their sources. A save in the window shows in the open page, which keeps its
// state; a save in the agent starts it anew, and the page comes back by itself. Ctrl-C ends all of it.
//   npm run dev -- [--desktop] [--no-open] [--inspect PORT]
import { join } from "node:path";
import { parseArgs } from "node:util";
import { resolveConfig } from "electron-vite";
import { mergeConfig } from "vite";
import { openExternal } from "../src-main/host-node.ts";
import { openInBrowser } from "../src-main/serve/open-in-browser.ts";
import { stablePortsOf } from "../src-main/serve/running-server.ts";
import { nodeFileSystem } from "../src-main/storage/file-system.ts";
import { createGate } from "./dev/gate.ts";
import { keepProcess, type ProcessPlan } from "./dev/kept-process.ts";
import { type Stage, servePages } from "./dev/page-server.ts";
import { devHome, freePort, ownerPid } from "./dev/place.ts";
import { watchBuild } from "./dev/watch-build.ts";
import { electronProgram } from "./find-electron.ts";

const root = join(import.meta.dirname, "..");
const built = join(root, "out/dev-main");
const { values } = parseArgs({
  options: { desktop: { type: "boolean" }, "no-open": { type: "boolean" }, inspect: { type: "string" } },
});
const home = devHome(process.env);
// Before electron-vite sets NODE_ENV: what the agent starts must not know of it.
const env = { ...process.env, PERCH_HOME: home };
const agent = createGate();
const inspect = values.inspect === undefined ? [] : [`--inspect=${values.inspect}`];

await using ending = new AsyncDisposableStack();
const ended = Promise.withResolvers<number>();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ended.resolve(0));
try {
  await run();
  process.exitCode = await ended.promise;
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const owner = await ownerPid(home);
  if (owner !== null)
    throw new Error(`Process ${owner} runs Perch on ${home}: end it, or set PERCH_HOME to another folder.`);
  const stage = await chooseStage();
  const plan = stage.kind === "served" ? agentPlan(stage) : desktopPlan(stage);
  const { config } = await resolveConfig(
    { root, configFile: join(root, "electron.vite.config.ts") },
    "serve",
    "development",
  );
  const { main = {}, preload = {}, renderer = {} } = config ?? {};
  const pages = ending.adopt(await servePages(renderer, stage, agent), (server) => server.close());
  const running = ending.use(keepProcess(plan));
  const replace = (): void => {
    agent.shut();
    void running.replace();
  };
  const own = { build: { outDir: built, sourcemap: true } };
  const builds = [ending.use(await watchBuild(mergeConfig(main, own), replace))];
  if (stage.kind === "desktop")
    builds.push(ending.use(await watchBuild(preload, () => pages.ws.send({ type: "full-reload" }))));
  const isBuilt = Promise.all(builds.map(({ first }) => first)).then(() => true);
  if (await Promise.race([isBuilt, ended.promise.then(() => false)])) replace();
}

async function chooseStage(): Promise<Stage> {
  if (values.desktop === true) return { kind: "desktop", host: "127.0.0.1", port: await freePort(5173, ["127.0.0.1"]) };
  return { kind: "served", host: "::1", port: await freePort(stablePortsOf(home)[0], ["127.0.0.1", "::1"]) };
}

/** `perch serve` on the stage's port. Each start prints an address of its own; the first is opened. */
function agentPlan({ port }: Stage): ProcessPlan {
  const args = [...inspect, "--enable-source-maps", join(built, "cli.js"), "serve", "--json", "--port", String(port)];
  let isOpened = values["no-open"] === true;
  return {
    program: process.execPath,
    args,
    env,
    onLine(line) {
      const url = String(JSON.parse(line).url).replace("127.0.0.1", "[::1]");
      agent.open();
      console.log(`Perch is at ${url}`);
      if (!isOpened) void open(url);
      isOpened = true;
    },
    onGone(status) {
      agent.shut();
      console.error(`The agent ended (${status ?? "killed"}); it starts again with the next save.`);
    },
  };
}

async function open(url: string): Promise<void> {
  const opener = {
    paths: { home },
    log: (_level: string, message: string) => console.error(message),
    openExternal,
    setTimer: (ms: number, callback: () => void) => {
      const timer = setTimeout(callback, ms);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
  const forget = await openInBrowser(url, opener, nodeFileSystem);
  if (forget !== null) ending.defer(forget);
}

/** The desktop app. Who closes it ends the loop. */
function desktopPlan({ host, port }: Stage): ProcessPlan {
  const program = process.env["ELECTRON_EXEC_PATH"] ?? electronProgram();
  if (program === null)
    throw new Error("The desktop runtime is not here: npm start fetches it. Without it: npm run dev");
  return {
    program,
    args: [...inspect, join(built, "desktop.js")],
    env: { ...env, ELECTRON_RENDERER_URL: `http://${host}:${port}` },
    onLine: (line) => console.log(line),
    onGone: (status) => ended.resolve(status ?? 1),
  };
}
