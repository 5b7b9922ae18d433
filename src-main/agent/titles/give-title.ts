import { contractError } from "../../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { MarkerOf } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { isTurnStart } from "../../storage/session-file/branch-reader.ts";
import { text } from "../../words.ts";
import type { AgentLoop } from "../agent-loop.ts";
import { askInBackground } from "../ask/background-call.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { inForce } from "../in-force.ts";
import type { SessionRunner } from "../session-runner.ts";
import { readTitle, titleSystem, titleWords } from "./title-words.ts";

export type TitleDependencies = Pick<
  AgentDependencies,
  "events" | "host" | "ids" | "journal" | "keys" | "meter" | "models" | "settings"
> & {
  readonly loop: Pick<AgentLoop, "use">;
  /** The model that comes with the app, which finds no titles. */
  readonly practiceModelId: string;
};

/** Turns after which a chat is no new one any more: its title is what the person knows it by. */
const mostTurns = 5;
/** Tokens of an answer; a model that thinks first needs more than the title has. */
const maxTitleTokens = 1000;

interface TitleSignals {
  /** Perch ends, or the chat is removed. */
  readonly signal: AbortSignal;
  /** A turn of the chat begins: a model on this computer would let it wait. */
  readonly turn: AbortSignal;
}

/** `asked`: a model was asked. `none`: there was nothing to do. */
export type Titling = "asked" | "none";

/** Finds a title for a chat that has only its first words, and gives it unless somebody was faster. */
export async function giveTitle(
  deps: TitleDependencies,
  key: SessionKey,
  { signal, turn }: TitleSignals,
): AsyncResult<Titling> {
  const { host, models } = deps;
  const settings = await deps.settings.current();
  if (!settings.ok) return settings;
  if (!settings.value.agents.titles.enabled) return ok("none");
  const found = await deps.loop.use(key, async (runner) => ok(questionOf(deps, runner, settings.value)));
  if (!found.ok) return found;
  if (found.value === null || signal.aborted || turn.aborted) return ok("none");
  const model = await models.open(found.value.modelId);
  if (!model.ok) return model;
  const answered = await askInBackground(
    deps,
    {
      sessionKey: key,
      settings: settings.value,
      purpose: "title",
      model: model.value,
      system: titleSystem,
      words: found.value.words,
      tools: [],
      maxTokens: Math.min(maxTitleTokens, settings.value.agents.defaults.maxTokens),
    },
    model.value.isLocal ? AbortSignal.any([signal, turn]) : signal,
  );
  if (!answered.ok) return answered;
  const title = readTitle(answered.value.content);
  if (title === null) return fail(contractError("model", text("chat.noTitle", { model: model.value.id })));
  const marker: MarkerOf<"title"> = { _type: "title", timestamp: new Date(host.now()).toISOString(), title };
  const kept = await deps.loop.use(key, async ({ session }) => {
    // A person may have given one while the model was asked.
    const written = await deps.journal.append(session, () => (session.isTitleGiven ? [] : [marker]));
    if (written.ok) deps.journal.changed(session);
    return written;
  });
  return kept.ok ? ok("asked") : kept;
}

interface TitleQuestion {
  readonly words: string;
  readonly modelId: string;
}

function questionOf(
  { host, practiceModelId }: TitleDependencies,
  { session, activeRun, waits }: SessionRunner,
  settings: Settings,
): TitleQuestion | null {
  const { earlier, resetAfter } = session.past;
  // What is left of a longer chat is not what it is about.
  const isWhole = resetAfter === null && earlier.summary === "";
  if (session.isTitleGiven || !isWhole || activeRun !== null || waits) return null;
  if (session.context.filter(isTurnStart).length > mostTurns) return null;
  const words = titleWords(session.context);
  const modelId = settings.agents.background.model ?? inForce(session.settings, settings, host.paths.userHome).model;
  return words === null || modelId === null || modelId === practiceModelId ? null : { words, modelId };
}
