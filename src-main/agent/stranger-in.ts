import { isBelow } from "../policy/is-below.ts";
import type { Subject } from "../policy/subject.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";

/**
 * Who wrote what a call has read, where that may be a stranger: a server, or a file that is neither in a folder that the
 * person trusts nor in the workspace. Null otherwise.
 */
export async function strangerIn(
  { trust }: Pick<AgentDependencies, "trust">,
  { roots }: RunContext,
  subject: Subject,
): Promise<string | null> {
  if (subject.kind === "service") return subject.server;
  if (subject.kind !== "path" || subject.access !== "read") return null;
  const own = roots.list.some(({ kind, path }) => kind !== "work" && isBelow(subject.path, path));
  if (own) return null;
  return (await trust.trusts(subject.path)) ? null : subject.path;
}
