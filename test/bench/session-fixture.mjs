import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSessionStore } from "../../src-main/sessions/create-session-store.ts";
import { nodeFileSystem } from "../../src-main/storage/file-system.ts";

const perTurn = 4;
const turnsPerAppend = 25;
const startedAt = Date.UTC(2026, 0, 1);

/** The messages of one turn as any client would keep them: a question, a call, its result, an answer. */
function plainTurn(number) {
  const id = `call_${number}`;
  const call = { name: "read_file", arguments: JSON.stringify({ path: `notes/${number % 1000}.txt` }) };
  return [
    { role: "user", content: `Question ${number}: what do the notes say about it?` },
    { role: "assistant", content: "", tool_calls: [{ id, type: "function", function: call }] },
    { role: "tool", tool_call_id: id, name: "read_file", content: `1\tNote ${number}: nothing that matters.` },
    { role: "assistant", content: `The notes of ${number} say nothing that matters.` },
  ];
}

function turnRecords(number, parent) {
  const timestamp = new Date(startedAt + number * 60_000).toISOString();
  const runId = `r_bench${number}`;
  let parentId = parent;
  const rows = plainTurn(number).map((message, index) => {
    const row = { id: `m_bench${number}_${index}`, parentId, runId, ...message, timestamp };
    parentId = row.id;
    return row;
  });
  const usage = { promptTokens: 1000, completionTokens: 20, totalTokens: 1020 };
  return { records: [...rows, { _type: "run-end", timestamp, runId, reason: "answer", usage }], tip: parentId };
}

function numbers(from, count) {
  return Array.from({ length: count }, (_, index) => from + index);
}

/** A session of so many messages, written by the product's own store into `folder`. */
export async function writeSession(folder, key, messageCount) {
  const never = () => {
    throw new Error("the index is not used here");
  };
  const host = { now: () => startedAt, log: () => undefined, platform: process.platform };
  const store = createSessionStore({
    host,
    files: nodeFileSystem,
    database: { sessions: { remove: never, page: never, unfinished: never } },
    sessionsFolder: folder,
    backupsFolder: join(folder, "backups"),
    trashFolder: join(folder, "trash"),
    memoryWindow: async () => 100,
  });
  const session = await store.open(key);
  if (!session.ok) throw new Error(session.error.message);
  const turns = messageCount / perTurn;
  for (let from = 0; from < turns; from += turnsPerAppend) {
    let tip = session.value.head;
    const records = numbers(from, Math.min(turnsPerAppend, turns - from)).flatMap((number) => {
      const turn = turnRecords(number, tip);
      tip = turn.tip;
      return turn.records;
    });
    const written = await session.value.append(records);
    if (!written.ok) throw new Error(written.error.message);
  }
  await store.close();
}

/** The same conversation for the bare client: a message a line. */
export function writePlainSession(path, messageCount) {
  const rows = numbers(0, messageCount / perTurn).flatMap(plainTurn);
  writeFileSync(path, `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`);
}
