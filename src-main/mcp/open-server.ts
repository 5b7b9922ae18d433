import type { McpProblem, McpStageResult } from "../../src-preload/contract/mcp.ts";
import { text } from "../words.ts";
import { signInProblem } from "./auth/sign-in-words.ts";
import type { ListedTools, McpConnection } from "./connection.ts";
import type { McpDependencies } from "./dependencies.ts";
import { openAddress } from "./open-address.ts";
import { openProgram } from "./open-program.ts";
import { type Opening, type OpenRequest, stageFailure } from "./opening.ts";
import { needsDaemon } from "./package-runner.ts";
import { reasonOf } from "./problem.ts";
import { createStages } from "./stages.ts";

export type Opened = { readonly stages: readonly McpStageResult[]; readonly unconfined: string | null } & (
  | { readonly kind: "ready"; readonly connection: McpConnection; readonly listed: ListedTools }
  | { readonly kind: "failed"; readonly problem: McpProblem }
);

/** Goes through the five stages. Never throws; of a server that failed nothing is left. */
export async function openServer(request: OpenRequest, deps: McpDependencies): Promise<Opened> {
  const stages = createStages(deps.host, request.onStage);
  const opening: Opening = { request, deps, stages, exit: null, lines: [], unconfined: null };
  const mark = await request.refused.look();
  let connection: McpConnection | null = null;
  try {
    connection = await (request.launch.target.kind === "command" ? openProgram(opening) : openAddress(opening));
    const listed = await tryOut(connection, opening);
    // Its package is there: from now on it reaches what it is allowed alone.
    await request.refused.narrow(request.launch.profile.hosts);
    return { kind: "ready", connection, listed, stages: stages.results(), unconfined: opening.unconfined };
  } catch (cause) {
    await connection?.close();
    await request.refused.look();
    await request.signIn?.look();
    const wanted = request.signIn === null ? null : signInProblem(request.signIn, request.launch.target);
    const problem =
      wanted ?? withRefusals(stages.problem() ?? bugOf(cause, deps), opening, request.refused.since(mark));
    return { kind: "failed", problem, stages: stages.results(), unconfined: opening.unconfined };
  }
}

/** A server that was kept from a host has most likely failed for that. */
function withRefusals(problem: McpProblem, { request, unconfined }: Opening, hosts: readonly string[]): McpProblem {
  const { target, profile } = request.launch;
  const isUnfit = target.kind === "command" && needsDaemon(target.command);
  if (isUnfit && profile.mode === "on" && unconfined === null) {
    return { ...problem, nextStep: text("mcp.unfitDaemon") };
  }
  if (hosts.length === 0) return problem;
  const message = text("mcp.hostsRefused", { message: problem.message, hosts: hosts.join(", ") });
  return { ...problem, message, nextStep: text("mcp.next.allowHost") };
}

function bugOf(cause: unknown, { host }: McpDependencies): McpProblem {
  host.log("error", "a server could not be opened", { reason: reasonOf(cause) });
  return {
    message: text("mcp.strange", { reason: reasonOf(cause) }),
    nextStep: text("mcp.next.isServer"),
    missing: null,
  };
}

async function tryOut(connection: McpConnection, opening: Opening): Promise<ListedTools> {
  const { stages, request } = opening;
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (cause) {
      throw stageFailure(opening, cause, request.timeoutMs);
    }
  };
  const listed = await stages.run(
    "tools-listed",
    () => guarded(() => connection.tools(request)),
    ({ tools, leftOut }) => {
      const count = text(tools.length === 1 ? "mcp.oneTool" : "mcp.toolCount", { count: tools.length });
      return leftOut.length === 0 ? count : text("mcp.someLeftOut", { count, left: leftOut.length });
    },
  );
  await stages.run(
    "test-call",
    () => guarded(() => connection.ping(request)),
    () => text("mcp.answers"),
  );
  return listed;
}
