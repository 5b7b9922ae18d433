import type { Connection } from "../../src-preload/contract/connection.ts";
import { type SessionKey, sessionKeyOf } from "../../src-preload/contract/ids.ts";
import { privatePrefix } from "../../src-preload/contract/session-key.ts";
import type { CliContext } from "./context.ts";

/** A chat of this terminal of which nothing is kept. */
export function newPrivateKey({ host }: Pick<CliContext, "host">): SessionKey {
  return sessionKeyOf("cli", `${privatePrefix}${host.createId()}`);
}

/** Nothing is left of them. One that nothing was written in is not there. */
export async function closePrivateChats(
  keys: Iterable<SessionKey>,
  connection: Connection | null,
  say: (words: string) => void,
): Promise<void> {
  for (const sessionKey of keys) {
    const closed = await connection?.request("session.remove", { sessionKey });
    if (closed?.ok === false && closed.error.code !== "not-found") say(closed.error.message);
  }
}
