import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { CommandReach } from "../policy/subject.ts";
import { type ShellCall, shellCalls, shellScript } from "../processes/shell.ts";
import type { ConfinedEnd } from "../sandbox/session.ts";
import type { ToolContext } from "./tool.ts";

/** How a command would run now. `asksOutside`: the call wants to run outside of the sandbox. */
export async function reachOfCommand(asksOutside: boolean, context: ToolContext): Promise<CommandReach> {
  const { mode, isSandboxOn, sandbox, allowedHosts: hosts } = context.commands;
  if (mode === "full") return { kind: "full" };
  if (!isSandboxOn) return { kind: "off" };
  if (asksOutside) return { kind: "asked" };
  const state = await sandbox.state();
  if (state.kind === "unavailable") return { kind: "unavailable", reason: state.reason };
  return { kind: "confined", folder: writableFolder(context), hosts };
}

/** What starts a command, the first shell that is there. */
export interface StartableCommand {
  readonly calls: readonly ShellCall[];
  readonly env: Readonly<Record<string, string>>;
  /** Null: it runs outside of the sandbox. Called once it has ended. */
  readonly leave: (() => Promise<ConfinedEnd>) | null;
}

/**
 * A command as it was decided on: what was to be confined never runs otherwise. Fails, with the reason, where it cannot be
 * confined any more.
 */
export async function startable(
  command: string,
  asksOutside: boolean,
  context: ToolContext,
): Promise<Result<StartableCommand, string>> {
  const { childEnv, commands, platform } = context;
  const reach = commands.decided?.reach ?? (await reachOfCommand(asksOutside, context));
  if (reach.kind !== "confined") return ok({ calls: shellCalls(command, platform), env: childEnv, leave: null });
  const confined = await commands.sandbox.confine({
    script: shellScript(command),
    workFolder: reach.folder,
    env: childEnv,
    hosts: reach.hosts,
  });
  if (!confined.ok) return fail(confined.error);
  const { file, arguments: args, env, done } = confined.value;
  return ok({ calls: [{ file, arguments: args }], env, leave: done });
}

/** The work folder with the links in it resolved. */
function writableFolder({ roots, workFolder }: ToolContext): string {
  return roots.list.find(({ kind }) => kind === "work")?.path ?? workFolder;
}
