import { estimatedTokens } from "../../../src-preload/contract/estimated-tokens.ts";
import type { MemoryProposal, ProposalReason, VersionAuthor } from "../../../src-preload/contract/knowledge.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import type { Knowledge } from "../knowledge.ts";
import type { Writing } from "../knowledge-writer.ts";
import { type FactChange, withFact, withMerged, withoutFact } from "./facts.ts";
import type { MemoryAnswer, MemoryOccasion, MemoryWriting } from "./memory-answer.ts";
import type { Proposals } from "./proposals.ts";

export const memoryPath = "memory/MEMORY.md";

/** A change of MEMORY.md that somebody wants. */
type Wish = Pick<MemoryProposal, "kind" | "fact" | "replaces" | "merges" | "section">;

export interface MemoryNeeds {
  readonly knowledge: Pick<Knowledge, "read" | "change" | "versions" | "readVersion">;
  readonly proposals: Proposals;
  readonly settings: () => AsyncResult<Settings>;
}

/** Changes MEMORY.md a fact at a time. */
export interface MemoryChanges {
  /** As the settings say: written at once, or proposed. */
  apply(wish: Wish, writing: MemoryWriting, occasion: MemoryOccasion): AsyncResult<MemoryAnswer>;
  /** Written whatever the settings say, as long as the file keeps to `budget` (estimated tokens). */
  write(wish: Wish, writing: Writing, budget: number): AsyncResult<MemoryAnswer>;
  read(): AsyncResult<string>;
}

export function createMemoryChanges({ knowledge, proposals, settings }: MemoryNeeds): MemoryChanges {
  async function propose(wish: Wish, reason: ProposalReason, author: VersionAuthor): AsyncResult<MemoryAnswer> {
    const added = await proposals.add([{ ...wish, reason, author }]);
    return added.ok ? ok({ kind: "proposed", fact: wish.fact }) : added;
  }

  async function read(): AsyncResult<string> {
    const found = await knowledge.read(memoryPath);
    if (found.ok) return ok(found.value.text);
    return found.error.code === "not-found" ? ok("") : found;
  }

  const write: MemoryChanges["write"] = async (wish, writing, budget) => {
    let answer: MemoryAnswer = { kind: "missing", near: [] };
    const written = await knowledge.change(
      memoryPath,
      (present) => {
        const before = present?.text ?? "";
        const next = changedBy(wish, before);
        answer = next.kind === "changed" ? fitting(next, before, budget) : next;
        return ok(next.kind === "changed" && answer.kind === "done" ? next.text : null);
      },
      writing,
    );
    return written.ok ? ok(answer) : written;
  };

  return {
    async apply(wish, writing, occasion) {
      const current = await settings();
      if (!current.ok) return current;
      const { memory } = current.value;
      const reason = reasons[occasion] ?? "setting";
      if (memory.apply === "proposed" || reason !== "setting") {
        const present = await read();
        if (!present.ok) return present;
        const change = changedBy(wish, present.value);
        return change.kind === "changed" ? propose(wish, reason, writing.author) : ok(change);
      }
      const answer = await write(wish, writing, memory.budgetTokens);
      if (!answer.ok || answer.value.kind !== "full" || occasion === "asked") return answer;
      return propose(wish, "full", writing.author);
    },
    write,
    read,
  };
}

/** Occasions that are always proposed, and why. */
const reasons: Readonly<Partial<Record<MemoryOccasion, ProposalReason>>> = { strange: "stranger", program: "program" };

function changedBy({ kind, fact, replaces, merges = [], section }: Wish, present: string): FactChange {
  if (kind === "merge") return withMerged(present, merges, fact);
  if (kind === "remove") return withoutFact(present, fact);
  return withFact(present, {
    fact,
    ...(replaces === undefined ? {} : { replaces }),
    ...(section === undefined ? {} : { section }),
  });
}

/** What makes the file shorter is never too much. */
function fitting(next: Extract<FactChange, { kind: "changed" }>, before: string, budget: number): MemoryAnswer {
  const tokens = estimatedTokens(next.text);
  const isFull = tokens > budget && tokens > estimatedTokens(before);
  return isFull ? { kind: "full", tokens, budget } : { kind: "done", fact: next.fact };
}
