import type { SessionKey } from "../../src-preload/contract/ids.ts";
import { revealLine } from "../../src-preload/contract/reveal-controls.ts";
import type { LostCommand } from "../commands/command-list.ts";
import type { Session } from "../sessions/session-store.ts";
import { text } from "../words.ts";
import type { AgentDependencies } from "./dependencies.ts";
import type { RecordMint } from "./records.ts";

/** Says in a chat, once, which of its running commands ended with Perch. */
export async function noticeLostCommands(
  { host, journal, running }: Pick<AgentDependencies, "host" | "journal" | "running">,
  records: RecordMint,
  session: Session,
): Promise<void> {
  const lost = (await running.lost(session.key)).filter(({ isNoticed }) => !isNoticed);
  if (lost.length === 0) return;
  const words = text("commands.endedWithPerch", { commands: lost.map(named).join(", ") });
  const said = await journal.append(session, (head) => [records.notice(head, words)]);
  if (said.ok) await running.noticed(session.key);
  else host.log("warn", "a notice was not saved", { key: session.key, reason: said.error.message });
}

/** The same for the model, with the next message of the person: it sees no notice. "" where there is nothing to tell. */
export async function lostCommandsFact(
  { running }: Pick<AgentDependencies, "running">,
  sessionKey: SessionKey,
): Promise<string> {
  const lost = await running.lost(sessionKey);
  if (lost.length === 0) return "";
  const list = lost.map((one) => `${one.id} (${revealLine(one.command)})`).join(", ");
  return `<commands>These ended when Perch was closed, with all that they had started: ${list}. Start again what is still needed.</commands>`;
}

function named({ command }: LostCommand): string {
  return `“${revealLine(command)}”`;
}
