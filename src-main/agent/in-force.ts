import { join } from "node:path";
import type { ApprovalMode, MarkerOf, SessionSettings } from "../../src-preload/contract/records.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";

/** Where and how a run works. */
export interface WorkContext {
  readonly workFolder: string;
  readonly mode: ApprovalMode;
}

/** What a chat works with. */
export interface InForce extends WorkContext {
  /** Null when none is set. */
  readonly model: string | null;
}

/** `~` and `~/x` in the user's own home. */
export function expandHome(path: string, userHome: string): string {
  if (path === "~") return userHome;
  return /^~[/\\]/.test(path) ? join(userHome, path.slice(2)) : path;
}

/** What the chat has of its own, else what new chats begin with: the one place that decides. */
export function inForce(own: SessionSettings, settings: Settings, userHome: string): InForce {
  return {
    model: own.model ?? settings.agents.defaults.model,
    mode: own.mode ?? settings.approvals.mode,
    workFolder: own.workFolder ?? expandHome(settings.agents.defaults.workFolder, userHome),
  };
}

/**
 * What a chat that begins, or that an earlier version began, has to write down to keep it: its folder, its mode and what else
 * it was given. A model stays the default until one is chosen. Empty where it has both.
 */
export function keptFrom(
  own: SessionSettings,
  { workFolder, mode }: WorkContext,
  timestamp: string,
  given: SessionSettings = {},
): readonly MarkerOf<"settings">[] {
  const patch: SessionSettings = {
    ...given,
    ...(own.workFolder === workFolder ? {} : { workFolder }),
    ...(own.mode == null ? { mode } : {}),
  };
  return Object.keys(patch).length === 0 ? [] : [{ _type: "settings", timestamp, patch }];
}
