import { contractError } from "../../../src-preload/contract/errors.ts";
import type { SessionKey } from "../../../src-preload/contract/ids.ts";
import type { Earlier, Noted } from "../../../src-preload/contract/past.ts";
import type { Message } from "../../../src-preload/contract/records.ts";
import { type AsyncResult, fail, ok } from "../../../src-preload/contract/result.ts";
import type { Settings } from "../../../src-preload/contract/settings.ts";
import { strangerOf } from "../../../src-preload/contract/stranger.ts";
import type { Memory } from "../../knowledge/memory/memory.ts";
import { clockWords, dayWords } from "../../local-day.ts";
import type { Model } from "../../models/model.ts";
import type { Session } from "../../sessions/session-store.ts";
import { text } from "../../words.ts";
import { askInBackground } from "../ask/background-call.ts";
import type { AgentDependencies } from "../dependencies.ts";
import { type Note, noteSystem, noteTool, noteWords, readNote } from "./note.ts";
import type { NoteChunk } from "./note-chunk.ts";

export type NotingDependencies = Pick<
  AgentDependencies,
  "events" | "host" | "ids" | "journal" | "keys" | "meter" | "models"
> & { readonly memory: Memory };

/** Tokens of a note; what is longer is no note. */
const maxNoteTokens = 2000;

interface NotingCall {
  readonly sessionKey: SessionKey;
  readonly settings: Settings;
  readonly model: Model;
  readonly earlier: Earlier;
}

/** Puts one piece of a chat into words. Changes nothing. */
export async function noteOf(
  deps: NotingDependencies,
  chunk: NoteChunk,
  { sessionKey, settings, model, earlier }: NotingCall,
  signal: AbortSignal,
): AsyncResult<Note> {
  const memory = await deps.memory.read();
  if (!memory.ok) return memory;
  const answered = await askInBackground(
    deps,
    {
      sessionKey,
      settings,
      purpose: "memory",
      model,
      system: noteSystem,
      words: noteWords(chunk, { memory: memory.value, summary: earlier.summary }),
      tools: [noteTool],
      maxTokens: Math.min(maxNoteTokens, settings.agents.defaults.maxTokens),
    },
    signal,
  );
  if (!answered.ok) return answered;
  const note = readNote(answered.value, earlier.summary);
  return note === null ? fail(contractError("model", text("memory.noNote", { model: model.id }))) : ok(note);
}

/**
 * Writes a note: first the log and the facts, then the mark of how far the chat is in them. Killed between the two it is
 * done again: the log knows the piece by its last message, and a fact is never there twice.
 */
export async function keepNote(
  { memory, journal, host }: NotingDependencies,
  {
    session,
    chunk,
    note,
    earlier,
  }: { readonly session: Session; readonly chunk: NoteChunk; readonly note: Note; readonly earlier: Earlier },
): AsyncResult<Noted> {
  const author = { kind: "agent", sessionKey: session.key, messageId: chunk.upTo } as const;
  const stranger = strangerIn(chunk.messages) ?? earlier.stranger;
  const from = stranger === null ? "" : `\n${text("memory.readFrom", { stranger })}`;
  const local = host.localTime(timeOf(chunk.messages, host.now()));
  const when = `${dayWords(local)} ${clockWords(local)}`;
  const words = `${note.entry}${from}`;
  const covers = chunk.messages.map(({ id }) => id);
  const entry = { when, title: note.title, words, upTo: chunk.upTo, covers, isStrange: stranger !== null };
  const logged = await memory.log(entry, author);
  if (!logged.ok) return logged;
  for (const fact of note.facts) {
    const kept = await memory.remember(fact, { author }, stranger === null ? "background" : "strange");
    if (!kept.ok) return kept;
  }
  const noted: Noted = chunk.endsChat
    ? { upTo: chunk.upTo, summary: "", stranger: null }
    : { upTo: chunk.upTo, summary: note.summary, stranger };
  const timestamp = new Date(host.now()).toISOString();
  const marked = await journal.append(session, () => [{ _type: "noted" as const, timestamp, ...noted }]);
  return marked.ok ? ok(noted) : marked;
}

/** Who else wrote what stands in these messages; null: nobody. */
function strangerIn(messages: readonly Message[]): string | null {
  for (const message of messages.toReversed()) {
    const stranger = strangerOf(message);
    if (stranger !== null) return stranger;
  }
  return null;
}

function timeOf(messages: readonly Message[], now: number): number {
  const time = Date.parse(messages.at(-1)?.timestamp ?? "");
  return Number.isNaN(time) ? now : time;
}
