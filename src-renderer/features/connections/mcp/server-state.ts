import type { McpServerRow, McpState, McpTarget } from "../../../../src-preload/contract/mcp.ts";
import { type TextKey, text } from "../../../ui/text.ts";
import { spellCommand } from "./command-line.ts";

interface StateWords {
  readonly word: TextKey;
  readonly dot: "ok" | "failed" | "plain" | "off" | "running" | "needs";
  readonly chip: "done" | "failed" | "running" | "needs" | "";
}

export const stateWords: Readonly<Record<McpState, StateWords>> = {
  off: { word: "mcpServer.off", dot: "off", chip: "" },
  waiting: { word: "mcpServer.waiting", dot: "plain", chip: "" },
  connecting: { word: "mcpServer.connecting", dot: "running", chip: "running" },
  ready: { word: "mcpServer.ready", dot: "ok", chip: "done" },
  resting: { word: "mcpServer.resting", dot: "plain", chip: "" },
  "sign-in": { word: "mcpServer.signInNeeded", dot: "needs", chip: "needs" },
  failed: { word: "mcpServer.failed", dot: "failed", chip: "failed" },
};

export function toolCountWords(count: number): string {
  if (count === 0) return text("mcpServer.noTools");
  return count === 1 ? text("mcpServer.oneTool") : text("mcpServer.toolCount", { count });
}

/** How it stands in the list: what it brings where it is there, else why it brings nothing now. */
export function listedWords({ state, toolCount, changedCount, signIn }: McpServerRow): string {
  if (signIn?.state === "signing-in") return text("mcpServer.signingIn");
  if (state !== "off" && signIn?.rights != null) return text("mcpServer.signInNeeded");
  if (state !== "failed" && changedCount > 0) return text("mcpServer.changedCount", { count: changedCount });
  return state === "ready" ? toolCountWords(toolCount) : text(stateWords[state].word);
}

/** It does not go on without the person. */
export function waitsForPerson({ state, changedCount, signIn }: McpServerRow): boolean {
  if (state === "failed" || state === "off") return false;
  return changedCount > 0 || state === "sign-in" || signIn?.rights != null;
}

/** What is run, as one would type it, or where it is. */
export function targetWords(target: McpTarget): string {
  return target.kind === "address" ? target.url : spellCommand(target.command, target.args);
}
