import type { Host } from "../../host.ts";

/** What was shown is held so long, until the person has chosen of it. */
const heldMs = 15 * 60_000;

/** One thing that was shown, until another is: what is chosen is what was seen, and its keys need not go to the window. */
export interface Held<Value> {
  /** The token that it is taken by. */
  keep(value: Value): string;
  /** Null where another one was kept since, or it was too long ago. */
  take(token: string): Value | null;
  forget(): void;
}

export function createHeld<Value>({ createId, setTimer }: Pick<Host, "createId" | "setTimer">): Held<Value> {
  let held: { readonly token: string; readonly value: Value; readonly timer: Disposable } | null = null;
  function forget(): void {
    held?.timer[Symbol.dispose]();
    held = null;
  }
  return {
    keep(value) {
      forget();
      const token = createId();
      held = { token, value, timer: setTimer(heldMs, forget) };
      return token;
    },
    take: (token) => (held?.token === token ? held.value : null),
    forget,
  };
}
