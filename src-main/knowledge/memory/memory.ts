import { contractError } from "../../../src-preload/contract/errors.ts";
import { estimatedTokens } from "../../../src-preload/contract/estimated-tokens.ts";
import type { AgentAuthor, MemoryProposal, ProposalDecision } from "../../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import { text } from "../../words.ts";
import { createMemoryChanges, type MemoryChanges, type MemoryNeeds, memoryPath } from "./change-memory.ts";
import { maxFactChars, type NewFact, plainFact } from "./facts.ts";
import { addEntry, type HistoryEntry } from "./history-entry.ts";
import type { MemoryAnswer, MemoryOccasion, MemoryWriting } from "./memory-answer.ts";
import { overwrittenFacts } from "./overwritten.ts";
import { factsToShorten, type Shortening, shorteningDrafts } from "./shorten.ts";

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
  /**
   * The facts that are to be looked at for what could go: the memory is nearly full for this budget (estimated tokens), nothing
   * of an earlier look waits, and none was within a day. A look that is due counts as done from then on. Null: none is due.
   */
  takeTidy(budget: number): AsyncResult<readonly string[] | null>;
  /** What would make it shorter waits for the person, whatever the settings say; answers how many changes that are. */
  proposeShorter(changes: readonly Shortening[], author: AgentAuthor): AsyncResult<number>;
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
    async takeTidy(budget) {
      const present = await changes.read();
      if (!present.ok) return present;
      if (!isNearlyFull(present.value, budget)) return ok(null);
      const due = await proposals.takeTidy();
      return due.ok ? ok(due.value ? factsToShorten(present.value) : null) : due;
    },
    async proposeShorter(wanted, author) {
      const present = await changes.read();
      return present.ok ? proposals.add(shorteningDrafts(present.value, wanted, author)) : present;
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

/** The share of what the memory may have, from which on it is to be made shorter. */
const nearlyFull = 0.9;

function isNearlyFull(memory: string, budget: number): boolean {
  return estimatedTokens(memory) > budget * nearlyFull;
}

/** Before a fact is looked for or written; null where nothing is wrong with it. */
function unfit(fact: string): MemoryAnswer | null {
  const plain = plainFact(fact);
  if (plain === "") return { kind: "empty" };
  return plain.length > maxFactChars ? { kind: "too-long" } : null;
}

/** The person knows how full the memory is: what they take has room. */
async function accept(changes: MemoryChanges, proposal: MemoryProposal, edited?: string): AsyncResult<void> {
  const { kind, author, replaces, merges = [], section } = proposal;
  const fact = kind === "remove" ? proposal.fact : (edited ?? proposal.fact);
  if (unfit(fact) !== null) return fail(contractError("invalid-input", text("memory.proposalUnfit")));
  const wish = { kind, merges, fact: plainFact(fact), ...(section === undefined ? {} : { section }) };
  const replacing = replaces === undefined ? wish : { ...wish, replaces };
  const written = await changes.write(replacing, { author }, Number.POSITIVE_INFINITY);
  if (!written.ok) return written;
  if (written.value.kind !== "missing" || kind === "remove") return ok(undefined);
  if (kind === "merge") return fail(contractError("conflict", text("memory.mergedGone")));
  // What it was to replace is gone: the fact itself is still new.
  const added = await changes.write({ ...wish, kind: "add" }, { author }, Number.POSITIVE_INFINITY);
  return added.ok ? ok(undefined) : added;
}
