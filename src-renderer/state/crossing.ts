import type { PerchEvent } from "../../src-preload/contract/events.ts";

/** An answer, and what happened while it was on its way: it may be older than that. */
interface Crossed<Answer> {
  readonly answer: Answer;
  readonly events: readonly PerchEvent[];
}

/** Questions of one kind, of which the one that was asked last counts. */
export interface Crossing {
  /** Null where another one was asked meanwhile, or none is wanted any more. */
  ask<Answer>(ask: () => Promise<Answer>): Promise<Crossed<Answer> | null>;
  note(events: readonly PerchEvent[]): void;
  /** An answer that counts is on its way. */
  isOn(): boolean;
  /** What is on its way is not wanted any more. */
  drop(): void;
}

export function createCrossing(): Crossing {
  let asked = 0;
  let answered = 0;
  let crossed: PerchEvent[] = [];
  const begin = (): number => {
    crossed = [];
    asked += 1;
    return asked;
  };
  return {
    async ask(ask) {
      const own = begin();
      const answer = await ask();
      if (own !== asked) return null;
      answered = own;
      const events = crossed;
      crossed = [];
      return { answer, events };
    },
    note(events) {
      if (answered !== asked) crossed.push(...events);
    },
    isOn: () => answered !== asked,
    drop(): void {
      answered = begin();
    },
  };
}

/** One crossing for each name. */
export function createCrossings<Name extends string>() {
  const crossings = new Map<Name, Crossing>();
  return {
    of(name: Name): Crossing {
      const crossing = crossings.get(name) ?? createCrossing();
      crossings.set(name, crossing);
      return crossing;
    },
    note(events: readonly PerchEvent[]): void {
      for (const crossing of crossings.values()) crossing.note(events);
    },
    drop(name: Name): void {
      crossings.get(name)?.drop();
      crossings.delete(name);
    },
    dropAll(): void {
      for (const crossing of crossings.values()) crossing.drop();
      crossings.clear();
    },
  };
}
