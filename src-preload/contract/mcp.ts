import type { McpSignIn } from "./mcp-sign-in.ts";
import type { Effect } from "./records.ts";

/*
 * MCP servers: programs on this computer, or services at an address, that bring tools of their own. Times are milliseconds
 * since 1970. No value of a variable or a header ever crosses the contract towards a client.
 */

/** How far a connection came, in this order. A server at an address is found by its name and started by a connection. */
export const mcpStages = ["found", "started", "initialised", "tools-listed", "test-call"] as const;
export type McpStage = (typeof mcpStages)[number];

export interface McpStageResult {
  readonly stage: McpStage;
  readonly state: "passed" | "failed" | "skipped";
  /** What was found; of a failed stage what happened, short: `exited, code 1`. */
  readonly message: string;
  readonly durationMs: number | null;
}

/**
 * `off`: switched off in the settings. `waiting`: nobody has needed it yet. `resting`: it was there, nobody needed it for a
 * while, and it starts again with the next call. `sign-in`: it wants the person to sign in first.
 */
export type McpState = "off" | "waiting" | "connecting" | "ready" | "resting" | "sign-in" | "failed";

export type McpTarget =
  | {
      readonly kind: "command";
      readonly command: string;
      readonly args: readonly string[];
      /** Null: the home folder of the user. */
      readonly cwd: string | null;
    }
  | { readonly kind: "address"; readonly url: string };

/** A variable of its environment, or a header, without its value. */
export interface McpValue {
  readonly name: string;
  /** Where the value lies: the system's key store, secrets.json, config.json itself, or nowhere any more. */
  readonly place: "key-store" | "file" | "settings" | "lost";
}

/** What a program may reach. */
export interface McpProfile {
  /** `off`: it runs without a sandbox, with all that the person can. */
  readonly mode: "on" | "off";
  /** As in `tools.mcpServers.*.sandbox.hosts`. */
  readonly hosts: readonly string[];
  /** What it may write beside the folder that it is started in, a temp folder and a package cache of its own. */
  readonly folders: readonly string[];
}

/** What a program may reach, and whether that is seen to. */
export interface McpReach extends McpProfile {
  /** Where the command that starts it fetches its package; reached until the server is ready, beside `hosts`. */
  readonly packageHosts: readonly string[];
  /** Why it was started without the sandbox that it should run in, and what to do, as sentences; null where that is not so. */
  readonly unconfined: string | null;
  /** What it was kept from and may be allowed (`mcp.allowHost`), the last ones. */
  readonly refused: readonly string[];
}

/** What is known of a command before it is saved. */
export interface McpOutlook {
  readonly packageHosts: readonly string[];
  /** Why it would run without a sandbox, and what to do; null where it would not. */
  readonly unconfined: string | null;
  /** What it does cannot be done in the sandbox, as a sentence; null where nothing is known of that kind. */
  readonly unfit: string | null;
}

/** Why a server cannot be used, and what to do. */
export interface McpProblem {
  readonly message: string;
  readonly nextStep: string;
  /** The variable (or header) that it says is missing; null where it says none. */
  readonly missing: string | null;
}

export interface McpServerRow {
  /** As the settings name it. */
  readonly name: string;
  /** What it calls itself, with its version; "" before it has said so. */
  readonly title: string;
  readonly target: McpTarget;
  /** Variables of a command, headers of an address. */
  readonly values: readonly McpValue[];
  /** Null: all of its tools. */
  readonly enabledTools: readonly string[] | null;
  readonly timeoutSeconds: number;
  /** Null for an address. */
  readonly reach: McpReach | null;
  readonly state: McpState;
  /** Of the last connection, or of the one that is on its way; empty before the first. */
  readonly stages: readonly McpStageResult[];
  /** When that was. */
  readonly testedAt: number | null;
  readonly problem: McpProblem | null;
  /** Null for a program, for an address that is given a key, and for one that has never asked for it. */
  readonly signIn: McpSignIn | null;
  /** Tools that a chat is offered. */
  readonly toolCount: number;
  /** Of those, the ones whose definition is not the one that was seen first: they are asked about until `mcp.accept`. */
  readonly changedCount: number;
}

export interface McpTool {
  /** As the server names it. */
  readonly name: string;
  /** As models call it. */
  readonly id: string;
  /** What it calls itself for people, else its name. */
  readonly title: string;
  readonly description: string;
  /** What the server says that it does: `read`, or anything else. Nobody but the person decides whether it asks. */
  readonly effect: Effect;
  /** The person has said that it may run without asking, and it is what it was then. */
  readonly mayRun: boolean;
  /** Of all that is told of it; what `mcp.allow` names, so that nothing is let run that was not seen. */
  readonly fingerprint: string;
  readonly isEnabled: boolean;
  readonly isChanged: boolean;
  /** Not listed from the beginning in the turn that began last: a quarter of a model's window is for tools of servers. */
  readonly hadNoRoom: boolean;
  /** Estimated, of its definition in each request. */
  readonly tokens: number;
}

/** A tool as a client has shown it. */
export type SeenTool = Pick<McpTool, "name" | "fingerprint">;

export interface McpLogLine {
  readonly time: number;
  /** `server`: what it wrote. `perch`: what became of it. */
  readonly from: "server" | "perch";
  readonly text: string;
}

export interface McpServerDetail {
  readonly server: McpServerRow;
  readonly tools: readonly McpTool[];
  /** What of its list cannot be used, by name, and why. */
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
  /** What it says of how its tools are used, which models are told with them; "" where it says nothing. */
  readonly instructions: string;
  /** The last lines, oldest first. */
  readonly log: readonly McpLogLine[];
}

/** A server as it was pasted: what `mcp.save` would take. Its values are those that the client sent. */
export interface McpDraft {
  readonly name: string;
  readonly target: McpTarget;
  readonly values: Readonly<Record<string, string>>;
}
