import type { Price } from "../../src-preload/contract/providers.ts";
import type { Host } from "../host.ts";
import { providerSpec } from "./provider-specs.ts";
import type { ResolvedEndpoint } from "./resolve-model.ts";
import type { ModelLimits } from "./window-fields.ts";

/** A list is asked again after so long, and after so long when it could not be had. */
const keptMs = 5 * 60_000;
const keptFailureMs = 30_000;
/** The most that a turn waits for a list. */
const patienceMs = 3000;
const questionMs = 10_000;
/** A question that nobody waits for lets the turn's own request go first. */
const afterTurnMs = 2000;

interface Kept {
  readonly limits: ModelLimits | null;
  readonly until: number;
}

/** What the providers' own lists tell, kept for a while. */
export interface ListedLimits extends Disposable {
  /** What is known now, also when it is old; null before a list was read. */
  known(resolved: ResolvedEndpoint): ModelLimits | null;
  /** Asks where nothing fresh is known. Ends with the answer or after three seconds, whichever is first. */
  ask(resolved: ResolvedEndpoint): Promise<void>;
  /** The same in the background. */
  refresh(resolved: ResolvedEndpoint): void;
}

/** What lists told is kept over a restart, so that a turn need not wait for one again. */
export interface ListMemory {
  recall(resolved: ResolvedEndpoint): ModelLimits | null;
  /** `price`: null where the list tells none. */
  keep(resolved: ResolvedEndpoint, limits: ModelLimits, price: Price | null): void;
  /** What else the list has. */
  keepNames(resolved: ResolvedEndpoint, names: readonly string[]): void;
}

export function createListedLimits(host: Host, memory: ListMemory): ListedLimits {
  const kept = new Map<string, Kept>();
  const asking = new Map<string, Promise<void>>();
  const later = new Map<string, Disposable>();
  const controller = new AbortController();

  const isFresh = (key: string): boolean => (kept.get(key)?.until ?? Number.NEGATIVE_INFINITY) > host.monotonic();

  async function question(resolved: ResolvedEndpoint, key: string): Promise<void> {
    const { provider: name, modelName, baseUrl, key: source, extraHeaders, proxy } = resolved;
    const provider = { name, baseUrl, key: source, keyHeader: resolved.quirks.keyHeader, extraHeaders, proxy };
    const asked = { modelName, asksNative: asksNative(resolved), timeoutMs: questionMs, signal: controller.signal };
    const { askCapabilities } = await import("./ask-models.ts");
    const found = await askCapabilities(provider, asked, host);
    if (!found.ok) host.log("debug", "a provider gave no limits", { model: resolved.id, kind: found.error.kind });
    // What an earlier list told stays good while the provider is out of reach.
    const limits = found.ok ? limitsOf(found.value) : (kept.get(key)?.limits ?? null);
    if (found.ok) {
      const price = found.value.models.find(({ id }) => id === modelName)?.price ?? null;
      memory.keep(resolved, limitsOf(found.value), price);
      memory.keepNames(resolved, found.value.modelIds);
    }
    kept.set(key, { limits, until: host.monotonic() + (found.ok ? keptMs : keptFailureMs) });
  }

  /** One question for several callers. */
  function askOnce(resolved: ResolvedEndpoint): Promise<void> {
    const key = keyOf(resolved);
    if (isFresh(key) || controller.signal.aborted) return Promise.resolve();
    const running = asking.get(key);
    if (running !== undefined) return running;
    const started = question(resolved, key)
      .catch((cause: unknown) => host.log("error", "a list of models was not read", { reason: String(cause) }))
      .finally(() => asking.delete(key));
    asking.set(key, started);
    return started;
  }

  return {
    known: (resolved) => kept.get(keyOf(resolved))?.limits ?? memory.recall(resolved),
    ask(resolved) {
      return new Promise((resolve) => {
        const timer = host.setTimer(patienceMs, resolve);
        void askOnce(resolved).then(() => {
          timer[Symbol.dispose]();
          resolve();
        });
      });
    },
    refresh(resolved) {
      const key = keyOf(resolved);
      if (isFresh(key) || later.has(key) || controller.signal.aborted) return;
      const timer = host.setTimer(afterTurnMs, () => {
        later.delete(key);
        void askOnce(resolved);
      });
      later.set(key, timer);
    },
    [Symbol.dispose]() {
      controller.abort();
      for (const timer of later.values()) timer[Symbol.dispose]();
      later.clear();
    },
  };
}

function limitsOf({ contextWindow, maxInputTokens, maxOutputTokens }: ModelLimits): ModelLimits {
  return { contextWindow, maxInputTokens, maxOutputTokens };
}

function keyOf({ baseUrl, modelName }: ResolvedEndpoint): string {
  return `${baseUrl} ${modelName}`;
}

/** Providers that are known to have no such endpoints are not bothered. */
function asksNative({ isLocal, provider, baseUrl }: ResolvedEndpoint): boolean {
  return isLocal || providerSpec(provider)?.apiBase !== baseUrl;
}
