import type { McpStageResult } from "../../src-preload/contract/mcp.ts";
import type { ServerAsks } from "./asks/server-asks.ts";
import type { ServerSignIn } from "./auth/server-sign-in.ts";
import type { McpDependencies } from "./dependencies.ts";
import type { Launch } from "./launch.ts";
import { diagnose, type Failure } from "./problem.ts";
import type { RefusedHosts } from "./refused-hosts.ts";
import { StageFailure, type Stages } from "./stages.ts";

export interface OpenRequest {
  /** Of the server, as the settings name it. */
  readonly name: string;
  readonly launch: Launch;
  /** For one answer; the first may take longer, since programs are fetched before they start. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A line for the log. */
  readonly onLine: (line: string) => void;
  /** What Perch has to say of it, for the log. */
  readonly onNote: (words: string) => void;
  readonly refused: RefusedHosts;
  /** Null where nobody can sign in. */
  readonly signIn: ServerSignIn | null;
  readonly onToolsChanged: () => void;
  /** Its resources or prompts are others. */
  readonly onOffersChanged: () => void;
  readonly asks: Pick<ServerAsks, "elicit">;
  readonly onLog: (line: string) => void;
  /** How far it is. */
  readonly onStage: (stages: readonly McpStageResult[]) => void;
}

/** A connection on its way: what each step of it needs and adds to. */
export interface Opening {
  readonly request: OpenRequest;
  readonly deps: McpDependencies;
  readonly stages: Stages;
  /** The end of the program, once it has ended. */
  exit: Failure["exit"];
  /** What it wrote last. */
  readonly lines: string[];
  /** Why its program runs without the sandbox that it should run in; null where that is not so. */
  unconfined: string | null;
}

const firstAnswerMs = 60_000;

/** How long the first answer may take. */
export function patienceOf({ timeoutMs, launch }: OpenRequest): number {
  return launch.target.kind === "command" ? Math.max(timeoutMs, firstAnswerMs) : timeoutMs;
}

/** The failure of a stage, from what was thrown and what is known of the program. */
export function stageFailure(
  { request, exit, lines }: Opening,
  cause: unknown,
  timeoutMs = patienceOf(request),
): StageFailure {
  return new StageFailure(diagnose({ target: request.launch.target, exit, cause, lines, timeoutMs }));
}
