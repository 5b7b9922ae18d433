import type { Clock, Log } from "../host.ts";
import type { SessionStore } from "./session-store.ts";

const dayMs = 24 * 60 * 60_000;

/** Deletes what has lain in the trash for a month, now and once a day; disposing ends that. */
export function emptyTrashDaily(
  host: Clock & { readonly log: Log },
  sessions: Pick<SessionStore, "eraseOld">,
): Disposable {
  let timer: Disposable | null = null;
  const round = (): void => {
    timer = host.setTimer(dayMs, round);
    void sessions.eraseOld().then((erased) => {
      if (!erased.ok) host.log("warn", "the trash could not be emptied", { reason: erased.error.message });
    });
  };
  round();
  return { [Symbol.dispose]: () => timer?.[Symbol.dispose]() };
}
