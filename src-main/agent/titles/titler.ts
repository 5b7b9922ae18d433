import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { parseSessionKey, type SessionKey } from "../../../src-preload/contract/ids.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { createPacedWork, type PacedWork } from "../paced-work.ts";
import type { TitleDependencies } from "./give-title.ts";

/** Finds titles for new chats in the background, each by itself, and never tries more often than once a minute. */
export interface Titler extends AsyncDisposable {
  take(event: PerchEvent): void;
}

/** What follows a run goes first. */
const afterRunMs = 1000;
const betweenMs = 60 * 1000;
/** Where people begin chats of their own; what comes from elsewhere has a name there. */
const channels: ReadonlySet<string> = new Set(["desktop", "cli", "api"]);

interface Chat {
  readonly work: PacedWork<"answer">;
  /** Aborted with the chat. */
  readonly ending: AbortController;
  /** Aborted by the next turn. */
  turn: AbortController;
}

export function createTitler(deps: TitleDependencies): Titler {
  const { host } = deps;
  const chats = new Map<SessionKey, Chat>();
  const working = new Set<Promise<boolean>>();
  let isOver = false;

  function chatOf(key: SessionKey): Chat {
    const known = chats.get(key);
    if (known !== undefined) return known;
    const ending = new AbortController();
    const work = (): Promise<boolean> => {
      const trying = attempt(deps, key, { signal: ending.signal, turn: chat.turn.signal });
      working.add(trying);
      return trying.finally(() => working.delete(trying));
    };
    const chat: Chat = {
      work: createPacedWork({ clock: host, betweenMs, work }),
      ending,
      turn: new AbortController(),
    };
    chats.set(key, chat);
    return chat;
  }

  function forget(key: SessionKey): void {
    const chat = chats.get(key);
    chat?.work[Symbol.dispose]();
    chat?.ending.abort();
    chats.delete(key);
  }

  return {
    take(event) {
      if (isOver || !("sessionKey" in event)) return;
      const { sessionKey: key } = event;
      if (!channels.has(parseSessionKey(key).channel) || isPrivateKey(key)) return;
      if (event.type === "session-removed") forget(key);
      if (event.type === "run-start") chats.get(key)?.turn.abort();
      if (event.type !== "run-end" || event.reason !== "answer") return;
      const chat = chatOf(key);
      chat.turn = new AbortController();
      chat.work.want("answer", afterRunMs);
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      for (const key of [...chats.keys()]) forget(key);
      await Promise.allSettled(working);
    },
  };
}

/** One try, which loads what does it: whether a model was asked. What fails is logged; the chat keeps its first words. */
async function attempt(
  deps: TitleDependencies,
  key: SessionKey,
  signals: { readonly signal: AbortSignal; readonly turn: AbortSignal },
): Promise<boolean> {
  const isStopped = (): boolean => signals.signal.aborted || signals.turn.aborted;
  try {
    const { giveTitle } = await import("./give-title.ts");
    const given = await giveTitle(deps, key, signals);
    if (given.ok) return given.value === "asked";
    if (!isStopped()) deps.host.log("warn", "no title was found for a chat", { key, reason: given.error.message });
  } catch (error) {
    deps.host.log("error", "no title was found for a chat", { key, error });
  }
  return true;
}
