import type { McpServerSettings } from "../../../src-preload/contract/settings.ts";
import type { McpDependencies } from "../dependencies.ts";
import { targetOf } from "../launch.ts";
import { createSignInStore } from "./kept-sign-in.ts";
import { createServerSignIn, type ServerSignIn, type ServerSignInOptions } from "./server-sign-in.ts";

interface SignedServer {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly deps: Pick<McpDependencies, "host" | "proxy" | "learn">;
}

/** Signing in to a server of the settings; null for a program, and for an address that is given a key or is none. */
export function signInOf(
  { name, settings, deps: { host, proxy, learn } }: SignedServer,
  listeners: Pick<ServerSignInOptions, "onChange" | "onNote" | "onSignedIn">,
): ServerSignIn | null {
  const target = targetOf(settings);
  const hasKey = Object.keys(settings.headers).some((header) => header.toLowerCase() === "authorization");
  if (target.kind !== "address" || hasKey || !URL.canParse(target.url)) return null;
  const { url } = target;
  const store = createSignInStore({ server: name, url, secrets: host.secrets, learn });
  return createServerSignIn({ url, settings: settings.oauth, host, proxy, store, ...listeners });
}
