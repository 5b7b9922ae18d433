import { messageIdSchema } from "../../../src-preload/contract/ids.ts";
import type { Recalled } from "../../../src-preload/contract/recalled.ts";
import { type AsyncResult, ok } from "../../../src-preload/contract/result.ts";
import type { Clock, Log } from "../../host.ts";
import type { RecallHit } from "../../storage/recall-calls.ts";
import { text as words } from "../../words.ts";
import type { Knowledge } from "../knowledge.ts";
import { factEntries, idsOfMessage, isStrange } from "./recall-groups.ts";
import type { Recalling } from "./recalling.ts";
import { relevantHits } from "./relevant.ts";

/** No message waits longer for what was not asked for. */
const patienceMs = 1000;
const mostFound = 10;

interface Unasked {
  readonly content: string;
  readonly limit: number;
  readonly exclude: readonly string[];
}

/** What fits a message, of the log and of messages; nothing where it cannot be told at once. */
export async function recallForMessage(
  recalling: Recalling,
  { content, limit, exclude }: Unasked,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  signal: AbortSignal,
): Promise<readonly Recalled[]> {
  // Some of what is found is not worth telling.
  const question = { text: content, limit: limit * 2, exclude: exclude.flatMap(idsOfMessage) };
  const search = recalling.search({ ...question, sources: ["log", "message"] }, signal);
  const found = await new Promise<readonly RecallHit[]>((resolve) => {
    const late = clock.setTimer(patienceMs, () => resolve([]));
    void search.then((answer) => {
      late[Symbol.dispose]();
      if (!answer.ok) log("warn", "nothing was recalled", { reason: answer.error.message });
      resolve(answer.ok ? answer.value : []);
    });
  });
  return relevantHits(content, found).slice(0, limit).map(recalledOf);
}

/** Of everything there is, best first; with an empty question the facts. */
export async function recallAsked(
  recalling: Recalling,
  knowledge: Pick<Knowledge, "read">,
  { query, exclude }: { readonly query: string; readonly exclude: readonly string[] },
  signal: AbortSignal,
): AsyncResult<readonly Recalled[]> {
  if (query.trim() === "") return remembered(knowledge);
  const sources = ["fact", "log", "message"] as const;
  const found = await recalling.search({ text: query, limit: mostFound, sources, exclude }, signal);
  return found.ok ? ok(found.value.map(recalledOf)) : found;
}

async function remembered(knowledge: Pick<Knowledge, "read">): AsyncResult<readonly Recalled[]> {
  const memory = await knowledge.read("memory/MEMORY.md");
  if (!memory.ok) return memory.error.code === "not-found" ? ok([]) : memory;
  return ok(factEntries(memory.value.text).map((entry) => recalledOf({ entry, score: 0 })));
}

function recalledOf({ entry }: RecallHit): Recalled {
  const { id, source, sessionKey, messageId, date, text } = entry;
  const message = messageIdSchema.safeParse(messageId);
  const strange = isStrange(id) ? { stranger: words("recall.earlierChat") } : {};
  return { id, source, sessionKey, messageId: message.success ? message.data : null, date, text, ...strange };
}
