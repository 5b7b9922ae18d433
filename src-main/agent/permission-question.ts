import type { Verdict } from "../policy/decide.ts";
import type { Subject } from "../policy/subject.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { ReadyCall } from "./planned-call.ts";

/** A call whose arguments are good, and what it would touch. */
interface ReadyQuestion {
  readonly run: RunContext;
  readonly ready: ReadyCall;
  readonly subject: Subject;
}

export function verdictOn(
  deps: Pick<AgentDependencies, "host" | "policy">,
  { run, ready, subject }: ReadyQuestion,
): Promise<Verdict> {
  const { name: tool, effect } = ready.tool;
  const { place } = placeOf(deps, run);
  return deps.policy.decide({
    tool,
    effect,
    subject,
    mode: run.mode,
    roots: run.roots,
    place,
    context: () => run.session.context,
    earlierStranger: run.session.past.earlier.stranger,
  });
}

/** Where a run works, with links resolved as in what its calls touch. */
export function placeOf({ host }: Pick<AgentDependencies, "host">, { session, workFolder, roots }: RunContext) {
  const folder = roots.list.find(({ kind }) => kind === "work")?.path ?? workFolder;
  const { parent } = session.settings;
  const within = parent === undefined ? {} : { within: parent };
  return {
    workFolder: folder,
    place: { sessionKey: session.key, ...within, workFolder: folder, platform: host.platform },
  };
}

/** The same for calls that touch the same. */
export function touches(subject: Subject): string {
  if (subject.kind === "path") return `path ${subject.path}`;
  return subject.kind === "command" ? `command ${subject.folder} ${subject.command}` : JSON.stringify(subject);
}
