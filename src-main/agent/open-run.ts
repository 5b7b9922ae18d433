import { join } from "node:path";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { InboundMetadata } from "../bus/message-bus.ts";
import type { Model } from "../models/model.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../settings/text.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

interface RunOptions extends Partial<InboundMetadata> {
  readonly runId: RunId;
  readonly signal: AbortSignal;
}

/** Where and how a run works. */
export type WorkPlace = Pick<RunContext, "workFolder" | "mode">;

/** Where and how the next run of this chat works, with what its message asks for. */
export function workPlaceOf(
  session: Session,
  settings: Settings,
  userHome: string,
  asked: Partial<WorkPlace>,
): WorkPlace {
  return {
    workFolder: asked.workFolder ?? workFolderOf(session, settings, userHome),
    mode: asked.mode ?? session.settings.mode ?? settings.approvals.mode,
  };
}

/** `~` and `~/x` in the user's own home. */
export function expandHome(path: string, userHome: string): string {
  if (path === "~") return userHome;
  return /^~[/\\]/.test(path) ? join(userHome, path.slice(2)) : path;
}

/** The folder that this chat works in. */
export function workFolderOf(session: Session, settings: Settings, userHome: string): string {
  return chosenWorkFolder(session.settings.workFolder, settings, userHome);
}

/** A chat's own choice, or where new chats work. */
export function chosenWorkFolder(own: string | null | undefined, settings: Settings, userHome: string): string {
  return own ?? expandHome(settings.agents.defaults.workFolder, userHome);
}

/** Everything a run needs, checked before its message is written: settings, a model that can be used, the folder. */
export async function openRun(
  deps: AgentDependencies,
  session: Session,
  options: RunOptions,
): Promise<Result<RunContext, ContractError>> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const modelId = session.settings.model ?? settings.value.agents.defaults.model;
  if (modelId === null) return fail(contractError("no-model", text("model.none")));
  const model = await deps.models.open(modelId);
  if (!model.ok) return model;
  const fallbacks = await openFallbacks(deps, settings.value, model.value.id);
  const { workFolder, mode } = workPlaceOf(session, settings.value, deps.host.paths.userHome, options);
  const roots = await deps.roots(workFolder, settings.value);
  if (!roots.ok) return roots;
  if (options.workFolder !== undefined && options.workFolder !== session.settings.workFolder) {
    const patch = { workFolder };
    const timestamp = new Date(deps.host.now()).toISOString();
    const kept = await deps.journal.append(session, () => [{ _type: "settings", timestamp, patch }]);
    if (!kept.ok) return kept;
  }
  return ok({
    runId: options.runId,
    session,
    settings: settings.value,
    model: model.value,
    chain: deps.models.openChain([model.value, ...fallbacks]),
    mode,
    whenAsked: options.whenAsked ?? "wait",
    workFolder,
    roots: roots.value,
    ...(options.allowedTools === undefined ? {} : { allowedTools: options.allowedTools }),
    signal: options.signal,
  });
}

/** Those that can be used; one that cannot is told of in the log and costs the turn nothing. */
async function openFallbacks(deps: AgentDependencies, settings: Settings, primary: string): Promise<readonly Model[]> {
  const opened: Model[] = [];
  for (const id of settings.agents.defaults.fallbackModels) {
    const model = await deps.models.open(id);
    if (!model.ok) deps.host.log("warn", "a fallback model cannot be used", { model: id, reason: model.error.message });
    else if (![primary, ...opened.map((one) => one.id)].includes(model.value.id)) opened.push(model.value);
  }
  return opened;
}
