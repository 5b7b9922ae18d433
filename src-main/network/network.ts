import type { Host } from "../host.ts";
import { readReferences } from "../keys/secret-references.ts";
import { type Door, openDirectDoor } from "./door.ts";
import { chooseProxy, type ProxyChoice } from "./proxy-choice.ts";

/** The way out of the machine, as the settings and the environment have it. */
export interface Network {
  choice(url: URL): Promise<ProxyChoice>;
  /** A door to the origin of this address. Throws `ProxyFailure` where a proxy is set that cannot be used. */
  open(url: URL): Promise<Door>;
  /** Trusts what the system trusts too; connections that are made from then on know it. */
  trustMore(): Promise<void>;
}

export type NetworkHost = Pick<Host, "env" | "secrets" | "log">;

/** `proxy`: the setting, perhaps the name of a secret. */
export function createNetwork({ env, secrets, log }: NetworkHost, proxy: string | null): Network {
  async function choice(url: URL): Promise<ProxyChoice> {
    const { proxy: address = null } = proxy === null ? {} : await readReferences({ proxy }, secrets);
    return chooseProxy(url, address, env);
  }

  return {
    choice,
    async open(url) {
      const isSecure = url.protocol === "https:";
      const chosen = await choice(url);
      if (chosen.kind === "direct") return openDirectDoor(isSecure);
      if (chosen.kind === "unusable") {
        const { ProxyFailure } = await import("./proxy-failure.ts");
        throw new ProxyFailure(chosen.reason, { proxy: "", source: chosen.source, target: url.host });
      }
      const { openProxyDoor } = await import("./proxy-door.ts");
      return openProxyDoor(isSecure, chosen.proxy);
    },
    async trustMore() {
      const { trustSystem } = await import("./certificates.ts");
      await trustSystem(env, log);
    },
  };
}

/** Without any proxy. */
export const directNetwork: Network = {
  choice: async () => ({ kind: "direct", why: "none-set" }),
  open: async (url) => openDirectDoor(url.protocol === "https:"),
  trustMore: async () => undefined,
};
