import type { Connection } from "../../src-preload/contract/connection.ts";
import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import { topics as knownTopics } from "../../src-preload/contract/events.ts";
import { type AsyncResult, fail } from "../../src-preload/contract/result.ts";
import { isRouteName, type RouteCall, type RouteName, routeInputs } from "../../src-preload/contract/routes.ts";
import type { BridgeDelivery } from "../../src-preload/desktop-bridge.ts";
import { text } from "../words.ts";

/** The line of one page to whatever agent there is; what the page says is nobody's word. */
export interface PageLine {
  request(route: string, input: unknown): AsyncResult<unknown>;
  /** One subscription a page; what was missed since the position comes behind the answer. */
  subscribe(topics: unknown, since: unknown): AsyncResult<unknown>;
  /** The page is gone. */
  end(): void;
}

/** `connect`: null while there is no agent. `deliver` gets `gone` where the agent that the page heard has ended. */
export function createPageLine(
  connect: () => Connection | null,
  deliver: (delivery: BridgeDelivery) => void,
): PageLine {
  let line: Connection | null = null;
  let isOver = false;

  function current(): Connection | null {
    if (line !== null || isOver) return line;
    const opened = connect();
    line = opened;
    opened?.onClose(() => {
      if (line !== opened) return;
      line = null;
      deliver({ kind: "gone" });
    });
    return opened;
  }

  const gone = () => fail(contractError("disconnected", text("contract.disconnected")));
  return {
    async request(route, input) {
      if (!isRouteName(route)) return fail(contractError("unknown-route", text("contract.unknownRoute", { route })));
      return (await current()?.request(route, unparsed(input))) ?? gone();
    },
    async subscribe(topics, since) {
      const parsed = routeInputs["events.subscribe"]().safeParse({ topics, since });
      if (!parsed.success) return fail(badSubscription(parsed.error.issues[0]?.message ?? ""));
      const wanted = new Set(parsed.data.topics);
      // What comes before the answer has left is held until then.
      let held: BridgeDelivery[] | null = [];
      const hear = (delivery: BridgeDelivery): void => {
        if (held === null) deliver(delivery);
        else held.push(delivery);
      };
      const known = knownTopics.filter((topic) => wanted.has(topic));
      const answer = (await current()?.subscribe(known, hear, parsed.data.since)) ?? gone();
      setImmediate(() => {
        for (const delivery of held ?? []) deliver(delivery);
        held = null;
      });
      return answer;
    },
    end() {
      isOver = true;
      const closing = line;
      line = null;
      void closing?.close();
    },
  };
}

function badSubscription(reason: string): ContractError {
  const values = { route: "events.subscribe", field: "", reason };
  return contractError("invalid-input", text("contract.badInput", values));
}

/** The agent parses what it is asked, whoever asks. This line's one cast. */
function unparsed<Route extends RouteName>(input: unknown): RouteCall<Route> {
  return input as RouteCall<Route>;
}
