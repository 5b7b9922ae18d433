import type { Connection } from "../../src-preload/contract/connection.ts";
import { type DesktopShell, desktopInputs, type UnshownNotice } from "../../src-preload/contract/desktop.ts";
import { contractError } from "../../src-preload/contract/errors.ts";
import type { Delivery } from "../../src-preload/contract/events.ts";
import { type AsyncResult, assertNever, fail, ok } from "../../src-preload/contract/result.ts";
import { text } from "../words.ts";

/** The line of a page to the agent of another process. */
export interface BesideWindow extends Connection {
  /** Told to this page alone, as if its agent had. `now`: milliseconds since 1970. */
  tell(notice: UnshownNotice, now: number): void;
}

type DesktopRoute = keyof typeof desktopInputs;

/** What is asked of the desktop is answered here: that agent knows of none. */
export function besideWindow(connection: Connection, desktop: DesktopShell): BesideWindow {
  let listener: (delivery: Delivery) => void = () => undefined;
  let lastSeq = 0;

  return {
    ...connection,
    request: async (route, input) =>
      isOfDesktop(route) ? trusted(await answer(route, input, desktop)) : connection.request(route, input),
    async subscribe(topics, next, since) {
      listener = next;
      const heard = (delivery: Delivery): void => {
        lastSeq = delivery.kind === "event" ? delivery.event.seq : delivery.seq;
        next(delivery);
      };
      const subscribed = await connection.subscribe(topics, heard, since);
      if (subscribed.ok) lastSeq = Math.max(lastSeq, subscribed.value.seq);
      return subscribed;
    },
    tell(notice, now) {
      // The page keeps the place of the last event, which is its agent's and stays that.
      const event = { topic: "system", type: "notice-unshown", notice, seq: lastSeq, time: now } as const;
      listener({ kind: "event", event });
    },
  };
}

function isOfDesktop(route: string): route is DesktopRoute {
  return Object.hasOwn(desktopInputs, route);
}

async function answer(route: DesktopRoute, input: unknown, desktop: DesktopShell): AsyncResult<unknown> {
  switch (route) {
    case "desktop.describe":
      return ok(await desktop.describe());
    case "desktop.change": {
      const change = desktopInputs[route]().safeParse(input);
      return change.success ? desktop.change(change.data) : refused(route, change.error.issues);
    }
    case "desktop.quick": {
      const act = desktopInputs[route]().safeParse(input);
      return act.success ? ok(await desktop.quick(act.data)) : refused(route, act.error.issues);
    }
    case "desktop.update": {
      const update = desktopInputs[route]().safeParse(input);
      return update.success ? ok(await desktop.update(update.data.act)) : refused(route, update.error.issues);
    }
    case "desktop.folder": {
      const asked = desktopInputs[route]().safeParse(input);
      return asked.success ? ok({ path: await desktop.folder(asked.data.from) }) : refused(route, asked.error.issues);
    }
    case "desktop.clipboard":
      return ok({ text: await desktop.clipboard() });
    case "desktop.test":
      return ok(await desktop.test());
    default:
      return assertNever(route);
  }
}

function refused(
  route: DesktopRoute,
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
) {
  const [issue] = issues;
  const values = { route, field: issue?.path.join(".") ?? "", reason: issue?.message ?? "" };
  return fail(contractError("invalid-input", text("contract.badInput", values)));
}

/** The answer is made for this very route by the shell, which knows its type. This connection's one cast. */
function trusted<Value>(value: unknown): Value {
  return value as Value;
}
