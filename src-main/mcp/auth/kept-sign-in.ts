import { z } from "../../../src-preload/contract/zod.ts";
import type { SecretStore } from "../../host.ts";
import { text } from "../../words.ts";
import { createPartedSecret } from "./parted-secret.ts";
import { SignInFailure } from "./sign-in-failure.ts";

/** What is kept of a sign-in, in the key store alone. Times are milliseconds since 1970. */
const keptSchema = z.object({
  /** Of the MCP server that it is for: another one never gets it. */
  url: z.string(),
  /** Who signed in, and how it is asked again. */
  issuer: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.string().nullable(),
  authMethods: z.array(z.string()),
  resource: z.string().nullable(),
  client: z.object({
    client_id: z.string(),
    client_secret: z.string().optional(),
    token_endpoint_auth_method: z.string().optional(),
  }),
  /** Null once they are over. */
  tokens: z
    .object({
      access: z.string(),
      refresh: z.string().nullable(),
      expiresAt: z.number().nullable(),
      scope: z.string().nullable(),
    })
    .nullable(),
  /** Whom the server knows us as. */
  as: z.string().nullable(),
});
export type KeptSignIn = z.infer<typeof keptSchema>;
export type KeptTokens = NonNullable<KeptSignIn["tokens"]>;

/** The one sign-in of a server. Everything throws what the key store throws. */
export interface SignInStore {
  /** Null where there is none for this address. */
  load(): Promise<KeptSignIn | null>;
  /** Throws `SignInFailure` where it is too long to be kept. */
  save(kept: KeptSignIn): Promise<void>;
  remove(): Promise<void>;
}

interface StoreOptions {
  readonly server: string;
  readonly url: string;
  readonly secrets: SecretStore;
  /** Texts that nobody may see from now on. */
  readonly learn: (keys: readonly string[]) => void;
}

export function createSignInStore({ server, url, secrets, learn }: StoreOptions): SignInStore {
  const secret = createPartedSecret(secrets, `mcp-sign-in:${server}`);
  const hide = ({ tokens, client }: KeptSignIn): void =>
    learn([tokens?.access ?? "", tokens?.refresh ?? "", client.client_secret ?? ""]);

  return {
    async load() {
      const kept = parse(await secret.read());
      if (kept === null || kept.url !== url) return null;
      hide(kept);
      return kept;
    },
    async save(kept) {
      hide(kept);
      if (!(await secret.write(JSON.stringify(kept)))) throw new SignInFailure(text("mcp.signIn.tooLong"));
    },
    remove: () => secret.remove(),
  };
}

/** What nobody can read any more is nothing. */
function parse(value: string | null): KeptSignIn | null {
  if (value === null) return null;
  try {
    const read = keptSchema.safeParse(JSON.parse(value));
    return read.success ? read.data : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}
