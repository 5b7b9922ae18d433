import type { FetchLike } from "@modelcontextprotocol/client";
import type { McpOauthSettings } from "../../../src-preload/contract/settings.ts";
import type { Host } from "../../host.ts";
import { readReferences } from "../../keys/secret-references.ts";
import { createNetwork } from "../../network/network.ts";
import { createNetworkFetch, type NetworkFetch } from "../../network/network-fetch.ts";
import { createAuthFetch } from "./auth-fetch.ts";

/** How whoever signs people in is asked. */
export interface Asking {
  /** One thing; the way is closed after it. */
  ask<Value>(work: (fetch: FetchLike) => Promise<Value>): Promise<Value>;
  /** A way for more than one thing, by the settings of this moment. */
  way(): Promise<NetworkFetch>;
  /** The settings with the secret in the place of its reference. Throws what the key store throws. */
  withSecret(settings: McpOauthSettings): Promise<McpOauthSettings>;
}

interface AskingOptions {
  readonly url: string;
  readonly host: Host;
  readonly proxy: () => Promise<string | null>;
  readonly signal: AbortSignal;
}

export function createAsking({ url, host, proxy, signal }: AskingOptions): Asking {
  const way = async (): Promise<NetworkFetch> => createNetworkFetch(createNetwork(host, await proxy()));
  return {
    way,
    async ask(work) {
      using open = await way();
      return await work(createAuthFetch({ fetch: open.fetch, serverUrl: url, clock: host, signal }));
    },
    async withSecret(settings) {
      const { clientSecret } = settings;
      if (clientSecret === null) return settings;
      const { secret = null } = await readReferences({ secret: clientSecret }, host.secrets);
      return { ...settings, clientSecret: secret };
    },
  };
}
