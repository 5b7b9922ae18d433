import type { McpServerRow } from "../../src-preload/contract/mcp.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Check } from "../../src-preload/contract/system.ts";
import { text } from "../words.ts";

/** Connects every MCP server that is on, and tells of each as soon as it is known how that one stands. */
export type TestServers = (onRow: (row: McpServerRow) => void) => AsyncResult<readonly McpServerRow[]>;

/** A check for each server; settings that cannot be read are told of by their own check. */
export async function checkServers(
  testServers: TestServers,
  onCheck: (check: Check) => void,
): Promise<readonly Check[]> {
  const tested = await testServers((row) => onCheck(checkOf(row)));
  return tested.ok ? tested.value.map(checkOf) : [];
}

function checkOf(row: McpServerRow): Check {
  const named = { id: "mcp", name: text("doctor.mcp", { name: row.name }) } as const;
  if (row.state === "off") return { ...named, state: "ok", message: text("doctor.mcp.off") };
  if (row.problem !== null && (row.state === "failed" || row.state === "sign-in")) {
    return { ...named, state: "broken", message: row.problem.message, nextStep: row.problem.nextStep };
  }
  return { ...named, state: "ok", message: text("doctor.mcp.ok", { title: row.title, count: row.toolCount }) };
}
