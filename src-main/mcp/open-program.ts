import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { ownValue } from "../../src-preload/contract/own-value.ts";
import type { ServiceProcess } from "../processes/service-process.ts";
import { withFolders } from "../settings/path-folders.ts";
import { type TextKey, text } from "../words.ts";
import { confineProgram, type ProgramToStart } from "./confine-program.ts";
import { connect, type Introduction, isTimeout, lineAfter, type McpConnection } from "./connection.ts";
import { type FoundCommand, findCommand } from "./find-command.ts";
import { fromHome } from "./lent-folders.ts";
import { createMending } from "./mending.ts";
import { type Opening, patienceOf, stageFailure } from "./opening.ts";
import { withOwnNode } from "./own-node.ts";
import { createProcessTransport } from "./process-transport.ts";
import { StageFailure } from "./stages.ts";

/** So many are enough to tell why a program ended. */
const keptLines = 40;

/** How a program is started. */
interface Program extends ProgramToStart {
  readonly command: string;
  readonly folder: string;
}

/** The first three stages of a program on this computer. */
export async function openProgram(opening: Opening): Promise<McpConnection> {
  const { request, deps, stages } = opening;
  const { target, values } = request.launch;
  if (target.kind !== "command") throw new Error("not a program");
  const { platform, paths } = deps.host;
  const plainEnv = { ...(await deps.childEnv()), ...values };
  const folder = target.cwd === null ? paths.userHome : fromHome(target.cwd, paths.userHome);
  const { command, args } = target;
  const lookIn = (env: Program["env"]) => findCommand(command, { env, platform, userHome: paths.userHome, folder });
  const { found, env } = await stages.run(
    "found",
    async () => {
      const first = await lookIn(plainEnv);
      if (first.kind === "found" && first.isOnPath) return { found: first, env: plainEnv, from: "path" as const };
      // An app that was started from a desktop does not know what a profile adds; a program may need it for others.
      const env = withFolders(plainEnv, await deps.loginPath());
      const second = await lookIn(env);
      if (second.kind === "missing" && isInFolder(command)) await mustBeFolder(folder);
      const own = second.kind === "missing" ? await withOwnNode(command, env, { ...paths, platform }) : null;
      if (own !== null) return { found: own, env: own.env, from: "perch" as const };
      return { found: mustBeFound(command, second), env, from: "shell" as const };
    },
    ({ found: { path, isOnPath }, from }) => {
      if (!isOnPath) return path;
      if (from === "perch") return text("mcp.foundInPerch", { path });
      return from === "shell" ? text("mcp.foundInShell", { path }) : text("mcp.found", { command });
    },
  );
  const program: Program = { command, file: found.path, args: [...(found.before ?? []), ...args], folder, env };
  const running = await stages.run(
    "started",
    async () => {
      await mustBeFolder(folder);
      return start(program, opening);
    },
    ({ pid }) => text("mcp.pid", { pid }),
  );
  return stages.run(
    "initialised",
    () => introduceTo(running, program, opening),
    ({ title }) => title,
  );
}

async function start(program: Program, opening: Opening): Promise<ServiceProcess> {
  const { host, startService } = opening.deps;
  const { command, folder } = program;
  const { file, args, env, confined } = await confineProgram(program, opening);
  const mark = { name: "PERCH_MCP", value: host.createId() };
  const place = { folder, env, platform: host.platform, clock: host, mark };
  const started = await startService({ file, arguments: args, ...place });
  if (!started.ok) {
    await confined?.done();
    const message = text("mcp.notStarted", { command, reason: started.error });
    const problem = { message, nextStep: text("mcp.next.install"), missing: null };
    throw new StageFailure({ short: text("mcp.short.notStarted"), problem });
  }
  if (confined !== null) opening.request.refused.follow(confined, started.value.exited);
  opening.exit = null;
  void started.value.exited.then((end) => {
    opening.exit = end;
  });
  return started.value;
}

async function introduceTo(running: ServiceProcess, program: Program, opening: Opening): Promise<McpConnection> {
  try {
    return await introduce(running, "plain", opening);
  } catch (cause) {
    if (lineAfter(cause) !== "up" || isTimeout(cause) || opening.request.signal.aborted)
      throw stageFailure(opening, cause);
    // It answered, and does not know the way that every server knew: perhaps it knows only the newest.
    try {
      return await introduce(await start(program, opening), "auto", opening);
    } catch {
      throw stageFailure(opening, cause);
    }
  }
}

function introduce(
  running: ServiceProcess,
  negotiation: Introduction["negotiation"],
  { request, deps, lines }: Opening,
): Promise<McpConnection> {
  const mending = createMending();
  const transport = createProcessTransport(running, {
    clock: deps.host,
    mending,
    onLine(line) {
      lines.push(line);
      if (lines.length > keptLines) lines.shift();
      request.onLine(line);
    },
  });
  const { signal, onToolsChanged, onOffersChanged, asks, onLog } = request;
  const options = { version: deps.version, timeoutMs: patienceOf(request), signal };
  return connect(transport, mending, { ...options, negotiation, onToolsChanged, onOffersChanged, asks, onLog });
}

function mustBeFound(command: string, found: FoundCommand): Extract<FoundCommand, { kind: "found" }> {
  if (found.kind === "found") return found;
  const message =
    found.kind === "no-program"
      ? text("mcp.noProgram", { path: found.path })
      : text(command.trim() === "" ? "mcp.noCommand" : "mcp.notFound", { command });
  const nextStep = text(ownValue(helpfulPrograms, command) ?? "mcp.next.install");
  throw new StageFailure({ short: text("mcp.short.notFound"), problem: { message, nextStep, missing: null } });
}

/** A program that is named from its folder on is missing where that folder is. */
function isInFolder(command: string): boolean {
  return /[/\\]/.test(command) && !isAbsolute(command) && !command.startsWith("~");
}

/** The system says of a folder that is not there that the program is not. */
async function mustBeFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  const problem = { message: text("mcp.noFolder", { folder }), nextStep: text("mcp.next.folder"), missing: null };
  throw new StageFailure({ short: text("mcp.short.noFolder"), problem });
}

/** Most servers are started with one of these, and they come with a program that many do not have. */
const helpfulPrograms: Readonly<Record<string, TextKey>> = {
  npx: "mcp.next.npx",
  node: "mcp.next.node",
  npm: "mcp.next.node",
  uvx: "mcp.next.uv",
  uv: "mcp.next.uv",
  docker: "mcp.next.docker",
};
