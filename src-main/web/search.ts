import { fail, ok, type Result } from "../../src-preload/contract/result.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { SearchProviderName } from "../../src-preload/contract/web-search.ts";
import type { Host } from "../host.ts";
import { readReferences, secretNameOf } from "../keys/secret-references.ts";
import { createNetwork } from "../network/network.ts";
import { createNetworkFetch } from "../network/network-fetch.ts";
import { ProxyFailure } from "../network/proxy-failure.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import { reasonOf } from "../thrown.ts";
import { type SearchFailure, searchFailure, settingsFailure } from "./search-failure.ts";
import type { FoundPage, SearchProvider } from "./search-provider.ts";
import { searchProvider } from "./search-providers.ts";

/** Who is asked, and where. */
interface SearchPlace {
  readonly title: string;
  /** The address that a search goes to, without its path. */
  readonly address: string;
  readonly host: string;
}

interface SearchAnswer extends SearchPlace {
  readonly pages: readonly FoundPage[];
}

export interface SearchRequest {
  readonly query: string;
  readonly count: number;
  readonly signal: AbortSignal;
}

/** Searching the web by the provider that the settings choose. It is asked as what the person typed: with no bounds to where it lies. */
export interface Search {
  place(): Promise<Result<SearchPlace, SearchFailure>>;
  search(request: SearchRequest): Promise<Result<SearchAnswer, SearchFailure>>;
}

export interface SearchParts {
  readonly host: Host;
  readonly settings: Pick<SettingsStore, "current">;
  /** Where a provider is asked in the place of its own address. */
  readonly bases?: Partial<Readonly<Record<SearchProviderName, string>>>;
}

const patienceMs = 20_000;
const maxAnswerBytes = 3_000_000;
const mostWords = 600;
const mostTitle = 300;
const mostAddress = 2000;

interface Chosen {
  readonly settings: Settings;
  readonly provider: SearchProvider;
  readonly place: SearchPlace;
  readonly base: string;
}

export function createSearch({ host, settings, bases = {} }: SearchParts): Search {
  async function chosen(): Promise<Result<Chosen, SearchFailure>> {
    const current = await settings.current();
    if (!current.ok) return fail(settingsFailure(current.error.message));
    const { provider: name, baseUrl } = current.value.tools.web.search;
    const provider = searchProvider(name);
    const { title } = provider;
    const base = bases[name] ?? provider.base ?? baseOf(baseUrl ?? "");
    if (base === null) return fail(searchFailure("no-address", { title }));
    const { origin, hostname } = new URL(base);
    return ok({ settings: current.value, provider, base, place: { title, address: origin, host: hostname } });
  }

  return {
    async place() {
      const found = await chosen();
      return found.ok ? ok(found.value.place) : found;
    },
    async search({ query, count, signal }) {
      const found = await chosen();
      if (!found.ok) return found;
      const { provider, base, place, settings: current } = found.value;
      const key = provider.needs === "key" ? await keyOf(current, provider.name, host) : ok("");
      if (!key.ok) return fail(searchFailure("no-key", { title: place.title, reason: key.error }));
      const call = provider.call({ query, count, key: key.value, base });
      const answer = await ask(call, { host, proxy: current.network.proxy, title: place.title, signal });
      if (!answer.ok) return answer;
      const pages = pagesIn(answer.value, provider);
      return pages.ok ? ok({ ...place, pages: tidy(pages.value).slice(0, count) }) : pages;
    },
  };
}

/** What a person types as the address of their own: with or without `/search` at its end. Null for what is none. */
export function baseOf(typed: string): string | null {
  const url = URL.parse(typed.trim());
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  return `${url.origin}${url.pathname.replace(/\/(?:search\/?)?$/, "")}`;
}

/** A key of the key store is for the provider under whose name it was put there, and goes to no other. */
async function keyOf(
  { tools }: Settings,
  provider: SearchProviderName,
  { secrets, log }: Pick<Host, "secrets" | "log">,
): Promise<Result<string, string>> {
  const written = tools.web.search.apiKey?.trim() ?? "";
  const name = secretNameOf(written);
  if (written === "" || (name !== null && name !== secretOfSearch(provider))) return fail("");
  try {
    const { apiKey = "" } = await readReferences({ apiKey: written }, secrets);
    return apiKey.trim() === "" ? fail("") : ok(apiKey.trim());
  } catch (cause) {
    log("error", "the key of the search provider could not be read", { provider, reason: reasonOf(cause) });
    return fail(reasonOf(cause));
  }
}

/** Under which name the key store holds it. */
export function secretOfSearch(provider: SearchProviderName): string {
  return `search:${provider}`;
}

interface Raw {
  readonly status: number;
  readonly body: string;
}

interface Asking {
  readonly host: Host;
  readonly proxy: string | null;
  readonly title: string;
  readonly signal: AbortSignal;
}

async function ask(
  { url, headers, body }: ReturnType<SearchProvider["call"]>,
  { host, proxy, title, signal }: Asking,
): Promise<Result<Raw, SearchFailure>> {
  const late = new AbortController();
  using _timer = host.setTimer(patienceMs, () => late.abort());
  using way = createNetworkFetch(createNetwork(host, proxy));
  const both = AbortSignal.any([signal, late.signal]);
  const method = body === null ? "GET" : "POST";
  try {
    // A key follows nobody to another address.
    const answer = await way.fetch(url, { method, headers, body, signal: both, redirect: "manual" });
    if (answer.status >= 300 && answer.status < 400) {
      await answer.body?.cancel();
      return fail(searchFailure("redirect", { title, reason: answer.headers.get("location")?.slice(0, 200) ?? "" }));
    }
    return ok({ status: answer.status, body: await textOf(answer) });
  } catch (cause) {
    if (signal.aborted) return fail(searchFailure("aborted", { title }));
    if (late.signal.aborted) return fail(searchFailure("timeout", { title }));
    const reason = cause instanceof ProxyFailure ? `${cause.message} ${cause.nextStep}` : deepReason(cause);
    return fail(searchFailure("unreachable", { title, reason }));
  }
}

/** What `fetch` throws says why in its cause. */
function deepReason(thrown: unknown): string {
  return thrown instanceof Error && thrown.cause !== undefined ? deepReason(thrown.cause) : reasonOf(thrown);
}

/** Up to a bound, unpacked. */
async function textOf(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let body = "";
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    body += decoder.decode(chunk, { stream: true });
    if (size > maxAnswerBytes) break;
  }
  return body;
}

const quotaStatus: ReadonlySet<number> = new Set([402, 429]);
const keyStatus: ReadonlySet<number> = new Set([401, 403]);

function pagesIn({ status, body }: Raw, provider: SearchProvider): Result<readonly FoundPage[], SearchFailure> {
  const { title } = provider;
  const refusal = provider.refusal?.(status, body) ?? null;
  if (refusal !== null) return fail(searchFailure(refusal, { title, status }));
  if (quotaStatus.has(status)) return fail(searchFailure("quota", { title, status }));
  if (keyStatus.has(status)) return fail(searchFailure(provider.needs === "key" ? "key" : "status", { title, status }));
  if (status < 200 || status >= 300) return fail(searchFailure("status", { title, status }));
  const pages = provider.read(body);
  return pages === null ? fail(searchFailure("changed", { title })) : ok(pages);
}

/** Pages of the web alone, each once, with words on one line. */
function tidy(pages: readonly FoundPage[]): readonly FoundPage[] {
  const seen = new Set<string>();
  return pages.flatMap(({ title, url, words }) => {
    const whole = URL.parse(url);
    if (whole === null || !/^https?:$/.test(whole.protocol) || url.length > mostAddress || seen.has(whole.href))
      return [];
    seen.add(whole.href);
    const plain = (text: string, most: number): string => text.replace(/\s+/g, " ").trim().slice(0, most);
    return [{ url: whole.href, title: plain(title, mostTitle) || whole.hostname, words: plain(words, mostWords) }];
  });
}
