import type { ApprovalMode, SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";

/**
 * Who works in a chat, where it is not Perch as it is. A profile only ever narrows what a run may do: the agent itself can write
 * the file that it stands in.
 */
export interface Profile {
  readonly name: string;
  /** On one line. */
  readonly description: string;
  /** Takes the place of who Perch is in the system prompt. */
  readonly prompt: string;
  readonly model: string | null;
  readonly mode: ApprovalMode | null;
  /** Names of tools, each perhaps with `*` at its end; null: all. */
  readonly tools: readonly string[] | null;
  /** Names of skills; null: all. */
  readonly skills: ReadonlySet<string> | null;
  /** Null: as the settings say. */
  readonly limits: {
    readonly maxIterations: number | null;
    readonly maxTokens: number | null;
    readonly maxDurationSeconds: number | null;
  };
}

/** The profiles as they are now: handed in, so that the agent depends on no folder of them. */
export interface ProfileSource {
  /** `not-found` where there is none of this name, `invalid-input` where it cannot be used. */
  find(name: string): AsyncResult<Profile>;
  /** The list that `/agent` answers with. */
  describe(chosen: string | null): Promise<string>;
}

/** Whether a profile lets its runs use this tool. */
export function allowsTool({ tools }: Pick<Profile, "tools">, name: string): boolean {
  if (tools === null) return true;
  return tools.some((one) => (one.endsWith("*") ? name.startsWith(one.slice(0, -1)) : one === name));
}

interface Bounded {
  readonly iterations: number;
  readonly tokens: number | null;
  readonly durationMs: number;
}

/** What a run may take under a profile: never more than without it. */
export function withinProfile<Limits extends Bounded>(
  limits: Limits,
  { limits: own }: Pick<Profile, "limits">,
): Limits {
  const tokens = own.maxTokens === null ? limits.tokens : Math.min(own.maxTokens, limits.tokens ?? own.maxTokens);
  return {
    ...limits,
    iterations: Math.min(limits.iterations, own.maxIterations ?? limits.iterations),
    tokens,
    durationMs: Math.min(limits.durationMs, (own.maxDurationSeconds ?? Number.POSITIVE_INFINITY) * 1000),
  };
}

/** The skills that a chat has alone; null: all. */
export function onlySkillsOf({ onlySkill }: SessionSettings, profile: Profile | null): ReadonlySet<string> | null {
  return onlySkill == null ? (profile?.skills ?? null) : new Set([onlySkill]);
}

/** From the one that lets a run do least to the one that lets it do most. */
const modes: readonly ApprovalMode[] = ["plan", "ask", "accept-edits", "auto", "full"];

function isStricter(a: ApprovalMode, b: ApprovalMode): boolean {
  return modes.indexOf(a) < modes.indexOf(b);
}

/**
 * What is set for a chat when a profile is chosen for it (null: Perch as it is). The chat keeps what it was given, whatever becomes
 * of the profile's file; model and mode can be changed afterwards. `mode`: that of the chat, which is only ever made stricter.
 */
export async function settingsOfProfile(
  profiles: Pick<ProfileSource, "find">,
  name: string | null,
  mode: ApprovalMode,
): AsyncResult<SessionSettings> {
  if (name === null) return ok({ profile: null, model: null });
  const found = await profiles.find(name);
  if (!found.ok) return found;
  const { model, mode: own } = found.value;
  return ok({ profile: found.value.name, model, ...(own !== null && isStricter(own, mode) ? { mode: own } : {}) });
}
