import { distance } from "fastest-levenshtein";
import { type ChatCommand, chatCommands, wordyCommands } from "../../src-preload/contract/chat-commands.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { assertNever } from "../../src-preload/contract/result.ts";
import type { Session } from "../sessions/session-store.ts";
import { type TextKey, text } from "../words.ts";
import type { WorkContext } from "./in-force.ts";

export type Command =
  | { readonly kind: "known"; readonly name: ChatCommand; readonly argument: string }
  /** The command takes no arguments but got some. */
  | { readonly kind: "wordy"; readonly name: ChatCommand }
  | { readonly kind: "unknown"; readonly name: string; readonly nearest: ChatCommand | null };

/**
 * A slash command, or null for a message. `/etc/hosts` is no command, nor is text with a space before the slash. A slash alone
 * asks for the list.
 */
export function parseCommand(content: string): Command | null {
  if (content.trim() === "/") return { kind: "known", name: "help", argument: "" };
  const match = /^\/([A-Za-z][A-Za-z-]*)(?:\s+([\s\S]*))?$/.exec(content.trimEnd());
  if (match === null) return null;
  const name = (match[1] ?? "").toLowerCase();
  const known = chatCommands.find((command) => command === name);
  const argument = (match[2] ?? "").trim();
  if (known !== undefined) {
    return argument === "" || wordyCommands.has(known)
      ? { kind: "known", name: known, argument }
      : { kind: "wordy", name: known };
  }
  return { kind: "unknown", name, nearest: nearestCommand(name) };
}

function nearestCommand(name: string): ChatCommand | null {
  const ranked = chatCommands
    .map((command) => ({ command, far: distance(name, command) }))
    .toSorted((a, b) => a.far - b.far);
  const best = ranked[0];
  if (best === undefined || best.far > 2 || ranked[1]?.far === best.far) return null;
  return best.command;
}

export interface CommandFacts {
  readonly session: Session;
  /** As `provider/model`; null where none is set. */
  readonly model: string | null;
  readonly work: WorkContext;
  readonly running: RunId | null;
}

const helpKeys: Readonly<Record<ChatCommand, TextKey>> = {
  new: "command.help.new",
  stop: "command.help.stop",
  help: "command.help.help",
  status: "command.help.status",
  model: "command.help.model",
  agent: "command.help.agent",
  budget: "command.help.budget",
  changes: "command.help.changes",
  undo: "command.help.undo",
  redo: "command.help.redo",
  skill: "command.help.skill",
};

export function helpText(): string {
  return chatCommands.map((name) => text(helpKeys[name])).join("\n");
}

export function unknownCommandText(command: Extract<Command, { kind: "unknown" }>): string {
  if (command.nearest === null) return text("command.unknown", { name: command.name });
  return text("command.unknownNear", { name: command.name, nearest: command.nearest });
}

export function statusText({ session, model, work, running }: CommandFacts): string {
  return [
    text("command.status.model", { model: model ?? text("command.status.noModel") }),
    text("command.status.mode", { mode: work.mode }),
    text("command.status.folder", { folder: work.workFolder }),
    text("command.status.state", { state: stateText(session, running) }),
  ].join("\n");
}

function stateText(session: Session, running: RunId | null): string {
  if (session.pendingApprovals.length > 0) return text("command.state.waiting");
  if (running !== null) return text("command.state.running");
  const { lastRun } = session;
  switch (lastRun.kind) {
    case "none":
      return text("command.state.new");
    case "open":
      return text("command.state.interrupted");
    case "ended":
      return text("command.state.ended", { reason: lastRun.reason });
    default:
      return assertNever(lastRun);
  }
}
