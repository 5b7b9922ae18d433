import { setTimeout as pause } from "node:timers/promises";
import type { Connection } from "../../src-preload/contract/connection.ts";
import type { PerchEvent } from "../../src-preload/contract/events.ts";
import type { ApprovalId, MessageId, RunId } from "../../src-preload/contract/ids.ts";
import type { ApprovalDecision } from "../../src-preload/contract/records.ts";
import { kinds } from "./model-script.ts";
import type { Random } from "./random.ts";

/** What the owner said is done. None of it may be lost. */
export interface Acknowledged {
  readonly messages: Map<MessageId, string>;
  readonly decisions: Map<ApprovalId, ApprovalDecision>;
  /** Session and title. */
  readonly titles: (readonly [string, string])[];
  readonly runEnds: Map<RunId, string>;
}

export function nothingAcknowledged(): Acknowledged {
  return { messages: new Map(), decisions: new Map(), titles: [], runEnds: new Map() };
}

/** One moment of load: what is used by all who drive. */
export interface Drive {
  readonly connection: Connection;
  readonly sessions: readonly string[];
  readonly work: string;
  readonly random: Random;
  readonly noted: Acknowledged;
}

/** Drives every session until the connection is gone. `onAcknowledged` is called with every acknowledgement. */
export async function drive(load: Drive, onAcknowledged: () => void): Promise<void> {
  const { connection, noted, sessions, random } = load;
  let open = true;
  connection.onClose(() => {
    open = false;
  });
  const onEvent = (event: PerchEvent): void => {
    if (event.type === "message-added") noted.messages.set(event.message.id, event.sessionKey);
    if (event.type === "run-end") noted.runEnds.set(event.runId, event.sessionKey);
    if (event.type === "approval-request" && random.chance(0.7)) void decide(load, event.approval.approvalId);
  };
  await connection.subscribe(["session", "agent", "approval"], (delivery) => {
    if (delivery.kind === "event") onEvent(delivery.event);
  });
  await Promise.all(
    sessions.map(async (sessionKey) => {
      while (open) {
        if (await act(load, sessionKey)) onAcknowledged();
        await pause(random.below(30));
      }
    }),
  );
}

async function decide({ connection, random, noted }: Drive, approvalId: ApprovalId): Promise<void> {
  await pause(random.below(40));
  const decision = random.chance(0.75) ? "allow-once" : "deny";
  const answered = await connection.request("approval.answer", { approvalId, decision });
  if (answered.ok) noted.decisions.set(approvalId, decision);
}

async function act({ connection, random, noted, work }: Drive, sessionKey: string): Promise<boolean> {
  const dice = random.next();
  if (dice < 0.05) {
    const title = `title ${random.below(1_000_000)}`;
    const renamed = await connection.request("session.rename", { sessionKey, title });
    if (renamed.ok) noted.titles.push([sessionKey, title]);
    return renamed.ok;
  }
  const words = dice < 0.09 ? "/new" : dice < 0.12 ? "/stop" : `${random.pick(kinds)} ${random.below(1_000_000)}`;
  const whenBusy = random.chance(0.5) ? "steer" : "queue";
  const sent = await connection.request("chat.send", { sessionKey, text: words, whenBusy, workFolder: work });
  if (sent.ok) noted.messages.set(sent.value.messageId, sessionKey);
  return sent.ok;
}
