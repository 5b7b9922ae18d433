import type { PerchFact } from "../../src-preload/contract/events.ts";
import type {
  McpLogLine,
  McpReach,
  McpServerDetail,
  McpServerRow,
  McpState,
  McpTool,
} from "../../src-preload/contract/mcp.ts";

function reachOf(more: Partial<McpReach> = {}): McpReach {
  return { mode: "on", hosts: [], folders: [], packageHosts: [], unconfined: null, refused: [], ...more };
}

/** What an agent tells a window of its MCP servers, made up. */
export function serverOf(name: string, more: Partial<McpServerRow> = {}): McpServerRow {
  return {
    name,
    title: "",
    target: { kind: "command", command: "npx", args: [], cwd: null },
    values: [],
    enabledTools: null,
    timeoutSeconds: 30,
    reach: reachOf(),
    state: "ready",
    stages: [],
    testedAt: null,
    problem: null,
    signIn: null,
    toolCount: 1,
    changedCount: 0,
    ...more,
  };
}

export function toolOf(name: string, more: Partial<McpTool> = {}): McpTool {
  return {
    name,
    id: `mcp_${name}`,
    title: name,
    description: "",
    effect: "read",
    isEnabled: true,
    isChanged: false,
    hadNoRoom: false,
    mayRun: false,
    fingerprint: name,
    tokens: 100,
    ...more,
  };
}

export function lineOf(text: string, time = 1): McpLogLine {
  return { time, from: "server", text };
}

export function openedOf(name: string, more: Partial<McpServerDetail> = {}): McpServerDetail {
  return { server: serverOf(name), tools: [], leftOut: [], instructions: "", log: [], ...more };
}

export const serverChanges = (name: string, state: McpState = "ready"): PerchFact => ({
  topic: "mcp",
  type: "server-changed",
  name,
  state,
});

export const serverGoes = (name: string): PerchFact => ({ topic: "mcp", type: "server-removed", name });

export const logGrows = (name: string, ...texts: readonly string[]): PerchFact => ({
  topic: "mcp",
  type: "log-added",
  name,
  lines: texts.map((words) => lineOf(words)),
});
