import { budgetScopeOf } from "../../src-preload/contract/budget-error.ts";
import type { RunId } from "../../src-preload/contract/ids.ts";
import { noProfileName } from "../../src-preload/contract/profiles.ts";
import { type AsyncResult, assertNever, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { InboundMessage } from "../bus/message-bus.ts";
import type { Session } from "../sessions/session-store.ts";
import { type TextKey, text } from "../words.ts";
import { changeAnswer } from "./change-answer.ts";
import { type Command, helpText, statusText, unknownCommandText } from "./commands.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { inForce, type WorkContext } from "./in-force.ts";
import type { RecordMint } from "./records.ts";
import { createSessionEditor } from "./session-editor.ts";

type EditorNeeds = Pick<AgentDependencies, "events" | "host" | "journal" | "profiles" | "settings">;

interface Asked {
  /** The session, and the run that is on. */
  readonly runner: {
    readonly session: Session;
    readonly activeRun: RunId | null;
    readonly activeWork: WorkContext | null;
  };
  readonly message: InboundMessage;
  readonly command: Command;
}

/** Does what a slash command says and gives the sentence that answers it. No model is asked. */
export async function answerCommand(
  deps: Pick<
    AgentDependencies,
    "changesOf" | "events" | "host" | "ids" | "journal" | "meter" | "models" | "profiles" | "settings" | "skills"
  >,
  records: RecordMint,
  { runner, message, command }: Asked,
): AsyncResult<string> {
  if (command.kind === "unknown") return ok(unknownCommandText(command));
  if (command.kind === "wordy") return ok(text("command.noWords", { name: command.name }));
  switch (command.name) {
    case "help":
      return ok(helpText());
    case "stop":
      return ok(text("command.nothingToStop"));
    case "new":
      return reset(deps, records, runner);
    case "status":
      return status(deps, runner, message.metadata);
    case "model":
      return model(deps, records, runner, command.argument);
    case "agent":
      return agent(deps, runner, command.argument);
    case "budget":
      if (command.argument === "allow") return allowBudget(deps, runner);
      return command.argument === "" ? showBudgets(deps, runner) : ok(text("command.budget.unknown"));
    case "changes":
    case "undo":
    case "redo":
      return changeAnswer(deps.changesOf(runner.session.key), command.name, command.argument);
    case "skill": {
      const settings = await deps.settings.current();
      return settings.ok ? ok(await deps.skills.describe(settings.value)) : settings;
    }
    default:
      return assertNever(command);
  }
}

async function reset(
  deps: Pick<AgentDependencies, "events" | "journal">,
  records: RecordMint,
  { session }: Asked["runner"],
) {
  const cleared = await deps.journal.append(session, (head) => [
    { _type: "reset" as const, timestamp: records.timestamp(), after: head },
  ]);
  if (!cleared.ok) return cleared;
  deps.events.publish({
    topic: "session",
    type: "branch-changed",
    sessionKey: session.key,
    head: session.head,
  });
  return ok(text("command.new"));
}

async function status(
  deps: Pick<AgentDependencies, "host" | "models" | "settings">,
  { session, activeRun, activeWork }: Asked["runner"],
  asked: Partial<WorkContext>,
) {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  // A run that waits since an earlier process goes on as the chat is set.
  const next = session.pendingApprovals.length > 0 ? {} : asked;
  const now = inForce(session.settings, settings.value, deps.host.paths.userHome);
  const nextWork = { workFolder: next.workFolder ?? now.workFolder, mode: next.mode ?? now.mode };
  const work = activeWork ?? nextWork;
  const model = await modelInUse(deps, session, settings.value);
  return ok(statusText({ session, model, work, running: activeRun }));
}

async function model(
  deps: Pick<AgentDependencies, "host" | "journal" | "models" | "settings">,
  records: RecordMint,
  { session }: Asked["runner"],
  name: string,
) {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  if (name === "") {
    const current = await modelInUse(deps, session, settings.value);
    return ok(text("command.model.current", { model: current ?? text("command.status.noModel") }));
  }
  const usable = await deps.models.open(name);
  if (!usable.ok) return ok(usable.error.message);
  const { id } = usable.value;
  const kept = await deps.journal.append(session, () => [
    { _type: "settings" as const, timestamp: records.timestamp(), patch: { model: id } },
  ]);
  if (!kept.ok) return kept;
  deps.journal.changed(session);
  if (settings.value.agents.defaults.model !== null) return ok(await withDoubt(deps, id, "command.model.set"));
  const first = await deps.settings.update({ agents: { defaults: { model: id } } });
  return first.ok ? ok(await withDoubt(deps, id, "command.model.setFirst")) : first;
}

/** Shows the agent profiles, or chooses one for this chat; `perch` is none. */
async function agent(deps: EditorNeeds, { session }: Asked["runner"], name: string): AsyncResult<string> {
  const { profile = null } = session.settings;
  if (name === "") return ok(await deps.profiles.describe(profile));
  const isNone = name.toLowerCase() === noProfileName;
  const chosen = await createSessionEditor(deps).update(session, { profile: isNone ? null : name });
  if (!chosen.ok) return ok(chosen.error.message);
  const now = session.settings.profile ?? null;
  return ok(now === null ? text("command.agent.none") : text("command.agent.set", { name: now }));
}

/** Confirms the change, and warns of a possible typing error when the provider's list lacks the name. */
async function withDoubt(deps: Pick<AgentDependencies, "models">, id: string, done: TextKey): Promise<string> {
  const unlisted = await deps.models.unlisted(id);
  const words = text(done, { model: id });
  if (unlisted === null) return words;
  const { provider, model, near } = unlisted;
  const key = near === null ? "command.model.notListed" : "command.model.notListedNear";
  return `${words} ${text(key, { provider, model, near: near ?? "" })}`;
}

/** The model as `provider/model`, however it was written; the plain name when it cannot be used; null without one. */
async function modelInUse(
  deps: Pick<AgentDependencies, "host" | "models">,
  session: Session,
  settings: Settings,
): Promise<string | null> {
  const name = inForce(session.settings, settings, deps.host.paths.userHome).model;
  if (name === null) return null;
  const usable = await deps.models.open(name);
  return usable.ok ? usable.value.id : name;
}

/** The limits that hold here and how much of each is used, a line each. */
async function showBudgets(
  deps: Pick<AgentDependencies, "ids" | "meter" | "settings">,
  { session, activeRun }: Asked["runner"],
) {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const { lastRun } = session;
  const runId = activeRun ?? (lastRun.kind === "none" ? deps.ids.run() : lastRun.runId);
  const budgets = await deps.meter.budgets(settings.value, { sessionKey: session.key, runId });
  if (!budgets.ok) return budgets;
  if (budgets.value.length === 0) return ok(text("command.budget.none"));
  return ok([...budgets.value.map(deps.meter.warning), text("command.budget.howTo")].join("\n"));
}

/** Lets what a limit stopped have the same again. */
async function allowBudget(deps: Pick<AgentDependencies, "meter" | "settings">, { session }: Asked["runner"]) {
  const { lastRun } = session;
  const stopped = budgetScopeOf(lastRun.kind === "ended" ? lastRun.error : null);
  if (stopped === null) return ok(text("command.budget.nothingStopped"));
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const allowed = await deps.meter.allow(stopped, settings.value, session.key);
  return allowed.ok ? ok(text("command.budget.allowed")) : allowed;
}
