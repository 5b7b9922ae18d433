import { onTestFinished, vi } from "vitest";
import type { ContractError } from "../../src-preload/contract/errors.ts";
import type { PerchFact } from "../../src-preload/contract/events.ts";
import { createFrameConnection } from "../../src-preload/contract/frame-connection.ts";
import { requestFrameSchema } from "../../src-preload/contract/frames.ts";
import { isRouteName, type RouteName, type RouteOutput } from "../../src-preload/contract/routes.ts";
import { z } from "../../src-preload/contract/zod.ts";
import {
  type AgentClient,
  type AgentListener,
  createAgentClient,
  type Frames,
} from "../../src-renderer/client/agent-client.ts";

/** A request of the window, which the test answers when it likes; resolves once the window has taken that in. */
interface Asked<Route extends RouteName> {
  readonly input: unknown;
  answer(value: RouteOutput<Route>): Promise<void>;
  refuse(error: ContractError): Promise<void>;
}

/** An agent that a test plays, at the other end of the window's client. */
export interface FakeAgent {
  readonly client: AgentClient;
  /** The oldest request of this route that was not taken yet, as soon as it is there. */
  asked<Route extends RouteName>(route: Route): Promise<Asked<Route>>;
  /** How many requests of this route wait to be taken. */
  count(route: RouteName): number;
  /** Happens, and is told. */
  tell(...facts: readonly PerchFact[]): void;
  /** The line breaks, and is not back before `comeBack`. */
  cut(): void;
  /** The line breaks; the window is connected anew when this resolves, to another process when `restarted`. */
  comeBack(how: "same" | "restarted"): Promise<void>;
}

const subscribeInput = z.object({ since: z.object({ epoch: z.string() }).optional() });

/** Lets everything that is ready happen; no time passes. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A page that draws nothing hands over each event at once. */
const hidden: Frames = { areDrawn: false, next: () => undefined };

export function createFakeAgent(frames = hidden): FakeAgent {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const requests = new Map<RouteName, { readonly id: number; readonly input: unknown }[]>();
  let send: (frame: object) => void = () => undefined;
  let close = (): void => undefined;
  let generation = 1;
  let seq = 0;

  function received(frame: string): void {
    const { id, route, input } = requestFrameSchema.parse(JSON.parse(frame));
    if (route === "events.subscribe") {
      const { since } = subscribeInput.parse(input);
      const epoch = `process ${generation}`;
      send({ id, ok: true, value: { epoch, seq, reset: since !== undefined && since.epoch !== epoch } });
    } else requests.set(routeOf(route), [...(requests.get(routeOf(route)) ?? []), { id, input }]);
  }

  const client = createAgentClient(async () => {
    requests.clear();
    const listeners: ((frame: string) => void)[] = [];
    send = (frame) => {
      for (const listener of listeners) listener(JSON.stringify(frame));
    };
    return createFrameConnection(
      {
        send: received,
        onFrame: (listener) => void listeners.push(listener),
        onClose: (listener) => {
          close = listener;
        },
        close: () => undefined,
      },
      "The connection is gone.",
    );
  }, frames);

  return {
    client,
    async asked(route) {
      await settled();
      const [first, ...rest] = requests.get(route) ?? [];
      if (first === undefined) throw new Error(`${route} was not asked`);
      requests.set(route, rest);
      const respond = (frame: object): Promise<void> => {
        send({ id: first.id, ...frame });
        return settled();
      };
      return {
        input: first.input,
        answer: (value) => respond({ ok: true, value }),
        refuse: (error) => respond({ ok: false, error }),
      };
    },
    count: (route) => requests.get(route)?.length ?? 0,
    tell(...facts) {
      for (const fact of facts) {
        seq += 1;
        send({ event: { ...fact, seq, time: 0 } });
      }
    },
    cut: () => close(),
    async comeBack(how) {
      if (how === "restarted") {
        generation += 1;
        seq = 0;
      }
      close();
      close = () => undefined;
      vi.runOnlyPendingTimers();
      await settled();
    },
  };
}

function routeOf(route: string): RouteName {
  if (!isRouteName(route)) throw new Error(`there is no route ${route}`);
  return route;
}

/** Starts the client with a listener that takes in what is given, and nothing else. */
export async function startClient(agent: FakeAgent, listener: Partial<AgentListener>): Promise<void> {
  agent.client.start({ events: () => undefined, reset: () => undefined, link: () => undefined, ...listener });
  await settled();
}
