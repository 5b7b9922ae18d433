import type { FetchLike, OAuthTokens } from "@modelcontextprotocol/client";
import { parseBoundedJson } from "../../../src-preload/contract/bounded-json.ts";
import { reasonOf } from "../../thrown.ts";
import { fieldsOf, isText } from "../fields.ts";
import { plain } from "../plain-text.ts";
import type { Authority } from "./authority.ts";

const mostChars = 100;

interface IdentityNeeds {
  readonly fetch: FetchLike;
  /** Why it could not be found out. */
  readonly onProblem: (reason: string) => void;
}

/**
 * Whom a server knows us as, in its own words; null where it does not say. From the id token, which came straight from whoever
 * signs in, so that its signature adds nothing; else from what OpenID Connect tells of the one who is signed in.
 */
export async function identityOf(
  { id_token, access_token }: OAuthTokens,
  { metadata }: Authority,
  { fetch: ask, onProblem }: IdentityNeeds,
): Promise<string | null> {
  try {
    const told = id_token === undefined ? null : nameIn(claimsOf(id_token));
    const { userinfo_endpoint: address } = fieldsOf(metadata) ?? {};
    if (told !== null || !isText(address)) return told;
    const answer = await ask(address, { headers: { authorization: `Bearer ${access_token}` } });
    return answer.ok ? nameIn(parseBoundedJson(await answer.text())) : null;
  } catch (cause) {
    // Whoever does not say who we are has signed us in all the same.
    onProblem(reasonOf(cause));
    return null;
  }
}

function claimsOf(token: string): unknown {
  return parseBoundedJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
}

function nameIn(claims: unknown): string | null {
  const { email, preferred_username, name } = fieldsOf(claims) ?? {};
  const found = [email, preferred_username, name].find((one) => isText(one) && plain(one).trim() !== "");
  return isText(found) ? plain(found).trim().slice(0, mostChars) : null;
}
