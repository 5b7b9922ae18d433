import { contractError } from "../../../src-preload/contract/errors.ts";
import type { AgentAuthor, MemoryProposal, ProposalDecision } from "../../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { createMemoryChanges, type MemoryChanges, type MemoryNeeds, memoryPath } from "./change-memory.ts";
import { maxFactChars, type NewFact, plainFact } from "./facts.ts";
import { addEntry, type HistoryEntry } from "./history-entry.ts";
import type { MemoryAnswer, MemoryOccasion, MemoryWriting } from "./memory-answer.ts";
import { overwrittenFacts } from "./overwritten.ts";

const historyPath = "memory/HISTORY.md";

/** MEMORY.md and HISTORY.md as the agent writes them. */
export interface Memory {
  remember(fact: NewFact, writing: MemoryWriting, occasion?: MemoryOccasion): AsyncResult<MemoryAnswer>;
  forget(fact: string, writing: MemoryWriting): AsyncResult<MemoryAnswer>;
  /** Nothing where the log has this entry already. */
  log(entry: HistoryEntry, author: AgentAuthor): AsyncResult<void>;
  read(): AsyncResult<string>;
  proposals(): AsyncResult<readonly MemoryProposal[]>;
  /** `fact`: as the person has edited it. */
  decide(id: string, decision: ProposalDecision, fact?: string): AsyncResult<void>;
  /** Another program saved this file: what the agent had written shortly before and is gone is proposed again. */
  lookForOverwritten(path: string): Promise<void>;
}

export function createMemory(needs: MemoryNeeds): Memory {
  const { knowledge, proposals } = needs;
  const changes = createMemoryChanges(needs);
  return {
    async remember(wanted, writing, occasion = "asked") {
      const unusable = unfit(wanted.fact);
      if (unusable !== null) return ok(unusable);
      const fact = plainFact(wanted.fact);
      const refused = occasion !== "asked" ? await proposals.isRefused(fact) : ok(false);
      if (!refused.ok) return refused;
      if (refused.value) return ok({ kind: "refused", fact });
      const kind = wanted.replaces === undefined ? "add" : "replace";
      return changes.apply({ ...wanted, kind, fact }, writing, occasion);
    },
    async forget(wanted, writing) {
      const unusable = unfit(wanted);
      if (unusable !== null) return ok(unusable);
      return changes.apply({ kind: "remove", fact: plainFact(wanted) }, writing, "asked");
    },
    async log(entry, author) {
      const edit = (present: { readonly text: string } | null) => ok(addEntry(present?.text ?? "", entry));
      const written = await knowledge.change(historyPath, edit, { author });
      return written.ok ? ok(undefined) : written;
    },
    read: changes.read,
    proposals: proposals.list,
    async decide(id, decision, fact) {
      const found = await proposals.get(id);
      if (!found.ok) return found;
      const done = decision === "accept" ? await accept(changes, found.value, fact) : ok(undefined);
      return done.ok ? proposals.settle(id, decision === "never") : done;
    },
    async lookForOverwritten(path) {
      if (path !== memoryPath) return;
      const lost = await overwrittenFacts(knowledge, memoryPath);
      if (!lost.ok || lost.value === null) return;
      const { author, facts } = lost.value;
      await proposals.add(
        facts.map((fact) => ({ kind: "add" as const, fact, reason: "overwritten" as const, author })),
      );
    },
  };
}

/** Before a fact is looked for or written; null where nothing is wrong with it. */
function unfit(fact: string): MemoryAnswer | null {
  const plain = plainFact(fact);
  if (plain === "") return { kind: "empty" };
  return plain.length > maxFactChars ? { kind: "too-long" } : null;
}

/** The person knows how full the memory is: what they take has room. */
async function accept(changes: MemoryChanges, proposal: MemoryProposal, edited?: string): AsyncResult<void> {
  const { kind, author, replaces, section } = proposal;
  const fact = kind === "remove" ? proposal.fact : (edited ?? proposal.fact);
  if (unfit(fact) !== null) return fail(contractError("invalid-input", text("memory.proposalUnfit")));
  const wish = { kind, fact: plainFact(fact), ...(section === undefined ? {} : { section }) };
  const replacing = replaces === undefined ? wish : { ...wish, replaces };
  const written = await changes.write(replacing, { author }, Number.POSITIVE_INFINITY);
  if (!written.ok) return written;
  if (written.value.kind !== "missing" || kind === "remove") return ok(undefined);
  // What it was to replace is gone: the fact itself is still new.
  const added = await changes.write({ ...wish, kind: "add" }, { author }, Number.POSITIVE_INFINITY);
  return added.ok ? ok(undefined) : added;
}
