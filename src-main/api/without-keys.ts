import type { Settings } from "../../src-preload/contract/settings.ts";

/** Keys never reach a client: what is no reference to the key store is shown as dots. */
export function withoutKeys(settings: Settings): Settings {
  const providers = Object.entries(settings.providers).map(([name, provider]) => {
    const shown = provider.apiKey?.startsWith("secret:") === true ? provider.apiKey : "••••";
    return [name, provider.apiKey === undefined ? provider : { ...provider, apiKey: shown }] as const;
  });
  return { ...settings, providers: Object.fromEntries(providers) };
}
