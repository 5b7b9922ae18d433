import { contractError } from "../../src-preload/contract/errors.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import type { MarkerOf, SessionSettings } from "../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import { isBeatKey, isSubagentKey } from "../../src-preload/contract/session-key.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { InboundMetadata } from "../bus/message-bus.ts";
import type { Model } from "../models/model.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { AgentDependencies, RunContext, RunLimits } from "./dependencies.ts";
import { inForce, keptFrom } from "./in-force.ts";
import { type Profile, settingsOfProfile, withinProfile } from "./profile.ts";
import { isUnattendedRun } from "./run-sender.ts";
import { allowedTools } from "./tools-of-chat.ts";
import { createTurnClock } from "./turn-clock.ts";

interface RunOptions extends Partial<InboundMetadata> {
  readonly runId: RunId;
  readonly abort: AbortController;
  /** Of the message that begins it. */
  readonly sender: string;
}

/** A run that can begin, and what its chat has to write down with it. */
export interface OpenedRun {
  readonly run: RunContext;
  readonly kept: readonly MarkerOf<"settings">[];
}

/** Everything a run needs, checked before its message is written: settings, a model that can be used, the folder. */
export async function openRun(
  deps: Pick<AgentDependencies, "host" | "models" | "profiles" | "roots" | "settings">,
  session: Session,
  options: RunOptions,
): AsyncResult<OpenedRun> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const given = await givenAtBegin(deps, session.settings, settings.value);
  if (!given.ok) return given;
  const own = { ...given.value, ...session.settings };
  const now = inForce(own, settings.value, deps.host.paths.userHome);
  const profile = await profileOf(deps, own);
  if (!profile.ok) return profile;
  if (now.model === null) return fail(contractError("no-model", text("model.none")));
  const model = await deps.models.open(now.model);
  if (!model.ok) return model;
  const fallbacks = await openFallbacks(deps, settings.value, model.value.id);
  const workFolder = options.workFolder ?? now.workFolder;
  // Where a chat has worked before, a folder that is gone is told of and not made again.
  const roots = await deps.roots(workFolder, settings.value, own.workFolder == null, session.key);
  if (!roots.ok) return roots;
  const timestamp = new Date(deps.host.now()).toISOString();
  const kept = keptFrom(session.settings, { workFolder, mode: now.mode }, timestamp, given.value);
  const usual = limitsOf(settings.value, session, options.sender);
  const limits = profile.value === null ? usual : withinProfile(usual, profile.value);
  const run: RunContext = {
    runId: options.runId,
    session,
    settings: settings.value,
    model: model.value,
    chain: deps.models.openChain([model.value, ...fallbacks]),
    mode: options.mode ?? now.mode,
    whenAsked: options.whenAsked ?? "wait",
    workFolder,
    roots: roots.value,
    profile: profile.value,
    allowedTools: allowedTools(session.key, profile.value, options.allowedTools),
    limits,
    clock: createTurnClock(deps.host, limits.durationMs, () => options.abort.abort()),
    signal: options.abort.signal,
  };
  return ok({ run, kept });
}

/** What a chat that begins has of the profile that new chats have. */
async function givenAtBegin(
  { profiles, host }: Pick<AgentDependencies, "host" | "profiles">,
  own: SessionSettings,
  settings: Settings,
): AsyncResult<SessionSettings> {
  const { profile } = settings.agents.defaults;
  if (profile === null || own.profile !== undefined || own.workFolder != null) return ok({});
  return settingsOfProfile(profiles, profile, inForce(own, settings, host.paths.userHome).mode);
}

/** The profile of a chat; null where it has none. */
async function profileOf(
  { profiles }: Pick<AgentDependencies, "profiles">,
  { profile }: SessionSettings,
): AsyncResult<Profile | null> {
  return profile == null ? ok(null) : profiles.find(profile);
}

/**
 * What a run of a chat may take, by who sent the message that it answers: a person in the chat of a run that began by itself has the
 * limits of a chat. A beat is short, and stops at the second call that is the same.
 */
export function limitsOf({ agents }: Settings, session: Pick<Session, "key" | "settings">, sender: string): RunLimits {
  const { key, settings: own } = session;
  const resultChars = agents.defaults.toolResultMaxChars;
  if (!isUnattendedRun(session, sender)) {
    const { maxToolIterations } = agents.defaults;
    return {
      iterations: maxToolIterations,
      tokens: null,
      durationMs: agents.turn.maxDurationSeconds * 1000,
      resultChars,
      messages: null,
      sameCalls: null,
    };
  }
  const { unattended } = agents;
  const maxIterations = isSubagentKey(key) ? agents.defaults.subagentMaxIterations : unattended.maxIterations;
  return {
    iterations: own.limits?.maxIterations ?? maxIterations,
    tokens: own.limits?.maxTokens ?? unattended.maxTokens,
    durationMs: (own.limits?.maxDurationSeconds ?? unattended.maxDurationSeconds) * 1000,
    resultChars,
    messages: isBeatKey(key) ? beatMessages : null,
    sameCalls: isBeatKey(key) ? beatSameCalls : null,
  };
}

const beatMessages = 8;
const beatSameCalls = 2;

/** Those that can be used; one that cannot is told of in the log and costs the turn nothing. */
async function openFallbacks(
  deps: Pick<AgentDependencies, "host" | "models">,
  settings: Settings,
  primary: string,
): Promise<readonly Model[]> {
  const opened: Model[] = [];
  for (const id of settings.agents.defaults.fallbackModels) {
    const model = await deps.models.open(id);
    if (!model.ok) deps.host.log("warn", "a fallback model cannot be used", { model: id, reason: model.error.message });
    else if (![primary, ...opened.map((one) => one.id)].includes(model.value.id)) opened.push(model.value);
  }
  return opened;
}
