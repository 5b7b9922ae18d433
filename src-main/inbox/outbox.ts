import type { ContractError } from "../../src-preload/contract/errors.ts";
import { type MessageId, messageIdSchema, type SessionKey, sessionKeySchema } from "../../src-preload/contract/ids.ts";
import { reportDraftSchema } from "../../src-preload/contract/inbox.ts";
import { reportOriginSchema } from "../../src-preload/contract/origins.ts";
import { type AsyncResult, ok, type Result } from "../../src-preload/contract/result.ts";
import { z } from "../../src-preload/contract/zod.ts";
import { createLane, type Lane } from "../bus/lane.ts";
import type { Host } from "../host.ts";
import type { FileSystem } from "../storage/file-system.ts";
import { createJsonFile } from "../storage/json-file.ts";
import { text } from "../words.ts";
import type { Reports } from "./reports.ts";

const letterSchema = z.looseObject({
  /** Of the message in the chat: it is there once, however often it is brought. */
  id: messageIdSchema,
  /** Null: the Inbox alone. */
  to: sessionKeySchema.nullable(),
  text: z.string(),
  origin: reportOriginSchema,
  /** Who else wrote of it, where that was anybody. */
  stranger: z.string().nullable().default(null),
  /** What comes into the Inbox where the chat is gone, or waits for the person; null: nothing then. */
  instead: reportDraftSchema.nullable(),
});
/** Something to be told that no person wrote. */
export type Letter = z.infer<typeof letterSchema>;

/** Adds it to its chat once no run is on there; `not-found` where that is gone, `busy` where it waits for the person. */
export type TellChat = (chat: SessionKey, letter: Letter, signal: AbortSignal) => AsyncResult<void>;

/** `outbox.json`: what is to be told to chats that may be busy for long, on the disk until it is there. */
export interface Outbox extends AsyncDisposable {
  /** Resolves when it is on the disk. From then on it comes once, also after a kill. */
  keep(letter: Letter): AsyncResult<void>;
  /** Brings what is kept and not on its way yet. */
  bring(): Promise<void>;
  /** From now on there are chats. */
  open(tell: TellChat): void;
}

interface OutboxParts {
  readonly host: Pick<Host, "log" | "now">;
  readonly files: FileSystem;
  readonly path: string;
  readonly reports: Pick<Reports, "add">;
}

const fileSchema = z.looseObject({ letters: z.array(letterSchema).default([]) });

export function createOutbox({ host, files, path, reports }: OutboxParts): Outbox {
  const file = createJsonFile({
    path,
    files,
    clock: host,
    parse: (value) => fileSchema.parse(value),
    unreadable: (reason) => text("rules.unreadable", { file: "outbox.json", reason }),
  });
  const closing = new AbortController();
  const underWay = new Map<MessageId, Promise<void>>();
  const lanes = new Map<SessionKey | null, Lane>();
  let tellChat: TellChat | null = null;

  function failed(what: string, { message }: ContractError): void {
    host.log("error", what, { reason: message });
  }

  async function change(to: (letters: readonly Letter[]) => readonly Letter[]): AsyncResult<void> {
    const written = await file.update((content) => ({ ...content, letters: [...to(content.letters)] }));
    return written.ok ? ok(undefined) : written;
  }

  async function bringOne(letter: Letter, tell: TellChat): Promise<void> {
    if (closing.signal.aborted) return;
    const { id, to, instead } = letter;
    const told = to === null ? null : await tell(to, letter, closing.signal);
    if (closing.signal.aborted && told?.ok === false) return;
    const isThere = told?.ok === true || (await toInbox(told, instead, id));
    if (!isThere) return;
    const gone = await change((letters) => letters.filter((one) => one.id !== id));
    if (!gone.ok) failed("what was told could not be taken out of the outbox", gone.error);
  }

  /** False where it stays to be tried again: by the next start, or with what is kept next. */
  async function toInbox(
    told: Result<void, ContractError> | null,
    instead: Letter["instead"],
    id: MessageId,
  ): Promise<boolean> {
    if (told?.ok === false && told.error.code !== "not-found" && told.error.code !== "busy") {
      failed("a chat could not be told", told.error);
      return false;
    }
    if (instead === null) return true;
    const added = await reports.add(instead, `i_${id}`);
    if (!added.ok) failed("a report could not be kept", added.error);
    return added.ok;
  }

  function laneOf(to: SessionKey | null): Lane {
    const lane = lanes.get(to) ?? createLane((cause) => host.log("error", "telling threw", { reason: String(cause) }));
    lanes.set(to, lane);
    return lane;
  }

  async function bring(): Promise<void> {
    const tell = tellChat;
    if (tell === null || closing.signal.aborted) return;
    const read = await file.read();
    if (!read.ok) return failed("the outbox could not be read", read.error);
    for (const letter of read.value.letters) {
      if (underWay.has(letter.id)) continue;
      const brought = laneOf(letter.to)(() => bringOne(letter, tell)).finally(() => underWay.delete(letter.id));
      underWay.set(letter.id, brought);
    }
  }

  return {
    bring,
    async keep(letter) {
      const kept = await change((letters) => [...letters.filter(({ id }) => id !== letter.id), letter]);
      return kept;
    },
    open(tell) {
      tellChat = tell;
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
