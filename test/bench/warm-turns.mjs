import { createInterface } from "node:readline";
import { monotonicMs } from "./endpoint.mjs";

/** The first turns of a process run code that was not compiled yet. */
const firstTurns = 4;

/**
 * Sends so many messages, one after the end of the other, through the pipe of a client that stays. Each: milliseconds of
 * the machine's clock when the message was sent, and when the client told that its turn had ended.
 */
export async function converse(child, turns) {
  const lines = createInterface({ input: child.stdout });
  const ends = lines[Symbol.asyncIterator]();
  const rows = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const sentAt = monotonicMs();
    child.stdin.write(`hello ${turn}\n`);
    const endedAt = await runEnd(ends);
    rows.push({ sentAt, endedAt });
  }
  child.stdin.end();
  lines.close();
  child.stdout.resume();
  return rows;
}

async function runEnd(lines) {
  for (;;) {
    const { value, done } = await lines.next();
    if (done) throw new Error("the client ended before its turn");
    if (value.includes('"type":"run-end"')) return monotonicMs();
  }
}

/** From a message to its request, and from the last byte of the answer to the end of the turn, in milliseconds. */
export function warmTimes({ requests, turns }) {
  return requests
    .map((request, at) => ({
      before: request.t_hdr - turns[at].sentAt,
      after: turns[at].endedAt - request.t_end,
    }))
    .slice(firstTurns);
}
