import { text } from "../words.ts";
import type { AgentDependencies, RunContext } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";
import { countByServer } from "./server-part.ts";
import type { TurnTools } from "./turn-tools.ts";

/** The number of tools or servers named in the chat; the pages of the servers list all of them. */
const mostNamed = 5;

/** Notes for the pages of servers which of their tools are not listed, and says so before the first answer without them. */
export type NoRoomTeller = (run: RunContext, tools: Pick<TurnTools, "canFind" | "unlisted">) => Promise<void>;

/** Per chat. The same tools are announced once; what is in the transcript was announced, by this process or an earlier one. */
export function createNoRoomTeller(
  { journal, host, tools }: Pick<AgentDependencies, "host" | "journal" | "tools">,
  records: RecordMint,
): NoRoomTeller {
  const told = new Set<string>();
  return async ({ session, runId }, { canFind, unlisted }) => {
    tools.noteLeftOut(new Set(unlisted));
    if (unlisted.length === 0) return;
    const words = canFind ? unlistedWords(unlisted, tools.remoteServers()) : noRoomWords(unlisted);
    if (told.has(words)) return;
    told.add(words);
    if (session.context.some(({ role, content }) => role === "system" && content === words)) return;
    const said = await journal.append(session, (head) => [records.notice(head, words)], runId);
    if (!said.ok) host.log("warn", "a notice was not saved", { key: session.key, reason: said.error.message });
  };
}

function noRoomWords(leftOut: readonly string[]): string {
  return text("mcp.noRoom", { count: leftOut.length, names: namedOf(leftOut.toSorted()) });
}

function unlistedWords(unlisted: readonly string[], servers: ReadonlyMap<string, string>): string {
  const counts = [...countByServer(unlisted.map((name) => servers.get(name) ?? name))];
  const names = counts.toSorted().map(([server, count]) => `${server} (${count})`);
  return text("mcp.unlisted", { count: unlisted.length, names: namedOf(names) });
}

function namedOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(", ");
  return more > 0 ? text("mcp.noRoomMore", { names: named, count: more }) : named;
}
