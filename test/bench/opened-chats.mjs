import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startOwner } from "../torture/owner.ts";

const messages = 100;
const startedAt = Date.UTC(2026, 0, 1);

/** The lines of a chat of so many bytes: questions and answers alike in length. */
function chatOf(key, bytes) {
  const timestamp = new Date(startedAt).toISOString();
  const rows = Array.from({ length: messages }, (_, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    const content = `${at} `.padEnd(bytes / messages - 150, "what was said and what was answered ");
    return { id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}`, role, content, timestamp };
  });
  const all = [{ _type: "metadata", version: 1, key, createdAt: timestamp }, ...rows];
  return `${all.map((row) => JSON.stringify(row)).join("\n")}\n`;
}

const probe = new URL("memory-probe.mjs", import.meta.url).href;

/**
 * Opens so many chats one after the other over the contract, in the built server. `early` and `late`: its memory after the
 * fiftieth and after the last, each once its garbage is collected, in bytes.
 */
export async function openChats(home, { chats, bytes }) {
  const folder = join(home, "workspace", "sessions");
  mkdirSync(folder, { recursive: true });
  const names = Array.from({ length: chats }, (_, number) => `opened-${number}`);
  for (const name of names) writeFileSync(join(folder, `cli+${name}.jsonl`), chatOf(`cli:${name}`, bytes));
  const owner = await startOwner(home, { NODE_OPTIONS: `--import ${probe}` });
  const connection = await owner.viaSocket();
  const ask = async (route, input) => {
    const answer = await connection.request(route, input);
    if (!answer.ok) throw new Error(`${route}: ${answer.error.message}`);
    return answer.value;
  };
  const memory = async () => {
    const told = once(owner.child, "message");
    owner.child.send("memory");
    return (await told)[0];
  };
  try {
    let early = null;
    for (const [at, name] of names.entries()) {
      await ask("session.open", { sessionKey: `cli:${name}`, limit: 50 });
      if (at === 49) early = await memory();
    }
    return { early, late: await memory() };
  } finally {
    await connection.close();
    await owner.end("SIGTERM");
    rmSync(home, { recursive: true, force: true });
  }
}
