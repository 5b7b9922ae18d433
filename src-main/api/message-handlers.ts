import type { FoundMessages } from "../../src-preload/contract/message-search.ts";
import type { AsyncResult } from "../../src-preload/contract/result.ts";
import type { RouteInput } from "../../src-preload/contract/routes.ts";
import type { Caller, DomainHandlers } from "./router.ts";

type Asked = RouteInput<"message.search">;

/** `find`: the next messages that have the words; it ends early where the signal says so. */
export function createMessageHandlers(
  find: (asked: Asked, signal: AbortSignal) => AsyncResult<FoundMessages>,
): DomainHandlers<"message"> {
  /** What each client searches for, in each of its places. */
  const latest = new WeakMap<Caller, Map<Asked["place"], AbortController>>();

  return {
    "message.search"(asked, caller) {
      const ofCaller = latest.get(caller) ?? new Map<Asked["place"], AbortController>();
      latest.set(caller, ofCaller);
      ofCaller.get(asked.place)?.abort();
      const search = new AbortController();
      ofCaller.set(asked.place, search);
      return find(asked, search.signal);
    },
  };
}
