import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import type { ContextReport } from "../../src-preload/contract/window.ts";
import type { Session } from "../sessions/session-store.ts";
import { createContextBuilder } from "./context-builder.ts";
import type { AgentDependencies } from "./dependencies.ts";
import { inForce } from "./in-force.ts";
import { limitsOf, toolsFor } from "./open-run.ts";

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
  deps: Pick<AgentDependencies, "host" | "ids" | "models" | "prompt" | "scale" | "settings" | "tools">,
  session: Session,
): AsyncResult<ContextReport> {
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  const context = createContextBuilder(deps);
  const { model, ...work } = inForce(session.settings, settings.value, deps.host.paths.userHome);
  const own = { allowedTools: toolsFor(session), limits: limitsOf(settings.value, session) };
  const run = { runId: deps.ids.run(), session, settings: settings.value, ...work, ...own };
  const id = model ?? "";
  const facts = await deps.models.facts(id);
  await context.beginTurn(run, facts);
  await context.build(run, { withTools: true, model: { id }, facts });
  return ok(context.report() ?? nothing);
}
