import { type ContractError, contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery } from "../../src-preload/contract/events.ts";
import { type AsyncResult, fail, type Result } from "../../src-preload/contract/result.ts";
import {
  isRouteName,
  type RouteInput,
  type RouteName,
  type RouteOutput,
  routeInputs,
} from "../../src-preload/contract/routes.ts";
import type { EventSubscription } from "../bus/event-bus.ts";
import type { Log } from "../host.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { isForCommands } from "./command-rights.ts";

/** Who asks, and where their events go. One a connection. */
export interface Caller {
  /** The channel its messages come from, e.g. `cli`. */
  readonly channel: string;
  readonly senderId: string;
  /** Where the person sits, e.g. `terminal`, `browser`. */
  readonly place: string;
  /** Whether a command that the agent itself runs may be at the other end; never where it is left out. */
  readonly mayBeCommand?: () => Promise<boolean>;
  deliver(delivery: Delivery): void;
  /** Replaces the subscription of this connection; the old one is stopped. */
  hold(subscription: EventSubscription | null): void;
  /** Disposed when the next one is kept, when the subscription is given up, and when the connection ends. */
  keep(resource: Disposable | null): void;
}

type Handler<Route extends RouteName> = (input: RouteInput<Route>, caller: Caller) => AsyncResult<RouteOutput<Route>>;

/** Every route has its handler: one that is missing, or one too many, does not compile. */
export type Handlers = { readonly [Route in RouteName]: Handler<Route> };

/** The handlers of one domain, as its file must give them. */
export type DomainHandlers<Domain extends string> = Pick<Handlers, Extract<RouteName, `${Domain}.${string}`>>;

type AnyResult = Result<unknown, ContractError>;

export interface Router {
  /** Parses the input and answers; never throws. */
  handle(route: string, input: unknown, caller: Caller): Promise<AnyResult>;
  /** From now on every request is refused, because Perch is being closed; the undo takes it back. */
  refuse(): () => void;
  /** Refuses the requests in progress as well. */
  settle(): void;
}

/**
 * Texts that a person edits, or has just handed over and will save: with a word in a key's place, what is kept would be
 * changed unseen.
 */
const editedTexts: ReadonlySet<RouteName> = new Set(["drafts.read", "knowledge.read", "knowledge.save", "mcp.read"]);

export interface RouterOptions {
  readonly log: Log;
  /** Takes keys out of what is answered. */
  readonly clean: (answer: AnyResult) => AnyResult;
}

export function createRouter(handlers: Handlers, { log, clean }: RouterOptions): Router {
  const inputs = new Map<RouteName, ReturnType<(typeof routeInputs)[RouteName]>>();

  function inputOf(route: RouteName): ReturnType<(typeof routeInputs)[RouteName]> {
    const known = inputs.get(route);
    if (known !== undefined) return known;
    const made = routeInputs[route]();
    inputs.set(route, made);
    return made;
  }

  async function dispatch<Route extends RouteName>(route: Route, input: unknown, caller: Caller): Promise<AnyResult> {
    const parsed = inputOf(route).safeParse(input ?? {});
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const values = { route, field: issue?.path.join(".") ?? "", reason: issue?.message ?? "" };
      return fail(contractError("invalid-input", text("contract.badInput", values), { field: values.field }));
    }
    const handler: Handler<Route> = handlers[route];
    // The schema of this very route has parsed it; TypeScript cannot follow the pair through the index.
    const known = parsed.data as RouteInput<Route>;
    if (!isForCommands(route, known) && (await caller.mayBeCommand?.()) === true) {
      return fail(contractError("forbidden", text("contract.fromCommand")));
    }
    return handler(known, caller);
  }

  const closed = (): AnyResult => fail(contractError("disconnected", text("contract.closing")));
  /** Not a promise to race with: a pending promise would keep every answer alive that it was raced with. */
  const waiting = new Set<(answer: AnyResult) => void>();
  let isClosed = false;
  let isSettled = false;

  async function answer(route: string, input: unknown, caller: Caller): Promise<AnyResult> {
    if (!isRouteName(route)) return fail(contractError("unknown-route", text("contract.unknownRoute", { route })));
    try {
      const answered = await dispatch(route, input, caller);
      return editedTexts.has(route) ? answered : clean(answered);
    } catch (cause) {
      const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      log("error", "a handler threw", { route, reason });
      const message = reasonOf(cause);
      return clean(fail(contractError("internal", text("error.internal", { message }))));
    }
  }

  function untilClosed(work: Promise<AnyResult>): Promise<AnyResult> {
    return new Promise((resolve, reject) => {
      waiting.add(resolve);
      void work.then(resolve, reject).finally(() => waiting.delete(resolve));
    });
  }

  return {
    handle: (route, input, caller) =>
      isClosed ? Promise.resolve(closed()) : untilClosed(answer(route, input, caller)),
    refuse() {
      isClosed = true;
      return () => {
        isClosed = isSettled;
      };
    },
    settle() {
      isClosed = true;
      isSettled = true;
      for (const settle of waiting) settle(closed());
    },
  };
}
