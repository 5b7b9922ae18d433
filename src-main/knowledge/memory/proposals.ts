import { contractError } from "../../../src-preload/contract/errors.ts";
import { type MemoryProposal, memoryProposalSchema } from "../../../src-preload/contract/knowledge.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import { z } from "../../../src-preload/contract/zod.ts";
import type { Host } from "../../host.ts";
import type { FileSystem } from "../../storage/file-system.ts";
import { createJsonFile } from "../../storage/json-file.ts";
import { text } from "../../words.ts";
import { factKey } from "./facts.ts";

export type ProposalDraft = Omit<MemoryProposal, "id" | "time">;

/** Changes of the memory that wait for the person, and those that were turned down for ever: `memory-proposals.json`. */
export interface Proposals {
  /** Oldest first. */
  list(): AsyncResult<readonly MemoryProposal[]>;
  /** Leaves out what waits already and what must never be proposed; answers how many were added. */
  add(drafts: readonly ProposalDraft[]): AsyncResult<number>;
  get(id: string): AsyncResult<MemoryProposal>;
  /** It is answered; with `never` nothing of the kind comes again. */
  settle(id: string, never: boolean): AsyncResult<void>;
  /** Whether the person said that this is never to be remembered. */
  isRefused(fact: string): AsyncResult<boolean>;
  /** Whether a look for what could go is due: none of it waits, and the last one was a day ago. From then on it was made. */
  takeTidy(): AsyncResult<boolean>;
}

interface ProposalsOptions {
  readonly host: Pick<Host, "createId" | "now">;
  readonly files: FileSystem;
  readonly path: string;
  /** The list is another one. */
  readonly changed: () => void;
}

const fileSchema = z.looseObject({
  proposals: z.array(memoryProposalSchema).default([]),
  /** Keys of facts. */
  never: z.array(z.string()).default([]),
  /** When it was last looked for what could go; ms since 1970. */
  tidiedAt: z.number().default(0),
});
type ProposalFile = z.infer<typeof fileSchema>;

/** Of more the oldest leave. */
const mostWaiting = 200;
const mostRefused = 2000;
const dayMs = 24 * 60 * 60 * 1000;

export function createProposals({ host, files, path, changed }: ProposalsOptions): Proposals {
  const file = createJsonFile<ProposalFile>({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "memory-proposals.json", reason }),
  });

  async function update(change: (content: ProposalFile) => ProposalFile): AsyncResult<ProposalFile> {
    const written = await file.update(change);
    if (written.ok) changed();
    return written;
  }

  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok(read.value.proposals) : read;
    },
    async add(drafts) {
      const before = await file.read();
      if (!before.ok) return before;
      const fresh = newOnes(before.value, drafts);
      if (fresh.length === 0) return ok(0);
      const made = fresh.map((draft) => ({ ...draft, id: `p_${host.createId()}`, time: host.now() }));
      const written = await update((content) => ({
        ...content,
        proposals: [...content.proposals, ...made].slice(-mostWaiting),
      }));
      return written.ok ? ok(made.length) : written;
    },
    async get(id) {
      const read = await file.read();
      if (!read.ok) return read;
      const found = read.value.proposals.find((one) => one.id === id);
      return found === undefined ? fail(contractError("not-found", text("memory.proposalGone"))) : ok(found);
    },
    async settle(id, never) {
      const written = await update((content) => {
        const answered = content.proposals.find((one) => one.id === id);
        const key = answered === undefined ? "" : factKey(answered.fact);
        const refused = never && key !== "" ? [...content.never.filter((one) => one !== key), key] : content.never;
        return {
          ...content,
          proposals: content.proposals.filter((one) => one.id !== id),
          never: refused.slice(-mostRefused),
        };
      });
      return written.ok ? ok(undefined) : written;
    },
    async isRefused(fact) {
      const read = await file.read();
      return read.ok ? ok(read.value.never.includes(factKey(fact))) : read;
    },
    async takeTidy() {
      const now = host.now();
      const read = await file.read();
      if (!read.ok) return read;
      if (!isTidyDue(read.value, now)) return ok(false);
      let isTaken = false;
      const written = await file.update((content) => {
        isTaken = isTidyDue(content, now);
        return isTaken ? { ...content, tidiedAt: now } : content;
      });
      return written.ok ? ok(isTaken) : written;
    },
  };
}

/** A clock that was set back a day is none to wait for. */
function isTidyDue({ proposals, tidiedAt }: ProposalFile, now: number): boolean {
  return Math.abs(now - tidiedAt) >= dayMs && proposals.every(({ reason }) => reason !== "tidy");
}

/** Those of the drafts that neither wait already, nor twice among themselves, nor were refused for ever. */
function newOnes({ proposals, never }: ProposalFile, drafts: readonly ProposalDraft[]): readonly ProposalDraft[] {
  const met = new Set(proposals.map(keyOf));
  return drafts.filter((draft) => {
    const key = keyOf(draft);
    if (met.has(key) || never.includes(factKey(draft.fact))) return false;
    met.add(key);
    return true;
  });
}

function keyOf({ kind, fact, replaces = "", merges = [] }: ProposalDraft): string {
  return [kind, fact, replaces, ...merges].map(factKey).join(" ");
}
