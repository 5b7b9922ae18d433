import type { SessionKey } from "../../src-preload/contract/ids.ts";
import type { LiveSession } from "./session.ts";

/**
 * The sessions in memory, one object a key. The ones used last are held; of the others only what somebody else still
 * holds stays, so that two opens of one key never give two objects.
 */
export class ResidentSessions {
  readonly #limit: number;
  /** Least recently used first. */
  readonly #held = new Map<SessionKey, LiveSession>();
  readonly #known = new Map<SessionKey, WeakRef<LiveSession>>();
  readonly #onReleased: (session: LiveSession) => void;

  constructor(limit: number, onReleased: (session: LiveSession) => void) {
    this.#limit = limit;
    this.#onReleased = onReleased;
  }

  get(key: SessionKey): LiveSession | undefined {
    const session = this.#held.get(key) ?? this.#known.get(key)?.deref();
    if (session !== undefined) this.use(session);
    return session;
  }

  /** Marks a session as used last. */
  use(session: LiveSession): void {
    const { key } = session;
    this.#held.delete(key);
    this.#held.set(key, session);
    if (!this.#known.has(key)) this.#known.set(key, new WeakRef(session));
    for (const [oldKey, old] of this.#held) {
      if (this.#held.size <= this.#limit) break;
      this.#held.delete(oldKey);
      this.#onReleased(old);
    }
  }

  delete(key: SessionKey): void {
    this.#held.delete(key);
    this.#known.delete(key);
  }

  all(): readonly LiveSession[] {
    return [...this.#held.values()];
  }
}
