import type { AgentAuthor } from "../../../src-preload/contract/knowledge.ts";
import { factKey, factsIn, maxFactChars, plainFact } from "./facts.ts";
import type { ProposalDraft } from "./proposals.ts";

/** A change that makes the memory shorter: facts as they stand there, and what says the same in fewer words; "": nothing. */
export interface Shortening {
  readonly facts: readonly string[];
  readonly into: string;
}

/** The facts of a memory that can go or be put together: each of its own, and none that is longer than a fact may be. */
export function factsToShorten(memory: string): readonly string[] {
  const met = new Set<string>();
  return factsIn(memory).flatMap(({ text }) => {
    const key = factKey(text);
    if (key === "" || plainFact(text).length > maxFactChars || met.has(key)) return [];
    met.add(key);
    return [text];
  });
}

/**
 * What of it is proposed: each fact is named by the one proposal that would take it away, so that none goes unseen. A change
 * is left out that names a fact which is not there or was named before, or that would make the memory no shorter.
 */
export function shorteningDrafts(
  memory: string,
  changes: readonly Shortening[],
  author: AgentAuthor,
): readonly ProposalDraft[] {
  const open = new Set(factsToShorten(memory));
  const drafts: ProposalDraft[] = [];
  for (const { facts, into } of changes) {
    const fact = plainFact(into).toWellFormed();
    if (new Set(facts).size < facts.length || !facts.every((one) => open.has(one))) continue;
    const before = facts.reduce((sum, one) => sum + one.length, 0);
    if (fact.length >= before || fact.length > maxFactChars || (fact !== "" && factKey(fact) === "")) continue;
    for (const one of facts) open.delete(one);
    const made = { reason: "tidy", author } as const;
    if (fact === "") drafts.push(...facts.map((one) => ({ ...made, kind: "remove" as const, fact: one })));
    else drafts.push({ ...made, kind: "merge", fact, merges: [...facts] });
  }
  return drafts;
}
