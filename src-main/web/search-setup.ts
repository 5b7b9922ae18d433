import { contractError } from "../../src-preload/contract/errors.ts";
import { type AsyncResult, fail, ok } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { SearchKey, SearchProviderName, SearchSetup, SearchTest } from "../../src-preload/contract/web-search.ts";
import type { Host } from "../host.ts";
import { isReference, secretNameOf, secretReference } from "../keys/secret-references.ts";
import { type SecretChanges, withSecrets } from "../keys/with-secrets.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { reasonOf } from "../thrown.ts";
import { text } from "../words.ts";
import { baseOf, type Search, secretOfSearch } from "./search.ts";
import { searchChoices, searchProvider } from "./search-providers.ts";

interface SearchChange {
  readonly provider: SearchProviderName;
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

interface SetupParts {
  readonly host: Host;
  readonly settings: SettingsStore;
  readonly search: Search;
}

/** Which provider searches the web, as a person chooses and tries it. */
export interface SearchSetups {
  describe(): AsyncResult<SearchSetup>;
  save(change: SearchChange): AsyncResult<SearchSetup>;
  test(signal: AbortSignal): AsyncResult<SearchTest>;
}

export function createSearchSetups({ host, settings, search }: SetupParts): SearchSetups {
  async function setupOf(current: Settings): Promise<SearchSetup> {
    const { provider, baseUrl } = current.tools.web.search;
    const place = await search.place();
    return {
      provider,
      baseUrl,
      key: await keyPlace(current, host),
      host: place.ok ? new URL(place.value.address).host : null,
      providers: searchChoices(),
    };
  }

  return {
    async describe() {
      const current = await settings.current();
      return current.ok ? ok(await setupOf(current.value)) : current;
    },
    async save(change) {
      const { provider, baseUrl } = change;
      const typed = baseUrl?.trim() ?? "";
      if (typed !== "" && baseOf(typed) === null) {
        return fail(
          contractError("invalid-input", text("web.search.badAddress", { address: typed }), { field: "baseUrl" }),
        );
      }
      const current = await settings.current();
      if (!current.ok) return current;
      const { apiKey, secrets } = await keyChange(change, current.value, host);
      const patch = { provider, apiKey, ...(baseUrl === undefined ? {} : { baseUrl: typed === "" ? null : typed }) };
      const saved = await withSecrets(secrets, host.secrets, () =>
        settings.update({ tools: { web: { search: patch } } }),
      );
      return saved.ok ? ok(await setupOf(saved.value)) : saved;
    },
    async test(signal) {
      const started = host.monotonic();
      const found = await search.search({ query: "weather", count: 3, signal });
      const tookMs = host.monotonic() - started;
      if (!found.ok)
        return ok({ kind: "failed", tookMs, message: found.error.message, nextStep: found.error.nextStep });
      const { pages, title } = found.value;
      const message = text("web.search.passed", { title, count: pages.length, host: hostOf(pages[0]?.url) });
      return pages.length > 0
        ? ok({ kind: "passed", tookMs, message })
        : ok({
            kind: "failed",
            tookMs,
            message: text("web.search.nothing", { title }),
            nextStep: text("web.search.next.other"),
          });
    },
  };
}

function hostOf(url = ""): string {
  return URL.parse(url)?.hostname ?? "";
}

/** What stands in the settings for the key afterwards, and what the key store is told. */
async function keyChange(
  { provider, apiKey }: SearchChange,
  { tools }: Settings,
  { secrets }: Pick<Host, "secrets">,
): Promise<{ readonly apiKey: string | null; readonly secrets: SecretChanges }> {
  const before = tools.web.search;
  const name = secretOfSearch(provider);
  const typed = apiKey?.trim();
  if (typed === "") return { apiKey: null, secrets: { [name]: null } };
  if (typed !== undefined) {
    return isReference(typed)
      ? { apiKey: typed, secrets: {} }
      : { apiKey: secretReference(name), secrets: { [name]: typed } };
  }
  if (before.provider === provider) return { apiKey: before.apiKey, secrets: {} };
  // Each provider has its own: back at an earlier one its key is there again.
  const isKept = (await secrets.placeOf(name)) !== null;
  return { apiKey: isKept ? secretReference(name) : null, secrets: {} };
}

async function keyPlace({ tools }: Settings, { secrets, log }: Pick<Host, "secrets" | "log">): Promise<SearchKey> {
  const { provider, apiKey } = tools.web.search;
  if (searchProvider(provider).needs !== "key") return "not-needed";
  const written = apiKey?.trim() ?? "";
  if (written === "") return "none";
  const name = secretNameOf(written);
  if (name === null) return "other";
  if (name !== secretOfSearch(provider)) return "none";
  try {
    return (await secrets.placeOf(name)) ?? "lost";
  } catch (cause) {
    log("warn", "the key of the search provider could not be looked for", { provider, reason: reasonOf(cause) });
    return "lost";
  }
}
