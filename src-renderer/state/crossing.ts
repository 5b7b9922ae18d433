import type { PerchEvent } from "../../src-preload/contract/events.ts";

/** A snapshot on its way and what happens meanwhile: it may be older than that. The one that was asked for last counts. */
export interface Crossing {
  /** A snapshot is asked for. */
  begin(): number;
  note(events: readonly PerchEvent[]): void;
  /** It came: what happened since it was asked for, or null where another one was asked for meanwhile. */
  end(asked: number): readonly PerchEvent[] | null;
}

export function createCrossing(): Crossing {
  let asked = 0;
  let answered = 0;
  let crossed: PerchEvent[] = [];
  return {
    begin() {
      crossed = [];
      asked += 1;
      return asked;
    },
    note(events) {
      if (answered !== asked) crossed.push(...events);
    },
    end(own) {
      if (own !== asked) return null;
      answered = own;
      const found = crossed;
      crossed = [];
      return found;
    },
  };
}
