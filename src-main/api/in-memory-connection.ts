import type { Connection } from "../../src-preload/contract/connection.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery } from "../../src-preload/contract/events.ts";
import { fail } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";
import { type CallerIdentity, createCaller } from "./caller.ts";
import type { Router } from "./router.ts";

/** A connection inside the process: the same requests and events as over a socket, without the text between. */
export function connectInMemory(router: Router, identity: CallerIdentity): Connection {
  let listener: (delivery: Delivery) => void = () => undefined;
  const caller = createCaller(identity, (delivery) => listener(delivery));
  const closeListeners = new Set<() => void>();
  let open = true;

  const gone = () => fail(contractError("disconnected", text("contract.disconnected")));

  return {
    async request(route, input) {
      if (!open) return gone();
      return trusted(await router.handle(route, input, caller));
    },
    async subscribe(topics, next, since) {
      if (!open) return gone();
      listener = next;
      const answer = await router.handle("events.subscribe", { topics: [...topics], since }, caller);
      queueMicrotask(() => caller.startEvents());
      return trusted(answer);
    },
    onClose(tell) {
      closeListeners.add(tell);
      return () => void closeListeners.delete(tell);
    },
    async close() {
      if (!open) return;
      open = false;
      caller.end();
      for (const tell of closeListeners) tell();
    },
  };
}

/** The handler of this very route has made the value; the router's table pairs them. This connection's one cast. */
function trusted<Value>(value: unknown): Value {
  return value as Value;
}
