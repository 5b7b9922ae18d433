import { OAuthError } from "@modelcontextprotocol/client";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import type { Clock } from "../../host.ts";
import { text } from "../../words.ts";
import type { Asking } from "./asking.ts";
import { type Challenge, findAuthority } from "./authority.ts";
import type { KeptSignIn } from "./kept-sign-in.ts";
import { SignInFailure } from "./sign-in-failure.ts";
import { hostOf } from "./sign-in-row.ts";
import { byCredentials, refreshed } from "./tokens.ts";

interface Wanted {
  /** Of the server. */
  readonly url: string;
  readonly kept: KeptSignIn | null;
  readonly challenge: Challenge | null;
  readonly scope: string | null;
  readonly settings: McpOauthSettings;
}

/** New tokens without a person: by the token for that, or by the id and the secret of the settings. Throws what comes on the way. */
export async function renew(wanted: Wanted, asking: Asking, clock: Clock): Promise<KeptSignIn> {
  const now = (): number => clock.now();
  const { kept } = wanted;
  if (wanted.settings.grant === "client-credentials") return withCredentials(wanted, asking, now);
  if (kept === null) throw new SignInFailure(text("mcp.signIn.noneOn"));
  return asking.ask((fetch) => refreshed(kept, { fetch, now }));
}

/** The one who was asked has said that there are no more tokens; anything else may be better the next time. */
export function isOver(cause: unknown): boolean {
  return cause instanceof OAuthError && cause.code !== "server_error" && cause.code !== "temporarily_unavailable";
}

async function withCredentials(
  { url, kept, challenge, scope, settings }: Wanted,
  asking: Asking,
  now: () => number,
): Promise<KeptSignIn> {
  const { clientId, clientSecret } = await asking.withSecret(settings);
  if (clientId === null || clientSecret === null) throw new SignInFailure(text("mcp.signIn.noCredentials"));
  return asking.ask(async (fetch) => {
    const authority = await findAuthority(url, { metadataUrl: challenge?.metadataUrl ?? null }, fetch);
    // The secret is for the one who was named first: a server that names another one later does not get it there.
    if (kept !== null && hostOf(kept) !== authority.host) {
      throw new SignInFailure(text("mcp.signIn.otherPlace", { before: hostOf(kept), now: authority.host }));
    }
    return byCredentials({ serverUrl: url, authority, clientId, clientSecret, scope, fetch, now });
  });
}
