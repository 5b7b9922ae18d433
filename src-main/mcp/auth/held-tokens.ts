import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import type { Host } from "../../host.ts";
import { reasonOf } from "../../thrown.ts";
import { text } from "../../words.ts";
import type { Asking } from "./asking.ts";
import type { Challenge } from "./authority.ts";
import { signInFailure } from "./failure-words.ts";
import type { KeptSignIn, SignInStore } from "./kept-sign-in.ts";
import { isOver, renew } from "./renew.ts";
import { SignInFailure } from "./sign-in-failure.ts";
import { hostOf, isByItself, wantedScope } from "./sign-in-row.ts";

export interface HeldTokensOptions {
  /** Of the MCP server. */
  readonly url: string;
  readonly settings: McpOauthSettings;
  readonly host: Host;
  readonly asking: Asking;
  readonly store: SignInStore;
  readonly onChange: () => void;
  /** What became of it, for the log of the server. */
  readonly onNote: (words: string) => void;
}

/** The tokens of one server, and what it said when it refused them. */
export interface HeldTokens {
  readonly kept: KeptSignIn | null;
  /** What the server said when it refused last; null where it has let us in since. */
  readonly challenge: Challenge | null;
  /** It wants more rights than the token has. */
  readonly isNarrow: boolean;
  /** Why an id and a secret did not sign in. */
  readonly reason: string | null;
  /** Reads what is kept, once. Throws `SignInFailure` where the key store does not answer. */
  load(): Promise<void>;
  /** The token to send, renewed where it ends soon; null where there is none. Throws `SignInFailure`. */
  token(): Promise<string | null>;
  /** The server refused this token, or (`isNarrow`) wants more rights: true where there is another token now. */
  refused(token: string | null, challenge: Challenge, isNarrow: boolean): Promise<boolean>;
  /** The server has let us in. */
  noteOpened(): void;
  /** Takes what a sign-in came to; what cannot be written holds until Perch ends. */
  take(kept: KeptSignIn): Promise<void>;
  /** Forgets it, here and in the key store. Throws what the key store throws. */
  drop(): Promise<void>;
}

/** A token that ends so soon is renewed before it is sent. */
const earlyMs = 30_000;

export function createHeldTokens(options: HeldTokensOptions): HeldTokens {
  return new Tokens(options);
}

class Tokens implements HeldTokens {
  readonly #options: HeldTokensOptions;
  kept: KeptSignIn | null = null;
  challenge: Challenge | null = null;
  isNarrow = false;
  reason: string | null = null;
  #loading: Promise<void> | null = null;
  #renewing: Promise<boolean> | null = null;

  constructor(options: HeldTokensOptions) {
    this.#options = options;
  }

  load(): Promise<void> {
    this.#loading ??= this.#options.store.load().then(
      (kept) => {
        this.kept = kept;
      },
      (cause: unknown) => {
        this.#loading = null;
        throw new SignInFailure(text("mcp.noKeys", { reason: reasonOf(cause) }));
      },
    );
    return this.#loading;
  }

  async token(): Promise<string | null> {
    await this.load();
    const tokens = this.kept?.tokens ?? null;
    const isRenewable = isByItself(this.#options) || tokens?.refresh != null;
    const isEnding = tokens?.expiresAt != null && tokens.expiresAt - earlyMs < this.#options.host.now();
    if (isRenewable && (tokens === null || isEnding)) await this.#renew();
    return this.kept?.tokens?.access ?? null;
  }

  async refused(token: string | null, challenge: Challenge, isNarrow: boolean): Promise<boolean> {
    const now = this.kept?.tokens ?? null;
    // Another request has renewed it meanwhile.
    if (now !== null && now.access !== token) return true;
    this.challenge = challenge;
    this.isNarrow = isNarrow;
    // What a person has granted is widened by the person alone.
    const isRenewable = isByItself(this.#options) || (!isNarrow && now?.refresh != null);
    if (isRenewable && (await this.#renew())) {
      this.#clear();
      return true;
    }
    this.#options.onChange();
    return false;
  }

  noteOpened(): void {
    if (!this.isNarrow) this.challenge = null;
    this.reason = null;
  }

  async take(kept: KeptSignIn): Promise<void> {
    this.#clear();
    await this.#keep(kept);
  }

  async drop(): Promise<void> {
    await this.#options.store.remove();
    this.kept = null;
    // The next refusal says again what it wants.
    this.isNarrow = false;
    this.reason = null;
  }

  #clear(): void {
    this.challenge = null;
    this.isNarrow = false;
    this.reason = null;
  }

  /** One at a time, whoever needs it. False where the sign-in is over; throws where that is not known. */
  #renew(): Promise<boolean> {
    this.#renewing ??= this.#renewOnce().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewOnce(): Promise<boolean> {
    const { url, settings, host, asking, onNote } = this.#options;
    const { kept, challenge, isNarrow } = this;
    try {
      const scope = wantedScope({ settings, kept, challenge, isNarrow });
      await this.#keep(await renew({ url, kept, challenge, scope, settings }, asking, host));
      return true;
    } catch (cause) {
      const failure = signInFailure(cause, kept === null ? new URL(url).host : hostOf(kept));
      onNote(failure.message);
      if (!isOver(cause)) {
        this.challenge = null;
        throw failure;
      }
      if (isByItself(this.#options)) this.reason = failure.message;
      else if (kept !== null) await this.#keep({ ...kept, tokens: null });
      onNote(text("mcp.signIn.logExpired"));
      return false;
    }
  }

  async #keep(kept: KeptSignIn): Promise<void> {
    const { store, onNote, host } = this.#options;
    this.kept = kept;
    try {
      await store.save(kept);
    } catch (cause) {
      onNote(text("mcp.signIn.logNotKept", { reason: reasonOf(cause) }));
      host.log("warn", "a sign-in was not kept", { reason: reasonOf(cause) });
    }
  }
}
