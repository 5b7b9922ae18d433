import type { ModelEntry, Price } from "../../src-preload/contract/providers.ts";
import type { Settings } from "../../src-preload/contract/settings.ts";
import type { Host } from "../host.ts";
import { changedQuirks, type Quirks } from "../models/quirks.ts";
import type { SettingsStore } from "../settings/settings-store.ts";
import type { ListedAt } from "./describe-models.ts";
import type { LearntModels } from "./learnt-models.ts";
import { createListedLimits } from "./listed-limits.ts";
import type { ListedModel } from "./listed-model.ts";
import type { ListedNames } from "./listed-names.ts";
import { factsOf, type ModelFacts, placeOf, unknownFacts } from "./model-facts.ts";
import { createModelTable } from "./model-table.ts";
import { priceOf } from "./prices.ts";
import { type ResolvedEndpoint, resolveModel } from "./resolve-model.ts";

/** What is known of models beyond their names. */
export interface ModelFactsSource {
  /**
   * The limits of a model. Never fails: what is unknown is null, with the source `default`. With `waits` the provider is
   * asked (for at most three seconds) where the settings, what was learnt and the table say nothing; else later, for the
   * next time.
   */
  facts(modelId: string, waits?: boolean): Promise<ModelFacts>;
  /** An overflow told the window of a model: it counts from now on, and after a restart. */
  learnWindow(modelId: string, tokens: number): void;
  /** By the settings as they were when a model was last opened or asked about; null where nothing tells it. */
  priceOf(modelId: string): Price | null;
}

/** What the pool holds; the rest of the models' side asks it too. */
export interface ModelKnowledge extends ModelFactsSource, AsyncDisposable {
  /** Reads what earlier processes learnt. */
  load(): Promise<void>;
  /** Prices are read by these settings from now on. */
  see(settings: Settings): void;
  /** Includes what was learnt from earlier answers of the endpoint. */
  quirksOf(resolved: ResolvedEndpoint): Quirks;
  learnQuirks(resolved: ResolvedEndpoint, quirks: Quirks): void;
  /** Forgets everything learnt about this model. */
  forget(resolved: ResolvedEndpoint): Promise<void>;
  /** By these settings, whether or not a model was asked before. */
  pricesBy(settings: Settings): (modelId: string) => Price | null;
  /** The day of the table that comes along. */
  pricesOf(): string;
  /** Models as the window shows them. */
  describe(place: ListedAt, models: readonly ListedModel[]): Promise<readonly ModelEntry[]>;
}

interface KnowledgeOptions {
  readonly host: Host;
  readonly learnt: LearntModels;
  readonly names: ListedNames;
  readonly settings: SettingsStore;
}

/** Reads and asks nothing before the first question. */
export function createModelKnowledge({ host, settings, learnt, names }: KnowledgeOptions): ModelKnowledge {
  const table = createModelTable(host);
  const listed = createListedLimits(host, {
    recall: (resolved) => learnt.of(placeOf(resolved))?.listed ?? null,
    keep(resolved, limits, price) {
      learnt.learn(placeOf(resolved), { listed: limits, price });
      prices = new Map();
    },
    keepNames: ({ provider, baseUrl }, listedNames) => names.keep({ name: provider, baseUrl }, listedNames),
  });
  let seen: Settings | null = null;
  /** By the settings that were seen: both are asked about for each call, and change with the settings alone. */
  let endpoints = new Map<string, ResolvedEndpoint | null>();
  /** By what lists told as well. */
  let prices = new Map<string, Price | null>();
  let hasLoaded = false;
  let learning: Promise<void> = Promise.resolve();

  function see(current: Settings): void {
    if (seen === current) return;
    seen = current;
    endpoints = new Map();
    prices = new Map();
  }

  async function endpointOf(modelId: string): Promise<ResolvedEndpoint | null> {
    const current = await settings.current();
    if (!current.ok) return null;
    see(current.value);
    return knownEndpoint(modelId, current.value);
  }

  function knownEndpoint(modelId: string, current: Settings): ResolvedEndpoint | null {
    const known = endpoints.get(modelId);
    if (known !== undefined) return known;
    const resolved = resolveModel(current, host.env, modelId);
    const endpoint = resolved.ok && resolved.value.kind === "endpoint" ? resolved.value : null;
    endpoints.set(modelId, endpoint);
    return endpoint;
  }

  function knownPrice(modelId: string): Price | null {
    const known = prices.get(modelId);
    if (known !== undefined) return known;
    const endpoint = seen === null ? null : knownEndpoint(modelId, seen);
    const told = endpoint === null ? null : (learnt.of(placeOf(endpoint))?.price ?? null);
    const price = priceOf(modelId, seen, { table, listed: told });
    prices.set(modelId, price);
    return price;
  }

  async function learn(modelId: string, tokens: number): Promise<void> {
    const resolved = await endpointOf(modelId);
    if (resolved === null) return;
    const told = listed.known(resolved)?.contextWindow ?? null;
    learnt.learn(placeOf(resolved), { window: { tokens, listed: told, at: host.now() } });
  }

  return {
    async load() {
      await learnt.load();
      if (!hasLoaded) prices = new Map();
      hasLoaded = true;
    },
    see,
    quirksOf: (resolved) => ({ ...resolved.quirks, ...learnt.of(placeOf(resolved))?.quirks }),
    learnQuirks(resolved, quirks) {
      // Also what is as it was before anything was learnt: a lesson may be taken back.
      const before = { ...resolved.quirks, ...learnt.of(placeOf(resolved))?.quirks };
      learnt.learn(placeOf(resolved), { quirks: changedQuirks(before, quirks) });
    },
    async forget(resolved) {
      await learning;
      await learnt.forget(placeOf(resolved));
    },
    async describe(place, models) {
      const [current, { describeModel }] = await Promise.all([
        settings.current(),
        import("./describe-models.ts"),
        learnt.load(),
      ]);
      if (!current.ok) return [];
      return models.map((model) => describeModel(model, place, { settings: current.value, table, learnt }));
    },
    async facts(modelId, waits = false) {
      await learning;
      const resolved = await endpointOf(modelId);
      const override = seen?.agents.defaults.contextWindow ?? null;
      if (resolved !== null) return factsOf(resolved, { override, waits }, { learnt, listed, table });
      return override === null ? unknownFacts : { ...unknownFacts, contextWindow: override, source: "settings" };
    },
    learnWindow(modelId, tokens) {
      if (!Number.isSafeInteger(tokens) || tokens <= 0) return;
      learning = Promise.all([learning, learn(modelId, tokens)]).then(() => undefined);
    },
    priceOf: knownPrice,
    pricesBy(current) {
      see(current);
      return knownPrice;
    },
    pricesOf: () => table.date(),
    async [Symbol.asyncDispose]() {
      listed[Symbol.dispose]();
      await learning;
      await learnt.settled();
    },
  };
}
