import { randomBytes } from "node:crypto";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import type { Host } from "../../host.ts";
import type { NetworkFetch } from "../../network/network-fetch.ts";
import { text } from "../../words.ts";
import { createAuthFetch } from "./auth-fetch.ts";
import { type Authority, findAuthority } from "./authority.ts";
import { type BrowserFlow, beginFlow } from "./browser-flow.ts";
import { type Callback, openCallback } from "./callback.ts";
import { signInFailure } from "./failure-words.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";
import { SignInFailure } from "./sign-in-failure.ts";

/** So long a person has for signing in. */
const patienceMs = 10 * 60_000;

interface AttemptOptions {
  readonly serverUrl: string;
  /** With the secret read in. */
  readonly settings: McpOauthSettings;
  readonly scope: string | null;
  readonly metadataUrl: URL | null;
  readonly host: Pick<Host, "now" | "setTimer" | "monotonic" | "log">;
  /** Taken over, and disposed with the attempt. */
  readonly way: NetworkFetch;
  /** Ends it while it is being begun; later it is disposed. */
  readonly beginning: AbortSignal;
  /** Told once, unless it was disposed before. */
  readonly onEnd: (ended: KeptSignIn | SignInFailure) => Promise<void>;
}

/** A sign-in for which a page waits. */
export interface SignInAttempt extends AsyncDisposable {
  /** Where the person goes on. */
  readonly page: string;
  readonly authority: Authority;
  /** A return that was handed over by hand. Throws `SignInFailure` where it is not the one that is waited for. */
  take(address: string): void;
}

/** From finding out who signs people in to the page. Throws what comes on the way; nothing is left of it then. */
export async function openAttempt(options: AttemptOptions): Promise<SignInAttempt> {
  const { serverUrl, settings, scope, metadataUrl, host, way, beginning } = options;
  await using held = new AsyncDisposableStack();
  held.use(way);
  const stop = new AbortController();
  held.defer(() => stop.abort(new SignInFailure(text("mcp.signIn.cancelled"))));
  const both = AbortSignal.any([beginning, stop.signal]);
  const fetch = createAuthFetch({ fetch: way.fetch, serverUrl, clock: host, signal: both });
  const authority = await findAuthority(serverUrl, { metadataUrl }, fetch);
  const state = randomBytes(32).toString("base64url");
  const callback = held.use(await openCallback({ state, fixed: settings.callback }));
  const flow = await beginFlow({
    serverUrl,
    authority,
    settings,
    scope,
    state,
    callback: callback.url,
    fetch,
    now: () => host.now(),
    onIdentityProblem: (reason) => host.log("warn", "who has signed in is not known", { reason }),
  });
  const { promise: late, reject } = Promise.withResolvers<never>();
  late.catch(() => undefined);
  held.use(host.setTimer(patienceMs, () => reject(new SignInFailure(text("mcp.signIn.late")))));
  const all = held.move();
  let isDisposed = false;
  const dispose = async (): Promise<void> => {
    isDisposed = true;
    await all.disposeAsync();
  };
  void outcome({ flow, callback, authority, late }).then(async (ended) => {
    if (isDisposed) return;
    await options.onEnd(ended);
    await dispose();
  });
  return { page: flow.page.href, authority, take: callback.take, [Symbol.asyncDispose]: dispose };
}

interface Waiting {
  readonly flow: BrowserFlow;
  readonly callback: Callback;
  readonly authority: Authority;
  readonly late: Promise<never>;
}

/** What it comes to; the browser is shown the same. */
async function outcome({ flow, callback, authority, late }: Waiting): Promise<KeptSignIn | SignInFailure> {
  const { host } = authority;
  try {
    const kept = await flow.finish(await Promise.race([callback.returned, late]));
    const words = kept.as === null ? "mcp.callback.doneWords" : "mcp.callback.doneAs";
    callback.tell(text("mcp.callback.done"), text(words, { host, as: kept.as ?? "" }));
    return kept;
  } catch (cause) {
    const failure = signInFailure(cause, host);
    callback.tell(text("mcp.callback.failed"), failure.message);
    return failure;
  }
}
