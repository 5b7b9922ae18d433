import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpSignIn } from "../../../src-preload/contract/mcp-sign-in.ts";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import { createLane } from "../../bus/lane.ts";
import type { Host } from "../../host.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import { type Asking, createAsking } from "./asking.ts";
import { type Authority, findAuthority } from "./authority.ts";
import { signInFailure } from "./failure-words.ts";
import { createHeldTokens, type HeldTokens } from "./held-tokens.ts";
import type { KeptSignIn, SignInStore } from "./kept-sign-in.ts";
import { revoke } from "./revoke.ts";
import { openAttempt, type SignInAttempt } from "./sign-in-attempt.ts";
import { SignInFailure } from "./sign-in-failure.ts";
import { hostOf, isByItself, isOffered, type SignInFacts, signInRow, wantedScope } from "./sign-in-row.ts";
import { signedFetch } from "./signed-fetch.ts";

export interface ServerSignInOptions {
  /** Of the MCP server. */
  readonly url: string;
  readonly settings: McpOauthSettings;
  readonly host: Host;
  /** What the settings say of a proxy. */
  readonly proxy: () => Promise<string | null>;
  readonly store: SignInStore;
  /** How it stands is different now. */
  readonly onChange: () => void;
  /** What became of it, for the log of the server. */
  readonly onNote: (words: string) => void;
  /** Somebody has signed in: the server can be asked. */
  readonly onSignedIn: () => void;
}

/** Signing in to one server at an address. */
export interface ServerSignIn extends AsyncDisposable {
  /** How it stands; null while it has never been asked for. */
  row(): Promise<McpSignIn | null>;
  /** The server refused its last request for want of somebody who is signed in, and people can sign in. */
  readonly isNeeded: boolean;
  /** It wants more rights than the token has. */
  readonly isNarrow: boolean;
  /** A `fetch` whose requests carry the token. */
  signed(fetch: FetchLike): FetchLike;
  /** Finds out whether people can sign in to a server that refused, where it has not said so. */
  look(): Promise<void>;
  /** The server has let us in. */
  noteOpened(): void;
  /** Begins, in place of one that is on its way; the page where the person goes on. Throws `SignInFailure`. */
  begin(): Promise<string>;
  /** Throws `SignInFailure` where none is on its way, or the address is not the one that is waited for. */
  finish(address: string): void;
  cancel(): Promise<void>;
  /** Gives the tokens back and forgets them. Throws what the key store throws. */
  signOut(): Promise<void>;
}

export function createServerSignIn(options: ServerSignInOptions): ServerSignIn {
  return new SharedSignIn(options);
}

class SharedSignIn implements ServerSignIn {
  readonly #options: ServerSignInOptions;
  readonly #asking: Asking;
  readonly #tokens: HeldTokens;
  readonly #closing = new AbortController();
  readonly #inTurn = createLane();
  #authority: Authority | null = null;
  /** Ends one that is being begun. */
  #beginning: AbortController | null = null;
  #attempt: SignInAttempt | null = null;
  #reason: string | null = null;

  constructor(options: ServerSignInOptions) {
    this.#options = options;
    this.#asking = createAsking({ ...options, signal: this.#closing.signal });
    this.#tokens = createHeldTokens({ ...options, asking: this.#asking });
  }

  async row(): Promise<McpSignIn | null> {
    try {
      await this.#tokens.load();
    } catch (cause) {
      this.#options.host.log("warn", "a sign-in could not be looked for", { reason: reasonOf(cause) });
    }
    return signInRow(this.#facts());
  }

  get isNeeded(): boolean {
    return this.#tokens.challenge !== null && isOffered(this.#facts());
  }

  get isNarrow(): boolean {
    return this.#tokens.isNarrow;
  }

  signed(fetch: FetchLike): FetchLike {
    return signedFetch(fetch, this.#options.url, {
      token: () => this.#tokens.token(),
      renewed: (token, challenge) => this.#tokens.refused(token, challenge, false),
      widened: (token, challenge) => this.#tokens.refused(token, challenge, true),
    });
  }

  async look(): Promise<void> {
    const { url, onNote } = this.#options;
    const { challenge } = this.#tokens;
    if (challenge === null || isOffered(this.#facts())) return;
    try {
      this.#authority = await this.#asking.ask((fetch) => findAuthority(url, challenge, fetch));
    } catch (cause) {
      // Then it is one that wants a key, for all that is known.
      onNote(signInFailure(cause, new URL(url).host).message);
    }
  }

  noteOpened(): void {
    this.#tokens.noteOpened();
    if (this.#tokens.kept?.tokens != null) this.#reason = null;
  }

  begin(): Promise<string> {
    this.#beginning?.abort(new SignInFailure(text("mcp.signIn.cancelled")));
    const beginning = new AbortController();
    this.#beginning = beginning;
    return this.#inTurn(async () => {
      await this.#endAttempt();
      try {
        return await this.#begin(beginning.signal);
      } catch (cause) {
        throw this.#fail(cause);
      } finally {
        if (this.#beginning === beginning) this.#beginning = null;
        this.#options.onChange();
      }
    });
  }

  finish(address: string): void {
    if (this.#attempt === null) throw new SignInFailure(text("mcp.signIn.noneOn"));
    this.#attempt.take(address);
  }

  async cancel(): Promise<void> {
    this.#beginning?.abort(new SignInFailure(text("mcp.signIn.cancelled")));
    await this.#inTurn(() => this.#endAttempt());
    this.#options.onChange();
  }

  async signOut(): Promise<void> {
    await this.cancel();
    await this.#inTurn(async () => {
      await this.#tokens.load();
      const { kept } = this.#tokens;
      await this.#tokens.drop();
      this.#reason = null;
      if (kept !== null) await this.#giveBack(kept);
    });
    this.#options.onChange();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(new SignInFailure(text("mcp.signIn.cancelled")));
    await this.#inTurn(() => this.#endAttempt());
  }

  #facts(): SignInFacts {
    const { kept, challenge, isNarrow, reason } = this.#tokens;
    return {
      settings: this.#options.settings,
      kept,
      challenge,
      isNarrow,
      authority: this.#authority,
      page: this.#attempt?.page ?? null,
      reason: this.#reason ?? reason,
    };
  }

  async #begin(beginning: AbortSignal): Promise<string> {
    await this.#tokens.load();
    const { url, settings, host, onNote } = this.#options;
    if (isByItself({ settings })) throw new SignInFailure(text("mcp.signIn.byItself"));
    this.#reason = null;
    const attempt = await openAttempt({
      serverUrl: url,
      settings: await this.#asking.withSecret(settings),
      scope: wantedScope(this.#facts()),
      metadataUrl: this.#tokens.challenge?.metadataUrl ?? null,
      host,
      way: await this.#asking.way(),
      beginning: AbortSignal.any([this.#closing.signal, beginning]),
      onEnd: (ended) => this.#ended(attempt, ended),
    });
    this.#attempt = attempt;
    this.#authority = attempt.authority;
    onNote(text("mcp.signIn.logBegun", { host: attempt.authority.host }));
    return attempt.page;
  }

  async #endAttempt(): Promise<void> {
    const attempt = this.#attempt;
    this.#attempt = null;
    await attempt?.[Symbol.asyncDispose]();
  }

  /** A sign-in of a person has ended, unless another one has taken its place. */
  async #ended(attempt: SignInAttempt, ended: KeptSignIn | SignInFailure): Promise<void> {
    if (this.#attempt !== attempt) return;
    this.#attempt = null;
    const { onChange, onNote, onSignedIn } = this.#options;
    if (ended instanceof SignInFailure) {
      this.#fail(ended);
      return onChange();
    }
    const before = this.#tokens.kept;
    this.#reason = null;
    await this.#tokens.take(ended);
    onNote(text("mcp.signIn.logDone", { host: hostOf(ended) }));
    onChange();
    onSignedIn();
    if (before !== null) await this.#giveBack(before);
  }

  async #giveBack(kept: KeptSignIn): Promise<void> {
    if (kept.tokens === null) return;
    const { onNote, host } = this.#options;
    try {
      const isTaken = await this.#asking.ask((fetch) => revoke(kept, fetch));
      if (!isTaken) onNote(text("mcp.signIn.logNotRevoked"));
    } catch (cause) {
      onNote(text("mcp.signIn.logNotRevoked"));
      host.log("warn", "tokens were not given back", { reason: reasonOf(cause) });
    }
  }

  #fail(cause: unknown): SignInFailure {
    const failure = signInFailure(cause, this.#authority?.host ?? new URL(this.#options.url).host);
    this.#reason = failure.message;
    this.#options.onNote(failure.message);
    return failure;
  }
}
