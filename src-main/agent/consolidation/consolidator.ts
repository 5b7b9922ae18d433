import type { PerchEvent } from "../../../src-preload/contract/events.ts";
import { parseSessionKey, type SessionKey } from "../../../src-preload/contract/ids.ts";
import { ok } from "../../../src-preload/contract/result.ts";
import { isPrivateKey } from "../../../src-preload/contract/session-key.ts";
import { text } from "../../words.ts";
import { createPacedWork, type PacedWork } from "../paced-work.ts";
import { createRecordMint } from "../records.ts";
import type { Cause, ConsolidationDependencies } from "./consolidate.ts";

/** Puts chats into the log in the background, each by itself, and never more often than once a minute. */
export interface Consolidator extends AsyncDisposable {
  take(event: PerchEvent): void;
}

/** What follows a run goes first. */
const afterRunMs = 1000;
const idleMs = 15 * 60 * 1000;
const betweenMs = 60 * 1000;
/** Chats that no person has. */
const ownChannels: ReadonlySet<string> = new Set(["cron", "subagent", "heartbeat", "system"]);

interface Chat {
  readonly work: PacedWork<Cause>;
  idle: Disposable | null;
}

export function createConsolidator(deps: ConsolidationDependencies): Consolidator {
  const { host } = deps;
  const chats = new Map<SessionKey, Chat>();
  const ending = new AbortController();
  const working = new Set<Promise<boolean>>();
  const attempt = createAttempt(deps, ending.signal);

  function chatOf(key: SessionKey): Chat {
    const known = chats.get(key);
    if (known !== undefined) return known;
    const work = (causes: ReadonlySet<Cause>): Promise<boolean> => {
      const trying = attempt(key, causes).finally(() => working.delete(trying));
      working.add(trying);
      return trying;
    };
    const chat: Chat = { work: createPacedWork({ clock: host, betweenMs, work }), idle: null };
    chats.set(key, chat);
    return chat;
  }

  function forget(key: SessionKey): void {
    const chat = chats.get(key);
    chat?.idle?.[Symbol.dispose]();
    chat?.work[Symbol.dispose]();
    chats.delete(key);
  }

  return {
    take(event) {
      if (!("sessionKey" in event) || ending.signal.aborted) return;
      const { sessionKey: key } = event;
      if (ownChannels.has(parseSessionKey(key).channel) || isPrivateKey(key)) return;
      if (event.type === "session-removed") forget(key);
      if (event.type === "branch-changed") chatOf(key).work.want("reset", afterRunMs);
      if (event.type !== "run-end") return;
      const chat = chatOf(key);
      chat.idle?.[Symbol.dispose]();
      chat.idle = host.setTimer(idleMs, () => chat.work.want("idle", 0));
      chat.work.want("window", afterRunMs);
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      for (const key of [...chats.keys()]) forget(key);
      await Promise.allSettled(working);
    },
  };
}

/** One try for a chat, which loads what does it: whether there was anything to do. What fails is told in the chat, once for each reason. */
function createAttempt(deps: ConsolidationDependencies, signal: AbortSignal) {
  const { host, loop } = deps;
  const records = createRecordMint(host, deps.ids);
  const told = new Map<SessionKey, string>();

  /** Each run that ends is looked at: only a full chat is anything to do. */
  async function dueOf(key: SessionKey, causes: ReadonlySet<Cause>): Promise<Cause | null> {
    if (causes.has("window")) {
      const { isWindowFull } = await import("./consolidate.ts");
      const full = await loop.use(key, async (runner) => ok(await isWindowFull(runner)));
      if (full.ok && full.value) return "window";
    }
    if (causes.has("reset")) return "reset";
    return causes.has("idle") ? "idle" : null;
  }

  async function tell(key: SessionKey, reason: string): Promise<void> {
    if (told.get(key) === reason) return;
    told.set(key, reason);
    host.log("warn", "a chat could not be put into the log", { key, reason });
    const notice = text("memory.notNoted", { reason });
    await loop.use(key, async ({ session }) => {
      const kept = await deps.journal.append(session, (head) => [records.notice(head, notice)]);
      return kept.ok ? ok(undefined) : kept;
    });
  }

  /** What fails is tried on another day; nobody waits for it. */
  async function tidy(key: SessionKey): Promise<void> {
    const { tidyMemory } = await import("./tidy-memory.ts");
    const tidied = await tidyMemory(deps, key, signal);
    if (tidied.ok || signal.aborted) return;
    host.log("warn", "what could make the memory shorter was not found", { key, reason: tidied.error.message });
  }

  return async (key: SessionKey, causes: ReadonlySet<Cause>): Promise<boolean> => {
    try {
      const cause = await dueOf(key, causes);
      if (cause === null || signal.aborted) return false;
      deps.events.publish({ topic: "memory", type: "consolidation-start", sessionKey: key });
      const { consolidate } = await import("./consolidate.ts");
      const done = await consolidate(deps, key, cause, signal);
      const error = done.ok ? null : done.error.message;
      deps.events.publish({ topic: "memory", type: "consolidation-end", sessionKey: key, error });
      if (done.ok) told.delete(key);
      else if (!signal.aborted && done.error.code !== "not-found") await tell(key, done.error.message);
      if (done.ok && !signal.aborted) await tidy(key);
    } catch (error) {
      host.log("error", "a chat could not be put into the log", { key, error });
    }
    return true;
  };
}
