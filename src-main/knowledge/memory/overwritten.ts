import type { VersionAuthor } from "../../../src-preload/contract/knowledge.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Knowledge } from "../knowledge.ts";
import { factKey, factsIn } from "./facts.ts";

/** An editor that was open before the agent wrote is saved some minutes later. */
const withinMs = 30 * 60 * 1000;

/**
 * The facts that the agent had added in its last version before the last save of another program, which took all of them
 * away: it did not know of them. Null where nothing was lost like that.
 */
export async function overwrittenFacts(
  knowledge: Pick<Knowledge, "versions" | "readVersion">,
  path: string,
): AsyncResult<{ readonly author: VersionAuthor; readonly facts: readonly string[] } | null> {
  const versions = await knowledge.versions(path);
  if (!versions.ok) return versions;
  const at = versions.value.findIndex(({ author }) => author.kind === "outside");
  const [foreign, written, before] = at < 0 ? [] : versions.value.slice(at);
  if (foreign === undefined || written?.author.kind !== "agent") return ok(null);
  if (foreign.version === null || foreign.time - written.time > withinMs) return ok(null);
  const read = async (version: string | null): AsyncResult<readonly string[]> => {
    if (version === null) return ok([]);
    const content = await knowledge.readVersion(path, version);
    return content.ok ? ok(factsIn(content.value.text).map((fact) => fact.text)) : content;
  };
  const [now, agents, earlier] = await Promise.all([
    read(foreign.version),
    read(written.version),
    read(before?.version ?? null),
  ]);
  if (!now.ok) return now;
  if (!agents.ok) return agents;
  if (!earlier.ok) return earlier;
  const had = new Set(earlier.value.map(factKey));
  const has = new Set(now.value.map(factKey));
  const added = agents.value.filter((fact) => !had.has(factKey(fact)));
  const isUnaware = added.length > 0 && added.every((fact) => !has.has(factKey(fact)));
  return ok(isUnaware ? { author: written.author, facts: added } : null);
}
