import { keyWord, type Settings } from "../../src-preload/contract/settings.ts";

/** Keys never reach a client: what is no reference to the key store is shown as a word. */
export function withoutKeys(settings: Settings): Settings {
  const providers = Object.entries(settings.providers).map(([name, provider]) => {
    return [
      name,
      provider.apiKey === undefined ? provider : { ...provider, apiKey: shownKey(provider.apiKey) },
    ] as const;
  });
  const servers = Object.entries(settings.tools.mcpServers).map(([name, { env, headers, oauth, ...server }]) => {
    const { clientSecret } = oauth;
    const shown = { ...oauth, clientSecret: clientSecret === null ? null : shownKey(clientSecret) };
    return [name, { ...server, env: hidden(env), headers: hidden(headers), oauth: shown }] as const;
  });
  const { search } = settings.tools.web;
  const web = {
    ...settings.tools.web,
    search: { ...search, apiKey: search.apiKey === null ? null : shownKey(search.apiKey) },
  };
  const tools = { ...settings.tools, mcpServers: Object.fromEntries(servers), web };
  const { proxy } = settings.network;
  // The password of an address, whatever it is: a short one is no key that would be known everywhere.
  const network = {
    ...settings.network,
    proxy: proxy?.replace(/^((?:[a-z]+:\/\/)?[^/@:]*:).*@/i, `$1${keyWord}@`) ?? null,
  };
  return { ...settings, network, providers: Object.fromEntries(providers), tools };
}

function shownKey(key: string): string {
  return key.startsWith("secret:") ? key : keyWord;
}

/** Variables and headers of a server: nobody but the server needs to see them. */
function hidden(values: Readonly<Record<string, string>>): Record<string, string> {
  const shown = Object.entries(values).map(([name, value]) => [name, value.startsWith("secret:") ? value : keyWord]);
  return Object.fromEntries(shown);
}

type Patch = Readonly<Record<string, unknown>>;

/** The address of a proxy was changed, and its password is the word that a client was shown in its place. */
export function isShownProxyChanged({ network }: Patch, current: Settings): boolean {
  if (typeof network !== "object" || network === null || !("proxy" in network)) return false;
  const { proxy } = network;
  return typeof proxy === "string" && proxy.includes(keyWord) && proxy !== withoutKeys(current).network.proxy;
}

/** A change without what a client was shown in a key's place: sent back, it would overwrite the key. */
export function withoutShownKeys(patch: Patch): Patch {
  return withoutShown(patch, shownLevels);
}

/** Keys lie at `tools.mcpServers.NAME.env.NAME` at the deepest; what is nested deeper shows none. */
const shownLevels = 5;

function withoutShown(patch: Patch, levels: number): Patch {
  if (levels === 0) return patch;
  const kept = Object.entries(patch).filter(([, value]) => typeof value !== "string" || !value.includes(keyWord));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isPatch(value) ? withoutShown(value, levels - 1) : value]),
  );
}

function isPatch(value: unknown): value is Patch {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
