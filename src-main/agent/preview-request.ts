import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { Session } from "../sessions/session-store.ts";
import { createContextBuilder } from "./context-builder.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { inForce } from "./in-force.ts";
import { limitsOf } from "./open-run.ts";
import { person } from "./run-sender.ts";
import { allowedTools } from "./tools-of-chat.ts";

const nothing: ContextReport = {
  parts: [],
  totalTokens: 0,
  windowTokens: 0,
  windowSource: "default",
  outputTokens: 0,
  droppedMessages: 0,
  shortenedResults: 0,
  leftOutTools: 0,
  carriedSkills: [],
  lostSkills: [],
  recalled: [],
  mentioned: [],
};

/** What a request of this chat would be made of now. Sends nothing and needs no model. */
export async function previewRequest(
  deps: Pick<AgentDependencies, "host" | "ids" | "models" | "profiles" | "prompt" | "scale" | "settings" | "tools">,
  session: Session,
): AsyncResult<ContextReport> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const context = createContextBuilder(deps);
  const { model, ...work } = inForce(session.settings, settings.value, deps.host.paths.userHome);
  const { key, settings: own } = session;
  const found = own.profile == null ? null : await deps.profiles.find(own.profile);
  const profile = found?.ok === true ? found.value : null;
  const allowed = allowedTools(key, profile, undefined);
  const limits = limitsOf(settings.value, session, person);
  const base = { runId: deps.ids.run(), session, settings: settings.value, limits };
  const run = { ...base, ...work, profile, allowedTools: allowed };
  const id = model ?? "";
  const facts = await deps.models.facts(id);
  await context.beginTurn(run, facts);
  await context.build(run, { withTools: true, model: { id }, facts });
  return ok(context.report() ?? nothing);
}
