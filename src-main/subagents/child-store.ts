import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { type AsyncResult, ok } from "../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../src-preload/contract/session-key.ts";
import { type SubagentRecord, subagentRecordSchema } from "../../src-preload/contract/subagents.ts";
import { z } from "../../src-preload/contract/zod.ts";
import type { Clock } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";

/** `subagents.json`: which sub-agents there were, and what came of them. Those of private chats are in no file. */
export interface ChildStore {
  /** In the order in which they were asked for. */
  list(): AsyncResult<readonly SubagentRecord[]>;
  /** Adds it, or takes the place of what was kept of it. Resolves once it is on the disk. */
  put(record: SubagentRecord): AsyncResult<void>;
}

interface ChildStoreParts {
  readonly files: FileSystem;
  readonly path: string;
  readonly clock: Pick<Clock, "now">;
}

/** Of those whose chats are told the last ones stay: each has a chat of its own, which tells all of it. */
const mostTold = 200;

const fileSchema = z.looseObject({ subagents: z.array(subagentRecordSchema).default([]) });

export function createChildStore({ files, path, clock }: ChildStoreParts): ChildStore {
  const file = createJsonFile({
    path,
    files,
    clock,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "subagents.json", reason }),
  });
  const unwritten = new Map<SessionKey, SubagentRecord>();

  return {
    async list() {
      const read = await file.read();
      return read.ok ? ok([...read.value.subagents, ...unwritten.values()]) : read;
    },
    async put(record) {
      if (isPrivateKey(record.key)) {
        unwritten.set(record.key, record);
        return ok(undefined);
      }
      const written = await file.update((content) => ({
        ...content,
        subagents: withRecord(content.subagents, record),
      }));
      return written.ok ? ok(undefined) : written;
    },
  };
}

function withRecord(before: readonly SubagentRecord[], record: SubagentRecord): SubagentRecord[] {
  const isThere = before.some(({ key }) => key === record.key);
  const all = isThere ? before.map((one) => (one.key === record.key ? record : one)) : [...before, record];
  let tooMany = all.filter(({ isTold }) => isTold).length - mostTold;
  return all.filter(({ isTold }) => {
    if (!isTold || tooMany <= 0) return true;
    tooMany -= 1;
    return false;
  });
}
