import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { Message } from "../../src-preload/contract/records.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { Session, SessionStore } from "../sessions/session-store.ts";
import type { SessionRunner } from "./session-runner.ts";

/** Chats that stay in memory although nothing happens in them. */
const mostIdle = 50;
/** Characters of their messages, all together: a long chat weighs as much as many short ones. */
const mostChars = 32 * 1024 * 1024;

/** How a chat is opened: made where it is not there, or only found. */
export type OpenSession = (key: SessionKey) => AsyncResult<Session>;

/**
 * The chats in memory: each session with its agent, and one owner of both. The ones used last stay; an older one leaves,
 * with its file, its caches and its agent, unless something goes on in it or somebody is at work with it.
 */
export interface RunnerPool {
  /** Opens the chat and does `work`; until that is done the agent stays, and no second one is made for the chat. */
  use<Value>(
    key: SessionKey,
    open: OpenSession,
    work: (runner: SessionRunner) => AsyncResult<Value>,
  ): AsyncResult<Value>;
  get(key: SessionKey): SessionRunner | undefined;
  all(): readonly SessionRunner[];
  /** The chat is about to be removed: it is no longer looked after. */
  forget(key: SessionKey): void;
  readonly size: number;
}

export interface RunnerPoolOptions {
  readonly sessions: Pick<SessionStore, "letGo" | "isAsSet">;
  readonly make: (session: Session) => SessionRunner;
  readonly mostIdle?: number;
}

export function createRunnerPool({ sessions, make, ...options }: RunnerPoolOptions): RunnerPool {
  const most = options.mostIdle ?? mostIdle;
  /** Least recently used first. */
  const runners = new Map<SessionKey, SessionRunner>();
  const users = new Map<SessionKey, number>();

  function letGo(runner: SessionRunner): void {
    runners.delete(runner.session.key);
    sessions.letGo(runner.session);
  }

  function isFree(runner: SessionRunner, asUser: number): boolean {
    return (users.get(runner.session.key) ?? 0) <= asUser && runner.isIdle;
  }

  /** Drops the least recently used chats that nobody needs; the most recent one stays, whatever its size. */
  function trim(): void {
    let chars = [...runners.values()].reduce((sum, { session }) => sum + charsOf(session.context), 0);
    const newest = [...runners.keys()].at(-1);
    for (const [key, runner] of runners) {
      if (runners.size <= most && chars <= mostChars) return;
      if (key === newest || !isFree(runner, 0)) continue;
      chars -= charsOf(runner.session.context);
      letGo(runner);
    }
  }

  /** One that was read for another length of the history is read again as soon as nothing goes on in it. */
  async function letGoOfOutdated(key: SessionKey): Promise<void> {
    const runner = runners.get(key);
    if (runner === undefined || (await sessions.isAsSet(runner.session))) return;
    if (runners.get(key) === runner && isFree(runner, 1)) letGo(runner);
  }

  function runnerOf(session: Session): SessionRunner {
    const runner = runners.get(session.key) ?? make(session);
    runners.delete(session.key);
    runners.set(session.key, runner);
    return runner;
  }

  function leave(key: SessionKey): void {
    const left = (users.get(key) ?? 1) - 1;
    if (left === 0) users.delete(key);
    else users.set(key, left);
    trim();
  }

  return {
    async use(key, open, work) {
      // Before anything is waited for: what is opened here must not be let go by another's leaving.
      users.set(key, (users.get(key) ?? 0) + 1);
      try {
        await letGoOfOutdated(key);
        const opened = await open(key);
        if (!opened.ok) return opened;
        const runner = runnerOf(opened.value);
        const ready = await runner.ready();
        return ready.ok ? await work(runner) : ready;
      } finally {
        leave(key);
      }
    },
    get: (key) => runners.get(key),
    all: () => [...runners.values()],
    forget: (key) => void runners.delete(key),
    get size() {
      return runners.size;
    },
  };
}

const counted = new WeakMap<readonly Message[], number>();

/** The approximate size of the messages in characters; computed once per state of a chat. */
function charsOf(messages: readonly Message[]): number {
  const known = counted.get(messages);
  if (known !== undefined) return known;
  const chars = messages.reduce((sum, message) => sum + message.content.length + charsBeside(message), 0);
  counted.set(messages, chars);
  return chars;
}

function charsBeside(message: Message): number {
  if (message.role !== "assistant") return 0;
  const calls = message.tool_calls ?? [];
  return calls.reduce((sum, call) => sum + call.function.arguments.length, message.reasoning?.length ?? 0);
}
