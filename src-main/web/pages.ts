import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Host } from "../host.ts";
import { readAllowedHosts } from "../network/allowed-hosts.ts";
import { createNetwork } from "../network/network.ts";
import { readWebAddress, type WebAddress } from "../network/web-address.ts";
import { createWebClient, type WebAnswer, type WebRequest } from "../network/web-client.ts";
import type { WebSockets } from "../network/web-connection.ts";
import { type WebFailure, webFailure } from "../network/web-failure.ts";
import type { SettingsStore } from "../settings/settings-store.ts";

export interface PagesParts {
  readonly host: Host;
  readonly settings: Pick<SettingsStore, "current">;
  /** In the place of the system's. */
  readonly sockets?: WebSockets;
}

/** Pages of the web, each by the settings of its moment. */
export interface Pages {
  /** An address by its letters, without a look at the network. */
  check(address: string): Promise<Result<WebAddress, WebFailure>>;
  get(request: WebRequest): Promise<Result<WebAnswer, WebFailure>>;
}

interface Bounds {
  readonly proxy: string | null;
  readonly hosts: readonly string[];
}

export function createPages({ host, settings, ...more }: PagesParts): Pages {
  async function now(): Promise<Result<Bounds, WebFailure>> {
    const current = await settings.current();
    if (!current.ok) return fail(webFailure("address", current.error.message));
    const { network, tools } = current.value;
    return ok({ proxy: network.proxy, hosts: tools.web.allowPrivateHosts });
  }

  return {
    async check(address) {
      const current = await now();
      return current.ok ? readWebAddress(address, readAllowedHosts(current.value.hosts)) : current;
    },
    async get(request) {
      const current = await now();
      if (!current.ok) return current;
      const { proxy, hosts } = current.value;
      const network = createNetwork(host, proxy);
      return createWebClient({ network, clock: host, allowed: readAllowedHosts(hosts), ...more }).get(request);
    },
  };
}
