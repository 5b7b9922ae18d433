import { text } from "../words.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";

/** The number of tools named in the chat; the pages of the servers list all of them. */
const mostNamed = 5;

/** Notes for the pages of servers which of their tools have no room, and says so before the first answer without them. */
export type NoRoomTeller = (run: RunContext, leftOut: readonly string[]) => Promise<void>;

/** Per chat. The same tools are announced once; what is in the transcript was announced, by this process or an earlier one. */
export function createNoRoomTeller(
  { journal, host, tools }: Pick<AgentDependencies, "host" | "journal" | "tools">,
  records: RecordMint,
): NoRoomTeller {
  const told = new Set<string>();
  return async ({ session, runId }, leftOut) => {
    tools.noteLeftOut(new Set(leftOut));
    const set = JSON.stringify(leftOut.toSorted());
    if (leftOut.length === 0 || told.has(set)) return;
    told.add(set);
    const words = noRoomWords(leftOut);
    if (session.context.some(({ role, content }) => role === "system" && content === words)) return;
    const said = await journal.append(session, (head) => [records.notice(head, words)], runId);
    if (!said.ok) host.log("warn", "a notice was not saved", { key: session.key, reason: said.error.message });
  };
}

function noRoomWords(leftOut: readonly string[]): string {
  const names = leftOut.toSorted();
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(", ");
  const list = more > 0 ? text("mcp.noRoomMore", { names: named, count: more }) : named;
  return text("mcp.noRoom", { count: names.length, names: list });
}
