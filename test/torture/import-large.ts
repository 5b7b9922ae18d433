import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Connection } from "../../src-preload/contract/connection.ts";
import { type ImportResult, importPieceBytes } from "../../src-preload/contract/transfer.ts";
import { createTestHome, terminal, value } from "../support/test-home.ts";

export interface LargeImport {
  readonly megabytes: number;
  readonly chats: number;
  readonly messages: number;
  /** Milliseconds: the first import, and the second. */
  readonly took: readonly [number, number];
  /** The longest that nothing else could go on in the process, in milliseconds. */
  readonly longestStep: number;
  readonly faults: readonly string[];
}

/** An export of ChatGPT of this size, made of the small one: imported, imported again, and looked at. */
export async function importLarge(megabytes: number): Promise<LargeImport> {
  await using home = await createTestHome();
  const client = home.open().connect(terminal);
  const { bytes, chats } = await largeExport(megabytes * 1024 * 1024);
  const steps = watchSteps();
  const first = await importOnce(client, bytes);
  const second = await importOnce(client, bytes);
  const longestStep = steps.end();
  const faults = [
    ...faultsOf("first", first.result, { added: chats, unchanged: 0, messages: first.result.messages }),
    ...faultsOf("second", second.result, { added: 0, unchanged: chats, messages: 0 }),
    ...(await listed(client, chats)),
  ];
  const { messages } = first.result;
  return { megabytes, chats, messages, took: [first.took, second.took], longestStep, faults };
}

async function largeExport(size: number) {
  const small = await readFile(join(import.meta.dirname, "../fixtures/exports/chatgpt.json"), "utf8");
  const [chat] = JSON.parse(small);
  const words = "Soup is made of water, time and what is left. ".repeat(200);
  const parts: string[] = [];
  let length = 2;
  for (let chats = 0; length < size; chats += 1) {
    const text = JSON.stringify({ ...chat, conversation_id: `large-${chats}`, title: `Soup ${chats}` });
    const part = text.replaceAll("About 4.2 litres.", `${words}${chats}`);
    parts.push(part);
    length += part.length + 1;
  }
  return { bytes: Buffer.from(`[${parts.join(",")}]`), chats: parts.length };
}

async function importOnce(client: Connection, bytes: Buffer) {
  const started = performance.now();
  const importId = "large";
  for (let offset = 0; offset < bytes.length; offset += importPieceBytes) {
    const base64 = bytes.subarray(offset, offset + importPieceBytes).toString("base64");
    value(await client.request("session.bring", { importId, offset, base64 }));
  }
  const result = value(await client.request("session.import", { importId, name: "conversations.json" }));
  return { result, took: Math.round(performance.now() - started) };
}

function faultsOf(which: string, result: ImportResult, wanted: Pick<ImportResult, "added" | "unchanged" | "messages">) {
  const names = ["added", "unchanged", "messages"] as const;
  const wrong = names.filter((name) => result[name] !== wanted[name]);
  const broken = result.broken.map(({ title, reason }) => `${which} import: ${title} ${reason}`);
  return [...wrong.map((name) => `${which} import: ${name} is ${result[name]}, not ${wanted[name]}`), ...broken];
}

/** Every chat is in the list, once. */
async function listed(client: Connection, chats: number): Promise<readonly string[]> {
  const keys = new Set<string>();
  let rows = 0;
  let cursor: string | null = null;
  do {
    const from: { readonly cursor?: string } = cursor === null ? {} : { cursor };
    const page = value(await client.request("session.list", { limit: 200, ...from }));
    rows += page.sessions.length;
    for (const { key } of page.sessions) keys.add(key);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows === chats && keys.size === chats ? [] : [`${rows} rows of ${keys.size} chats, not ${chats}`];
}

/** How long one turn of the event loop took at most. */
function watchSteps() {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 10);
    last = now;
  }, 10);
  return {
    end(): number {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}
